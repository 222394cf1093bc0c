package runtime

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Play makes the character play a clip of the source, an index, or Rest. The palette follows
// with the next Update, whatever its level of detail. A paused character goes on with all of
// its layers, unless the clip is queued. The error wraps ErrStale, ErrRange, ErrOption,
// ErrTime or, with Queue, ErrLayers; the character goes on as before then.
func (x Instance) Play(clip int, options play.Options) error {
	if err := x.check("play"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if err := c.set.active.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	if err := c.set.active.checkQueue(i, &options); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	return c.guard("play", nil, i, i+1, func() { c.set.play(i, clip, options) })
}

// PlaySome is Instance.Play for many instances. Where there is an error all go on as before.
func (c *Crowd) PlaySome(instances []int, clip int, options play.Options) error {
	for _, i := range instances {
		if err := c.check(i); err != nil {
			return fmt.Errorf("play some: %w", err)
		}
	}
	if err := c.set.active.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play some: %w", err)
	}
	for _, i := range instances {
		if err := c.set.active.checkQueue(i, &options); err != nil {
			return fmt.Errorf("play some: %w", err)
		}
	}
	return c.guard("play some", nil, 0, c.n, func() {
		for _, i := range instances {
			c.set.play(i, clip, options)
		}
	})
}

// PlayAll is Instance.Play for all instances. With a Seed in the options each starts
// somewhere else.
func (c *Crowd) PlayAll(clip int, options play.Options) error {
	if err := c.set.active.checkPlay(clip, options); err != nil {
		return fmt.Errorf("play all: %w", err)
	}
	for i := range c.n {
		if err := c.set.active.checkQueue(i, &options); err != nil {
			return fmt.Errorf("play all: %w", err)
		}
	}
	return c.guard("play all", nil, 0, c.n, func() {
		for i := range c.n {
			c.set.play(i, clip, options)
		}
	})
}

func (c *table) checkPlay(clip int, options play.Options) error {
	if err := c.ungoverned(); err != nil {
		return err
	}
	if clip != play.Rest && (clip < 0 || clip >= c.clips()) {
		return fmt.Errorf("%w: clip %d of %d", ErrRange, clip, c.clips())
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
		return fmt.Errorf("%w: instance %d plays %d", ErrLayers, i, v.each)
	}
	return nil
}

// clockModes are the modes of clocks.
var clockModes = [...]simd.ClockMode{play.Wrap: simd.ClockWrap, play.Clamp: simd.ClockClamp, play.PingPong: simd.ClockPingPong}

