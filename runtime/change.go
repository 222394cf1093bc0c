package runtime

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// meetControl finds out which of the instances from:to the control changes.
func (c *table) meetControl(from, to int) {
	if c.control.of == nil {
		return
	}
	for i := from; i < min(to, c.n); i++ {
		if c.controlled(i) != (c.voices.busy[i]&instanceControlled != 0) {
			c.settle(i)
		}
	}
}

// onlyControlled reports whether the control changes all instances of blocks, each of which
// plays one clip and has no events that anybody wants.
func (c *table) onlyControlled(first, blocks int) bool {
	from, to := first*simd.Lanes, (first+blocks)*simd.Lanes
	if to > c.n || c.watching() {
		return false
	}
	for _, busy := range c.voices.busy[from:to] {
		if busy != instanceControlled {
			return false
		}
	}
	return true
}

func (c *table) checkPlay(clip int, options play.Options) error {
	if err := c.ungoverned(); err != nil {
		return err
	}
	if clip != play.Rest && (clip < 0 || clip >= c.clips()) {
		return fmt.Errorf("%w: clip %d of %d", soa.ErrRange, clip, c.clips())
	}
	return options.Check(c.voices.each, len(c.masks))
}

// checkQueue makes sure that a clip can wait where it has to: at the most all layers but
// one play.
func (c *table) checkQueue(i int, o *play.Options) error {
	if !o.Queue {
		return nil
	}
	v, layers := &c.voices, uint8(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if a := v.at(i, bits.TrailingZeros8(u)); !v.queued(a) {
			layers |= 1 << v.layer[a]
		}
	}
	if bits.OnesCount8(layers) == v.each {
		return fmt.Errorf("%w: instance %d plays %d", play.ErrLayers, i, v.each)
	}
	return nil
}

// startOf is where a clip begins in instance i, in seconds after its start and not yet
// reduced to the first period: where its group is, or with Match as far from the phase of
// the layer's clip as it would be from its start.
func (c *table) startOf(i, clip int, o *play.Options, waits bool) float64 {
	seconds := c.played[clip].Clock.Seconds
	at, period := o.Start(i, seconds), seconds
	if o.Mode == play.PingPong {
		period *= 2
	}
	if waits { // startDue looks where its group is
		return at
	}
	if x, ok := c.joined(i, int32(clip), clockModes[o.Mode], uint8(o.Sync), noVoice); ok {
		return x
	}
	k, ok := c.voices.current(i, o.Layer)
	if !ok || !o.Match {
		return at
	}
	phase, ok := c.phaseIn(c.voices.at(i, k))
	if !ok {
		return at
	}
	if o.Speed < 0 {
		at -= seconds
	}
	return float64(phase*period) + at
}

// replace makes a clip the only one of its layer, which has room for it.
func (c *table) replace(i, clip int, o *play.Options, at float64) {
	c.clearLayer(i, o.Layer)
	k, _ := c.voices.take(i)
	c.start(i, k, clip, o, at)
	c.retire(nil, i, k)
}

// begin fades a clip in beside the others of its layer. It returns false where no
// voice is left for it.
func (c *table) begin(i, clip int, o *play.Options, at, fade float64) bool {
	k, ok := c.voices.take(i)
	if !ok {
		return false
	}
	a := c.voices.at(i, k)
	c.start(i, k, clip, o, at)
	c.voices.fade[a], c.voices.rate[a] = 0, rateOf(fade)
	return true
}

// waits reports whether Play lets a clip wait for its layer.
func (c *table) waits(i int, o *play.Options, fade float64) bool {
	_, plays := c.voices.current(i, o.Layer)
	return o.Queue && (plays || fade > 0)
}

