package runtime

import (
	"fmt"
	"math"

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
// Instances rest until Play is called. One goroutine at a time may use a
// TickCrowd, but UpdateBlocks may run in parallel, each with its own
// TickScratch, for blocks that do not overlap.
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
	own      *TickScratch
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
// n, or simd.ErrKeys for a clip whose splines turn faster than its key times
// can be told apart. The model must not change while it is played.
func NewTickCrowd(model *soa.Model, n int) (*TickCrowd, error) {
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
	c.own = c.NewScratch()
	c.Update(0)
	return c, nil
}

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

// Play makes instance i play a clip of the model from now on, or rest where
// clip is nil. The palette follows with the next update. The error wraps
// ErrRange, ErrForeignClip or ErrTime; the instance goes on as before then.
func (c *TickCrowd) Play(i int, options PlayOptions, clip *soa.Clip) error {
	k, err := c.checkPlay(i, options, clip)
	if err != nil {
		return fmt.Errorf("play: %w", err)
	}
	s := tickState{speed: options.Speed, mode: options.Mode, clip: int32(k)}
	if s.speed == 0 {
		s.speed = 1
	}
	offset, length := options.Offset, c.clips[k].length
	if s.speed < 0 {
		offset = length - offset
	}
	s.phase = phase(offset, length, s.mode)
	c.state[i] = s
	return nil
}

func (c *TickCrowd) checkPlay(i int, options PlayOptions, clip *soa.Clip) (index int, err error) {
	if err := c.checkInstance(i); err != nil {
		return 0, err
	}
	if options.Mode > PingPong {
		return 0, fmt.Errorf("%w: %v", ErrRange, options.Mode)
	}
	for _, v := range [...]float64{options.Speed, options.Offset} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, fmt.Errorf("%w: speed %v, offset %v", ErrTime, options.Speed, options.Offset)
		}
	}
	last := len(c.clips) - 1
	if clip == nil {
		return last, nil
	}
	for k := range c.clips[:last] {
		if c.clips[k].clip == clip {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%w: %q is not among the %d clips of %q", ErrForeignClip, clip.Name, last, c.layout.model.Name)
}

func (c *TickCrowd) checkInstance(i int) error {
	if i < 0 || i >= c.n {
		return fmt.Errorf("%w: instance %d of %d", ErrRange, i, c.n)
	}
	return nil
}

// Seek moves instance i to time t, in seconds on the file's own time line, as
// Players.Seek does. The error wraps ErrRange or ErrTime.
func (c *TickCrowd) Seek(i int, t float64) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if math.IsNaN(t) || math.IsInf(t, 0) {
		return fmt.Errorf("seek: %w: %v", ErrTime, t)
	}
	s := &c.state[i]
	clock := &c.clips[s.clip]
	s.phase = phase(t-clock.start, clock.length, s.mode)
	return nil
}

// SetSpeed changes the speed of instance i; 0 stops it. The error wraps
// ErrRange or ErrTime.
func (c *TickCrowd) SetSpeed(i int, speed float64) error {
	if err := c.checkInstance(i); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	if math.IsNaN(speed) || math.IsInf(speed, 0) {
		return fmt.Errorf("set speed: %w: %v", ErrTime, speed)
	}
	c.state[i].speed = speed
	return nil
}

// Time returns where instance i stands, in seconds on the file's own time line.
func (c *TickCrowd) Time(i int) float64 {
	s := &c.state[i]
	clock := &c.clips[s.clip]
	return clock.start + position(s.phase, clock.length, s.mode)
}