func (c *set) play(i, clip int, o play.Options) {
	if clip == play.Rest {
		clip = c.active.clips()
	}
	fade := o.Fade + float64(o.FadePart*c.active.played[clip].Clock.Seconds)
	waits := c.active.waits(i, &o, fade)
	at := c.active.startOf(i, clip, &o, waits)
	if !waits {
		c.active.setPaused(i, false)
	}
	switch {
	case o.Queue:
		c.enqueue(i, clip, &o, at, fade)
	case fade == 0:
		c.makeRoom(i, o.Layer)
		c.active.replace(i, clip, &o, at)
	case o.Transition == play.Inertialize:
		c.inertialize(i, clip, &o, at, fade)
	default:
		c.active.dropQueued(i, o.Layer)
		if o.Transition != play.CrossFade && !c.hold(i, &o, fade) || !c.active.begin(i, clip, &o, at, fade) {
			c.inertialize(i, clip, &o, at, fade)
		}
	}
	c.active.settle(i)
	c.mix.levels.refresh(i)
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

// phaseIn is the part of its period that a voice has played, if it has one.
func (c *table) phaseIn(a int) (phase float64, ok bool) {
	period := c.clocks.Period(a)
	if !(period > 0) || c.voices.held(a) {
		return 0, false
	}
	_, x := c.clocks.Time(a)
	return x / period, true
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

// rateOf is how much a fade of some seconds grows per second.
func rateOf(seconds float64) float32 {
	const most = 1e30 // times no time is nothing, times the least float32 not yet
	return float32(max(1/most, min(1/seconds, most)))
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

// Stop puts the character at the start of the clip of layer 0, or at its end where it
// plays backwards, and pauses it there, see Pause. What else it plays goes, and all intervals
// end. The error wraps ErrStale or ErrGraph.
func (x Instance) Stop() error {
	if err := x.check("stop"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if err := c.set.active.ungoverned(); err != nil {
		return fmt.Errorf("stop: %w", err)
	}
	v := &c.set.active.voices
	main, _ := v.current(i, 0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if k := bits.TrailingZeros8(u); k != main {
			c.set.active.free(nil, i, k)
		}
	}
	c.set.active.offsets.drop(i)
	a, at := v.at(i, main), 0.
	c.set.active.leave(nil, i, a)
	v.seen[a] = seenStopped
	v.weight[a], v.fade[a], v.rate[a], v.mask[a], v.sync[a] = 1, 1, 0, 0, 0
	v.how[a] &= voiceCurve
	c.set.active.settle(i)
	if c.set.active.clocks.Speed(i) < 0 {
		at = c.set.active.played[c.set.active.clip[i]].Clock.Seconds
	}
	c.set.active.clocks.SetPhase(i, at)
	c.set.active.clocks.Pause(i, true)
	c.set.mix.levels.refresh(i)
	return nil
}

// Pause holds the character where it is, as a whole: all layers, fades and queues stand still
// until Resume, or until Play starts a clip in any of its layers; then all go on from where
// they are. A clip that is queued meanwhile waits. The error wraps ErrStale.
func (x Instance) Pause() error { return x.pause("pause", true) }

// Resume lets the character go on at its speed after Pause or Stop. The error wraps
// ErrStale.
func (x Instance) Resume() error { return x.pause("resume", false) }

func (x Instance) pause(what string, paused bool) error {
	if err := x.check(what); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if c.set.active.graph.of != nil { // drive asks voice 0, even where it plays nothing
		c.set.active.clocks.Pause(i, paused)
	}
	c.set.active.setPaused(i, paused)
	return nil
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

// Seek puts the clip of layer 0 at a time on the clip file's own time line, any number of
// loops away. The phase of PingPong counts from the clip's start: a time up to its end plays
// forwards. It passes no moments and does not move the character; intervals follow, see
// EventKind. The error wraps ErrStale or ErrTime.
func (x Instance) Seek(seconds float64) error { return x.Layer(0).Seek(seconds) }

// SetSpeed changes the speed of the clip of layer 0, a factor; 0 holds it where it is. The
// error wraps ErrStale or ErrTime.
func (x Instance) SetSpeed(speed float64) error { return x.Layer(0).SetSpeed(speed) }

// main is the index of the voice that layer 0 of instance i plays or fades in.
func (c *table) main(i int) int {
	if c.voices.used[i] == 1 {
		return i
	}
	k, _ := c.voices.current(i, 0)
	return c.voices.at(i, k)
}

// Time returns where the clip of layer 0 is, in seconds on the clip file's own time line.
func (x Instance) Time() float64 {
	if !x.has() {
		return 0
	}
	c, i := x.crowd, x.index
	a := c.set.active.main(i)
	return c.set.active.played[c.set.active.clip[a]].Start + c.set.active.clocks.Position(a)
}

// Cycle returns the number of whole periods of the clip of layer 0 that have been played since
// the clip's start: a period of PingPong is forth and back. It is negative before the start
// and 0 for Clamp. Play and Seek set it.
func (x Instance) Cycle() int64 {
	if !x.has() {
		return 0
	}
	return x.crowd.set.active.clocks.Cycle(x.crowd.set.active.main(x.index))
}

// Clip returns the index of the clip that layer 0 plays, or fades in, or Rest.
func (x Instance) Clip() int {
	if !x.has() {
		return play.Rest
	}
	return x.crowd.set.active.clipOf(x.crowd.set.active.main(x.index))
}

func (c *table) clipOf(a int) int {
	if clip := int(c.clip[a]); clip < c.clips() {
		return clip
	}
	return play.Rest
}