// start puts a clip into voice k, which is all of its layer for now.
func (c *table) start(i, k, clip int, o *play.Options, at float64) {
	v := &c.voices
	a := v.at(i, k)
	kind := o.Kind
	if cur, ok := v.current(i, o.Layer); ok && cur != k && clip == c.clips() {
		kind = v.kind(v.at(i, cur)) // what goes keeps its kind
	}
	c.clip[a] = int32(clip)
	v.weight[a], v.fade[a], v.rate[a] = o.LayerWeight(), 1, 0
	v.mask[a], v.layer[a], v.sync[a] = uint8(o.Mask), uint8(o.Layer), uint8(o.Sync)
	v.how[a] = uint8(kind) | uint8(o.Curve)<<voiceCurveShift
	if o.SyncLead {
		v.how[a] |= voiceLead
	}
	v.seen[a] = seenFresh
	v.more[a] = math.Float64bits(o.Factor())
	_ = c.clocks.SetClip(a, clip, clockModes[o.Mode]) // clips are valid
	c.clocks.SetSpeed(a, o.Factor())
	c.clocks.Pause(a, false)
	c.clocks.SetPhase(a, at)
}

// clearLayer frees all voices of a layer.
func (c *table) clearLayer(i, layer int) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		if k := bits.TrailingZeros8(u); int(v.layer[v.at(i, k)]) == layer {
			c.free(nil, i, k)
		}
	}
}

// dropQueued frees the voices of a layer that wait.
func (c *table) dropQueued(i, layer int) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		if a := v.at(i, k); int(v.layer[a]) == layer && v.queued(a) {
			c.free(nil, i, k)
		}
	}
}

// setPaused lets all voices of instance i but those that wait stand still, or go on.
func (c *table) setPaused(i int, paused bool) {
	for u := c.voices.used[i]; u != 0; u &= u - 1 {
		if a := c.voices.at(i, bits.TrailingZeros8(u)); !c.voices.queued(a) {
			c.clocks.Pause(a, paused)
			if !paused {
				c.voices.seen[a] &^= seenStopped
			}
		}
	}
}

// grow lets fades go on by dt seconds, and frees the voices that one has covered.
func (c *table) grow(s *stepScratch, i int, dt float64) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.rate[a] == 0 || v.queued(a) || c.clocks.Paused(a) {
			continue
		}
		fade := v.fade[a] + float64(float64(v.rate[a])*dt)
		if fade >= 1 {
			v.fade[a], v.rate[a], v.plan[i].n = 1, 0, 0
			c.cover(s, i, k)
			u &= v.used[i] | 1<<k // cover may free k too
			continue
		}
		v.fade[a] = grown(fade, dt)
	}
}

// cover frees the voices of a layer that are older than k, which has come in. s is that
// of the step, or nil between steps.
func (c *table) cover(s *stepScratch, i, k int) {
	v := &c.voices
	a := v.at(i, k)
	for u := v.used[i]; u != 0; u &= u - 1 {
		o := bits.TrailingZeros8(u)
		if b := v.at(i, o); v.layer[b] == v.layer[a] && v.rank[b] < v.rank[a] && !v.queued(b) {
			c.free(s, i, o)
		}
	}
	c.retire(s, i, k)
}

// retire frees a voice that is all of its layer and rests: but for layer 0, which always
// plays something.
func (c *table) retire(s *stepScratch, i, k int) {
	if a := c.voices.at(i, k); c.voices.layer[a] > 0 && c.rests(a) {
		c.free(s, i, k)
	}
}

// free frees a voice and what it holds.
func (c *table) free(s *stepScratch, i, k int) {
	v := &c.voices
	a := v.at(i, k)
	c.leave(s, i, a)
	if v.held(a) {
		c.held.release(int(v.more[a]))
	}
	v.drop(i, k)
	c.rest(a)
}

// rest makes an unused voice one that costs nothing.
func (c *table) rest(a int) {
	c.clip[a] = int32(c.clips())
	_ = c.clocks.SetClip(a, c.clips(), simd.ClockClamp)
	c.clocks.SetPhase(a, 0)
}

