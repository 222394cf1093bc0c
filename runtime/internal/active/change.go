package active

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// MeetControl updates the flags of the instances from:to that the control starts or stops changing.
func (c *Table) MeetControl(from, to int) {
	if c.Control.Of == nil {
		return
	}
	for i := from; i < min(to, c.Len); i++ {
		if c.Controlled(i) != (c.Clips.Flags[i]&InstanceControlled != 0) {
			c.Settle(i)
		}
	}
}

// OnlyControlled reports whether all instances of blocks play one clip, unobserved, and the control
// changes each of them.
func (c *Table) OnlyControlled(first, blocks int) bool {
	from, to := first*simd.Lanes, (first+blocks)*simd.Lanes
	if to > c.Len || c.Watching() {
		return false
	}
	for _, flags := range c.Clips.Flags[from:to] {
		if flags != InstanceControlled {
			return false
		}
	}
	return true
}

func (c *Table) CheckPlay(clip int, options play.Options) error {
	if err := c.Ungoverned(); err != nil {
		return err
	}
	if clip != play.Rest && (clip < 0 || clip >= c.Sources()) {
		return fmt.Errorf("%w: clip %d of %d", soa.ErrRange, clip, c.Sources())
	}
	return options.Check(c.Clips.Each, len(c.Masks))
}

// CheckQueue returns an error where all layers play and no active clip is left for a queued one.
func (c *Table) CheckQueue(i int, o *play.Options) error {
	if !o.Queue {
		return nil
	}
	v, layers := &c.Clips, uint8(0)
	for _, a := range v.All(i) {
		if !v.Queued(a) {
			layers |= 1 << v.Layer[a]
		}
	}
	if bits.OnesCount8(layers) == v.Each {
		return fmt.Errorf("%w: instance %d plays %d", play.ErrLayers, i, v.Each)
	}
	return nil
}

// StartOf returns where a clip begins in instance i, in seconds after its start, perhaps beyond the
// first period: at the phase of its group or, with Match, of the layer's clip.
func (c *Table) StartOf(i, clip int, o *play.Options, waits bool) float64 {
	seconds := c.Played[clip].Clock.Seconds
	at, period := o.Start(i, seconds), seconds
	if o.Mode == play.PingPong {
		period *= 2
	}
	if waits { // startDue looks where its group is
		return at
	}
	if x, ok := c.joined(i, int32(clip), clockModes[o.Mode], uint8(o.Sync), noClip); ok {
		return x
	}
	k, ok := c.Clips.Current(i, o.Layer)
	if !ok || !o.Match {
		return at
	}
	phase, ok := c.phaseIn(c.Clips.At(i, k))
	if !ok {
		return at
	}
	if o.Speed < 0 {
		at -= seconds
	}
	return float64(phase*period) + at
}

// Replace makes a clip the only one of a layer that has room for it.
func (c *Table) Replace(i, clip int, o *play.Options, at float64) {
	c.ClearLayer(i, o.Layer)
	k, _ := c.Clips.Take(i)
	c.Start(i, k, clip, o, at)
	c.retire(nil, i, k)
}

// Begin fades a clip in beside the others of its layer. It returns false where all active clips
// are in use.
func (c *Table) Begin(i, clip int, o *play.Options, at, fade float64) bool {
	k, ok := c.Clips.Take(i)
	if !ok {
		return false
	}
	a := c.Clips.At(i, k)
	c.Start(i, k, clip, o, at)
	c.Clips.Fade[a], c.Clips.Rate[a] = 0, RateOf(fade)
	return true
}

// Waits reports whether Play lets a clip wait for its layer.
func (c *Table) Waits(i int, o *play.Options, fade float64) bool {
	_, plays := c.Clips.Current(i, o.Layer)
	return o.Queue && (plays || fade > 0)
}

// Start puts a clip into active clip k, which is all of its layer for now.
func (c *Table) Start(i, k, clip int, o *play.Options, at float64) {
	v := &c.Clips
	a := v.At(i, k)
	kind := o.Kind
	if cur, ok := v.Current(i, o.Layer); ok && cur != k && clip == c.Sources() {
		kind = v.Kind(v.At(i, cur)) // what goes keeps its kind
	}
	c.Clip[a] = int32(clip)
	v.Weight[a], v.Fade[a], v.Rate[a] = o.LayerWeight(), 1, 0
	v.Mask[a], v.Layer[a], v.Sync[a] = uint8(o.Mask), uint8(o.Layer), uint8(o.Sync)
	v.How[a] = uint8(kind) | uint8(o.Curve)<<ClipCurveShift
	if o.SyncLead {
		v.How[a] |= clipLead
	}
	v.Seen[a] = seenFresh
	v.More[a] = math.Float64bits(o.Factor())
	_ = c.Clocks.SetClip(a, clip, clockModes[o.Mode]) // clips are valid
	c.Clocks.SetSpeed(a, o.Factor())
	c.Clocks.Pause(a, false)
	c.Clocks.SetPhase(a, at)
}

