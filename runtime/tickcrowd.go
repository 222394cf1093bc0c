package runtime

import (
	"fmt"
	"math"
	"runtime"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// TickCrowd plays clips of one model on many instances, straight from the
// clips' own keys: what Players does, sixteen instances at a time.
//
//	block b = instances 16b … 16b+15, any mix of clips
//
//	Update ─► Tick per instance ─► SampleKeys16 ─► RigPalette16 or GeneralPalette16 ─► Palettes
//
// Values differ from those of the tracks by rounding, by less than 1e-6 where a
// great arc or a spline was cut into straight pieces, and by as much where a
// track that hardly moves was taken as standing still (translations relative to
// the skeleton's size). Their bits are the same on every processor and however
// the blocks are divided among goroutines. A crowd of one computes in another
// order, joints side by side instead of instances, and differs by rounding.
//
// Instances rest until Play is called. Its methods are those of Crowd, and so is
// what may run at the same time: Update is for one goroutine at a time, RunBlocks
// for several, each with its own TickScratch, for blocks that do not overlap.
type TickCrowd struct {
	layout *tickLayout
	n      int
	rig    *tickRig
	rest   *simd.KeyClip   // writes every column
	bound  []*simd.KeyClip // per clip, and last the one that holds the rest pose
	clips  []tickClock     // the same
	state  []tickState

	stride   int
	palettes []float32 // [instance][slot][12], instances padded to whole blocks
	weights  []float32 // [instance][weight]
	weight   []int     // per weight: its first row in a pose, or -1
	floats   floatCurves
	pool     *pool
	scratch  []*TickScratch // per worker
}

// tickClock is what turns seconds into ticks of a clip.
type tickClock struct {
	clip          *soa.Clip
	start, length float64 // seconds
	rate          float64 // ticks per second
	duration      float64 // ticks
	last, slack   float64 // see tickAt
}

func newTickClock(clip *soa.Clip) tickClock {
	c := tickClock{clip: clip, start: clip.Start, length: clip.End() - clip.Start, rate: clip.TicksPerSecond, duration: clip.Duration}
	c.last, c.slack = lastTick(clip), tickSlack(clip)
	return c
}

// tick is tickAt of the clip.
func (c *tickClock) tick(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x >= c.length {
		return c.last
	}
	tick := float64(x * c.rate)
	key := float64(float32(tick))
	if math.Abs(tick-key) <= c.slack {
		return key
	}
	return min(tick, c.duration)
}

// tickState is one instance, 24 bytes.
type tickState struct {
	phase float64 // seconds after the clip's start, reduced (see phase)
	speed float64
	clip  int32
	mode  LoopMode

	paused bool
}

// advance moves the instance on by dt seconds in a clip of that length.
func (s *tickState) advance(dt, length float64) {
	if !s.paused {
		s.phase = phase(s.phase+float64(s.speed*dt), length, s.mode)
	}
}

// TickScratch is the working memory of one goroutine that updates blocks of a
// TickCrowd.
type TickScratch struct {
	pose, scratch []float32
	held          int // clip whose columns the pose holds in all lanes, or -1
	ticks         simd.Ticks
	staged        simd.Palettes // of lanes that do not lie one after the other
	whole, rest   []float32     // per instance of a window: its tick (see simd.Ticks)
	count         []int32       // per clip
	order         []uint16
}

// NewTickCrowd returns n instances of a model that can play its clips. It
// checks the model with Validate. The error wraps soa.ErrInvalid, ErrRange for
// n, for what the options play, and for levels of detail, which only a Crowd has,
// or simd.ErrKeys for a clip whose splines turn faster than its key times can be
// told apart. The model must not change while it is played.
func NewTickCrowd(model *soa.Model, n int, o CrowdOptions) (*TickCrowd, error) {
	if model == nil {
		return nil, fmt.Errorf("new tick crowd: %w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("new tick crowd of %q: %w", model.Name, err)
	}
	motions := make([]*soa.Clip, len(model.Clips), len(model.Clips)+1)
	for i, clip := range model.Clips {
		motions[i] = clip.WithoutFloats()
	}
	l := newTickLayout(model, motions)
	rig, err := newTickRig(l)
	if err != nil {
		return nil, fmt.Errorf("new tick crowd of %q: %w", model.Name, err)
	}
	c := &TickCrowd{layout: l, n: n, rig: rig, stride: paletteStride(rig.joints())}
	if most := maxSlab/max(c.stride+len(model.Weights), 1) - simd.Lanes; n < 0 || n > most {
		return nil, fmt.Errorf("new tick crowd of %q: %w: %d instances, at most %d are possible", model.Name, ErrRange, n, most)
	}
	if o.Workers < 0 || len(o.Levels) > 0 {
		return nil, fmt.Errorf("new tick crowd of %q: %w: %d workers, %d levels of detail", model.Name, ErrRange, o.Workers, len(o.Levels))
	}
	if c.rest, c.bound, err = l.bindAll(append(motions, &soa.Clip{TicksPerSecond: 1})); err != nil {
		return nil, fmt.Errorf("new tick crowd of %q: %w", model.Name, err)
	}
	for _, clip := range model.Clips {
		c.clips = append(c.clips, newTickClock(clip))
	}
	c.clips = append(c.clips, newTickClock(&soa.Clip{TicksPerSecond: 1}))
	c.addFloats()
	c.state = make([]tickState, n)
	for i := range c.state {
		c.state[i] = tickState{clip: int32(len(model.Clips)), speed: 1}
	}
	c.palettes = simd.AlignedFloat32(c.stride * c.Blocks() * simd.Lanes)
	c.weights = make([]float32, n*len(model.Weights))
	for w := range model.Weights {
		row := -1
		if i, ok := l.other[tickTarget{soa.Weight, w}]; ok {
			row = c.rest.Columns().Row(l.columns.Rotations + i)
		}
		c.weight = append(c.weight, row)
		for i := range n {
			c.weights[i*len(model.Weights)+w] = model.Weights[w].Rest
		}
	}
	if o.Play != nil {
		if err := c.PlayAll(o.Clip, *o.Play); err != nil {
			return nil, fmt.Errorf("new tick crowd of %q: %w", model.Name, err)
		}
	}
	for range max(1, o.Workers) {
		c.scratch = append(c.scratch, c.NewScratch())
	}
	c.pool = newPool(max(1, o.Workers))
	if len(c.pool.helpers) > 0 {
		runtime.AddCleanup(c, (*pool).close, c.pool) // where Close is forgotten
	}
	c.run(c.scratch[0], 0, c.Blocks(), 0)
	return c, nil
}

// addFloats prepares the floats of all clips and of the rest pose.
func (c *TickCrowd) addFloats() {
	for _, f := range c.layout.model.Floats {
		c.floats.rest = append(c.floats.rest, f.Rest)
	}
	for _, clip := range c.layout.model.Clips {
		c.floats.add(clip.Floats())
	}
	c.floats.add(nil)
}

// Close ends the workers; what is done afterwards the calling goroutine does
// alone. It may be called again.
func (c *TickCrowd) Close() { c.pool.close() }

// paletteStride is the distance of palettes of so many matrices: whole cache
// lines, and an odd number of them, so that the palettes of a block do not
// compete for the same sets of a cache.
func paletteStride(joints int) int {
	const line = simd.CacheLine / 4
	return ((affineFloats*joints+line-1)/line | 1) * line
}

// NewScratch returns working memory for one goroutine.
func (c *TickCrowd) NewScratch() *TickScratch {
	window := min(tickWindow, c.Blocks()) * simd.Lanes
	s := &TickScratch{
		pose:    simd.AlignedFloat32(c.layout.columns.PoseValues()),
		scratch: simd.AlignedFloat32(max(c.rig.scratchValues(c.layout.columns), c.rig.solo.ScratchValues())),
		held:    -1,

		staged: simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * c.stride), Stride: c.stride},
		whole:  make([]float32, window), rest: make([]float32, window),
		order: make([]uint16, window),
		count: make([]int32, len(c.clips)),
	}
	if c.n == 1 { // a row then
		_ = simd.HoldKeys(s.pose, c.rest)
	} else {
		_ = simd.HoldKeys16(s.pose, c.rest, math.MaxUint16)
	}
	return s
}

// Len returns the number of instances.
func (c *TickCrowd) Len() int { return c.n }

// Blocks returns the number of blocks of sixteen instances, the last of which
// may be incomplete.
func (c *TickCrowd) Blocks() int { return (c.n + simd.Lanes - 1) / simd.Lanes }

// Model returns the model that is played.
func (c *TickCrowd) Model() *soa.Model { return c.layout.model }

// KeyBytes returns how much memory the keys of all clips take.
func (c *TickCrowd) KeyBytes() int {
	sum := 0
	for _, k := range c.bound {
		sum += k.Bytes()
	}
	return sum
}