// settle does what has to be done after the voices of instance i have changed.
func (c *table) settle(i int) {
	c.voices.plan[i].n = 0
	c.tidy(i)
}

// tidy makes the only voice of instance i the first, and finds out whether the
// instance is busy.
func (c *table) tidy(i int) {
	v, controlled := &c.voices, uint8(0)
	if c.controlled(i) {
		controlled = instanceControlled
	}
	if c.graph.of != nil && i < c.n {
		v.busy[i] = instanceBusy | instanceDriven | controlled
		return
	}
	if u := v.used[i]; u != 1 && u&(u-1) == 0 && u != 0 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		v.plan[i].n = 0
		c.clocks.Copy(i, a)
		c.clip[i] = c.clip[a]
		v.weight[i], v.fade[i], v.rate[i] = v.weight[a], v.fade[a], v.rate[a]
		v.mask[i], v.how[i], v.layer[i], v.sync[i], v.rank[i] = v.mask[a], v.how[a], v.layer[a], v.sync[a], 0
		v.more[i], v.seen[i] = v.more[a], v.seen[a]
		v.used[i] = 1
		c.rest(a)
	}
	plain, offset := v.plain(i), !c.offsets.none(i)
	switch {
	case controlled != 0 && plain && !offset && v.sync[i] == 0:
		v.busy[i] = controlled
		return
	case controlled != 0:
	case plain && offset && v.sync[i] == 0:
		v.busy[i] = instanceOffset
		return
	case plain && !offset:
		v.busy[i] = 0
		if v.sync[i] != 0 { // nothing is left to follow
			c.clocks.SetSpeed(i, math.Float64frombits(v.more[i]))
		}
		return
	}
	busy, fading := instanceBusy|controlled, uint8(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.sync[a] != 0 {
			busy |= instanceSyncs
		}
		if v.queued(a) {
			busy |= instanceQueues
		}
		if v.held(a) {
			busy |= instanceHolds
		}
		if v.rate[a] != 0 {
			busy |= instanceFades
			fading |= 1 << k
		}
	}
	v.busy[i], v.fading[i] = busy, fading
}

func (c *table) fits(g play.Graph) error {
	clips := g.Clips()
	switch {
	case g.Len() != c.n:
		return fmt.Errorf("%w: it has %d instances, the crowd has %d", play.ErrGraph, g.Len(), c.n)
	case g.Layers() > c.voices.each:
		return fmt.Errorf("%w: it plays up to %d clips at once, the crowd has %d layers", play.ErrGraph, g.Layers(), c.voices.each)
	case len(clips) != c.clips():
		return fmt.Errorf("%w: it was compiled for %d clips, the crowd has %d", play.ErrGraph, len(clips), c.clips())
	case c.graph.masks+len(g.Masks()) > math.MaxUint8:
		return fmt.Errorf("%w: %d masks, at most %d are possible", soa.ErrOption, c.graph.masks+len(g.Masks()), math.MaxUint8)
	}
	for k, seconds := range clips {
		if own := c.played[k].Clock.Seconds; math.Abs(own-seconds) > 1e-6*max(1, own) {
			return fmt.Errorf("%w: clip %q lasts %v s there and %v s here", play.ErrGraph, c.played[k].Name, seconds, own)
		}
	}
	return nil
}

// growOffsets lets the offsets of those instances of blocks die out that play nothing
// but one clip.
func (c *table) growOffsets(first, blocks int, dt float64) {
	from := first * simd.Lanes
	for lane, flags := range c.voices.busy[from : from+blocks*simd.Lanes] {
		if flags == instanceOffset {
			c.growPlain(from+lane, dt)
		}
	}
}

// growPlain is growOffset of an instance that plays nothing but one clip.
func (c *table) growPlain(i int, dt float64) {
	if c.growOffset(i, dt); c.offsets.none(i) {
		c.voices.busy[i] = 0
	}
}