// ClearLayer frees all active clips of a layer.
func (c *Table) ClearLayer(i, layer int) {
	for k, a := range c.Clips.All(i) {
		if int(c.Clips.Layer[a]) == layer {
			c.Free(nil, i, k)
		}
	}
}

// DropQueued frees the active clips of a layer that wait.
func (c *Table) DropQueued(i, layer int) {
	for k, a := range c.Clips.All(i) {
		if int(c.Clips.Layer[a]) == layer && c.Clips.Queued(a) {
			c.Free(nil, i, k)
		}
	}
}

// SetPaused pauses or resumes all active clips of instance i but queued ones.
func (c *Table) SetPaused(i int, paused bool) {
	for _, a := range c.Clips.All(i) {
		if !c.Clips.Queued(a) {
			c.Clocks.Pause(a, paused)
			if !paused {
				c.Clips.Seen[a] &^= seenStopped
			}
		}
	}
}

// cover frees the active clips of a layer that are older than k, which has come in. s is nil
// between steps.
func (c *Table) cover(s *StepScratch, i, k int) {
	v := &c.Clips
	a := v.At(i, k)
	for o, b := range v.All(i) {
		if v.Layer[b] == v.Layer[a] && v.Rank[b] < v.Rank[a] && !v.Queued(b) {
			c.Free(s, i, o)
		}
	}
	c.retire(s, i, k)
}

// retire frees an active clip that is all of its layer and rests, except in layer 0.
func (c *Table) retire(s *StepScratch, i, k int) {
	if a := c.Clips.At(i, k); c.Clips.Layer[a] > 0 && c.Rests(a) {
		c.Free(s, i, k)
	}
}

// Free frees an active clip and what it holds.
func (c *Table) Free(s *StepScratch, i, k int) {
	v := &c.Clips
	a := v.At(i, k)
	c.leave(s, i, a)
	if v.HoldsPose(a) {
		c.HeldPoses.release(int(v.More[a]))
	}
	v.drop(i, k)
	c.Rest(a)
}

// Rest makes an unused active clip one that costs nothing.
func (c *Table) Rest(a int) {
	c.Clip[a] = int32(c.Sources())
	_ = c.Clocks.SetClip(a, c.Sources(), kernel.ClockClamp)
	c.Clocks.SetPhase(a, 0)
}

// Settle updates what follows from the active clips of instance i.
func (c *Table) Settle(i int) {
	c.Clips.Plan[i].Links = 0
	c.Tidy(i)
}

// Tidy makes the only active clip of instance i the first, and updates the instance's flags.
func (c *Table) Tidy(i int) {
	v, controlled := &c.Clips, uint8(0)
	if c.Controlled(i) {
		controlled = InstanceControlled
	}
	if c.Graph.Of != nil && i < c.Len {
		v.Flags[i] = instanceLayered | InstanceDriven | controlled
		return
	}
	if u := v.Used[i]; u != 1 && u&(u-1) == 0 && u != 0 {
		k := bits.TrailingZeros8(u)
		a := v.At(i, k)
		v.Plan[i].Links = 0
		c.copyClip(i, a)
		v.Used[i], v.Rank[i] = 1, 0
		c.Rest(a)
	}
	plain, offset := v.plain(i), !c.Offsets.None(i)
	switch {
	case controlled != 0 && plain && !offset && v.Sync[i] == 0:
		v.Flags[i] = controlled
		return
	case controlled != 0:
	case plain && offset && v.Sync[i] == 0:
		v.Flags[i] = InstanceOffset
		return
	case plain && !offset:
		v.Flags[i] = 0
		if v.Sync[i] != 0 { // nothing is left to follow
			c.Clocks.SetSpeed(i, math.Float64frombits(v.More[i]))
		}
		return
	}
	flags, fading := instanceLayered|controlled, uint8(0)
	for k, a := range v.All(i) {
		if v.Sync[a] != 0 {
			flags |= InstanceSyncs
		}
		if v.Queued(a) {
			flags |= InstanceQueues
		}
		if v.HoldsPose(a) {
			flags |= InstanceHolds
		}
		if v.Rate[a] != 0 {
			flags |= InstanceFades
			fading |= 1 << k
		}
	}
	v.Flags[i], v.fading[i] = flags, fading
}

