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
// the blocks are divided among goroutines.
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
	pool     *pool
	scratch  []*TickScratch // per worker
}

// tickClock is what turns seconds into ticks of a clip.
type tickClock struct {
	clip          *soa.Clip
	start, length float64 // seconds
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
	palettes      []float32 // of instances that do not lie one after the other
	count         []int32   // per clip
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
	l := newTickLayout(model, model.Clips)
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
	if c.rest, c.bound, err = l.bindAll(append(model.Clips[:len(model.Clips):len(model.Clips)], &soa.Clip{TicksPerSecond: 1})); err != nil {
		return nil, fmt.Errorf("new tick crowd of %q: %w", model.Name, err)
	}
	for _, clip := range model.Clips {
		c.clips = append(c.clips, tickClock{clip, clip.Start, clip.End() - clip.Start})
	}
	c.clips = append(c.clips, tickClock{clip: &soa.Clip{TicksPerSecond: 1}})
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
	s := &TickScratch{
		pose:    simd.AlignedFloat32(c.layout.columns.PoseValues()),
		scratch: simd.AlignedFloat32(c.rig.scratchValues(c.layout.columns)),
		held:    -1,

		palettes: simd.AlignedFloat32(simd.Lanes * c.stride),
		count:    make([]int32, len(c.clips)),
		order:    make([]uint16, min(tickWindow, c.Blocks())*simd.Lanes),
	}
	_ = simd.HoldKeys16(s.pose, c.rest, math.MaxUint16) // its length is right
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