// growOffset lets the offset of instance i die out, by dt seconds.
func (c *table) growOffset(i int, dt float64) {
	o := &c.offsets
	if o.place[i] == 0 || c.clocks.Paused(c.main(i)) {
		return
	}
	s := max(0, o.s[i]+float32(o.rate[i]*float32(dt)))
	if o.s[i] = s; s >= 1 {
		o.drop(i)
		c.voices.plan[i].n = 0
	}
}

// hasRoom reports whether a clip can replace those of a layer.
func (c *table) hasRoom(i, layer int) bool {
	_, plays := c.voices.current(i, layer)
	return plays || int(c.voices.used[i]) != 1<<c.voices.each-1
}

// endFades completes the fades of an instance and, where all voices are still in use,
// drops the youngest that waits.
func (c *table) endFades(i int) {
	v := &c.voices
	for layer := range v.each {
		if k, ok := v.current(i, layer); ok {
			a := v.at(i, k)
			v.fade[a], v.rate[a] = 1, 0
			c.cover(nil, i, k)
		}
	}
	if int(v.used[i]) != 1<<v.each-1 {
		return
	}
	youngest, rank := -1, -1
	for k := range v.each {
		if a := v.at(i, k); v.queued(a) && int(v.rank[a]) > rank {
			youngest, rank = k, int(v.rank[a])
		}
	}
	if youngest >= 0 {
		c.free(nil, i, youngest)
	}
}

func (c *table) layerOf(a int, share float32) play.ActiveClip {
	v := &c.voices
	cycle, phase := c.clocks.Time(a)
	l := play.ActiveClip{
		Layer: int(v.layer[a]), Clip: c.clipOf(a), Kind: v.kind(a), Mask: int(v.mask[a]), Cycle: cycle, Phase: phase,
		Weight: float64(float32(v.weight[a] * share)), Fade: float64(v.curve(a).Weight(float32(v.fade[a]))), Queued: v.queued(a),
	}
	if v.held(a) {
		l.Clip = soa.None
		return l
	}
	l.Time = c.played[c.clip[a]].Start + c.clocks.Position(a)
	return l
}

// layer returns the voice that a layer of an instance plays or fades in.
func (c *table) layer(i, layer int) (a int, err error) {
	if layer < 0 || layer >= c.voices.each {
		return 0, fmt.Errorf("%w: layer %d of %d", soa.ErrRange, layer, c.voices.each)
	}
	if err := c.ungoverned(); err != nil {
		return 0, err
	}
	k, ok := c.voices.current(i, layer)
	if !ok {
		return 0, fmt.Errorf("%w: layer %d plays nothing", soa.ErrRange, layer)
	}
	return c.voices.at(i, k), nil
}

// copyVoice makes voice a what voice from is, but for its age.
func (c *table) copyVoice(a, from int) {
	v := &c.voices
	c.clocks.Copy(a, from)
	c.clip[a] = c.clip[from]
	v.weight[a], v.fade[a], v.rate[a], v.more[a] = v.weight[from], v.fade[from], v.rate[from], v.more[from]
	v.mask[a], v.how[a], v.layer[a], v.sync[a] = v.mask[from], v.how[from], v.layer[from], v.sync[from]
	v.seen[a] = v.seen[from]
}

// eachCopy calls do for a voice and for those that SetMask has made it a copy of.
func (c *table) eachCopy(i, a int, do func(a int)) {
	v := &c.voices
	var order [play.MaxLayers]uint8
	sorted := v.sorted(i, &order)
	k := len(sorted) - 1
	for v.at(i, int(sorted[k])) != a {
		k--
	}
	do(a)
	for k--; k >= 0; k-- {
		b := v.at(i, int(sorted[k]))
		if v.layer[b] != v.layer[a] || v.seen[b]&seenShadow == 0 {
			return
		}
		do(b)
	}
}