func (c *Table) Fits(g play.Graph) error {
	clips := g.Clips()
	switch {
	case g.Len() != c.Len:
		return fmt.Errorf("%w: it has %d instances, the crowd has %d", play.ErrGraph, g.Len(), c.Len)
	case g.Layers() > c.Clips.Each:
		return fmt.Errorf("%w: it plays up to %d clips at once, the crowd has %d layers", play.ErrGraph, g.Layers(), c.Clips.Each)
	case len(clips) != c.Sources():
		return fmt.Errorf("%w: it was compiled for %d clips, the crowd has %d", play.ErrGraph, len(clips), c.Sources())
	case c.Graph.Masks+len(g.Masks()) > math.MaxUint8:
		return fmt.Errorf("%w: %d masks, at most %d are possible", soa.ErrOption, c.Graph.Masks+len(g.Masks()), math.MaxUint8)
	}
	for k, seconds := range clips {
		if own := c.Played[k].Clock.Seconds; math.Abs(own-seconds) > 1e-6*max(1, own) {
			return fmt.Errorf("%w: clip %q lasts %v s there and %v s here", play.ErrGraph, c.Played[k].Name, seconds, own)
		}
	}
	return nil
}

// HasRoom reports whether a clip can replace those of a layer.
func (c *Table) HasRoom(i, layer int) bool {
	_, plays := c.Clips.Current(i, layer)
	return plays || int(c.Clips.Used[i]) != 1<<c.Clips.Each-1
}

// EndFades completes the fades of an instance. Where all active clips are still in use it drops the
// youngest queued one.
func (c *Table) EndFades(i int) {
	v := &c.Clips
	for layer := range v.Each {
		if k, ok := v.Current(i, layer); ok {
			a := v.At(i, k)
			v.Fade[a], v.Rate[a] = 1, 0
			c.cover(nil, i, k)
		}
	}
	if int(v.Used[i]) != 1<<v.Each-1 {
		return
	}
	youngest, rank := -1, -1
	for k := range v.Each {
		if a := v.At(i, k); v.Queued(a) && int(v.Rank[a]) > rank {
			youngest, rank = k, int(v.Rank[a])
		}
	}
	if youngest >= 0 {
		c.Free(nil, i, youngest)
	}
}

func (c *Table) LayerOf(a int, share float32) play.ActiveClip {
	v := &c.Clips
	cycle, phase := c.Clocks.Time(a)
	l := play.ActiveClip{
		Layer: int(v.Layer[a]), Clip: c.ClipOf(a), Kind: v.Kind(a), Mask: int(v.Mask[a]), Cycle: cycle, Phase: phase,
		Weight: float64(float32(v.Weight[a] * share)), Fade: float64(v.curve(a).Weight(float32(v.Fade[a]))), Queued: v.Queued(a),
	}
	if v.HoldsPose(a) {
		l.Clip = soa.None
		return l
	}
	l.Time = c.Played[c.Clip[a]].Start + c.Clocks.Position(a)
	return l
}

// Layer returns the active clip that a layer of an instance plays or fades in.
func (c *Table) Layer(i, layer int) (a int, err error) {
	if layer < 0 || layer >= c.Clips.Each {
		return 0, fmt.Errorf("%w: layer %d of %d", soa.ErrRange, layer, c.Clips.Each)
	}
	if err := c.Ungoverned(); err != nil {
		return 0, err
	}
	k, ok := c.Clips.Current(i, layer)
	if !ok {
		return 0, fmt.Errorf("%w: layer %d plays nothing", soa.ErrRange, layer)
	}
	return c.Clips.At(i, k), nil
}

// copyClip makes active clip a what active clip from is, but for its age.
func (c *Table) copyClip(a, from int) {
	v := &c.Clips
	c.Clocks.Copy(a, from)
	c.Clip[a] = c.Clip[from]
	v.Weight[a], v.Fade[a], v.Rate[a], v.More[a] = v.Weight[from], v.Fade[from], v.Rate[from], v.More[from]
	v.Mask[a], v.How[a], v.Layer[a], v.Sync[a] = v.Mask[from], v.How[from], v.Layer[from], v.Sync[from]
	v.Seen[a] = v.Seen[from]
}
