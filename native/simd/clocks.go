package simd

import (
	"fmt"
	"math"
	"slices"
)

// Clocks is where instances stand in their clips. It holds, per instance, 37
// bytes in arrays of their own, blocks of 16 one after the other:
//
//	phase   seconds since the clip's start, in its first period
//	cycle   periods before that one
//	speed   seconds of the clip per second
//	period  seconds after which it repeats
//	clip    the index of its clip
//	mode    ClockMode, and whether it has cells and stands still
//
// Different goroutines may change or advance the clocks of different blocks.
type Clocks struct {
	phase, speed, period []float64
	cycle                []int64
	clip                 []int32
	mode                 []uint8
	clips                []ClockClip
	frames               []clockFrames // of clips
	cells                []Cell
	stride               int
}

// clockFrames is what the kernels read of a clip.
type clockFrames struct {
	rate       float64
	base, last int32 // the first row or, where it has cells, the first cell; the last frame
}

// ClockMode says what happens to a time outside a clip.
type ClockMode uint8

const (
	ClockWrap     ClockMode = 0 // starts again
	ClockPingPong ClockMode = 1 // plays forwards and backwards in turn
	ClockClamp    ClockMode = 2 // stays at the end
)

// Flags beside the mode.
const (
	clockCells  = 4
	clockPaused = 8
)

// ClockClip is a clip as a clock sees it: Frames ≥ 1 frames, Rate of them a
// second, which are rows of a bank from Base on or, with Cells, cells.
type ClockClip struct {
	Seconds, Rate float64
	Base, Frames  int32
	Cells         bool
}

// Cell says which rows a frame is. Above 1, Parts is the number of cells from
// Row on into which it is divided evenly, none of which is divided again.
// Otherwise it is the row Row, or Row+2 from alpha = Split on.
type Cell struct {
	Row, Parts int32
	Split      float32
}

// NewClocks returns the clocks of some blocks of instances that stand at the start of
// the first of some clips, for a bank whose rows are stride values apart. stride times
// any row must be an int32. The error wraps ErrLength for a clip of cells that there
// are not, or no clip.
func NewClocks(blocks int, clips []ClockClip, cells []Cell, stride int) (*Clocks, error) {
	if blocks < 0 || blocks > math.MaxInt32/Lanes || stride < 0 || stride > math.MaxInt32 || len(cells) > math.MaxInt32/3 {
		return nil, fmt.Errorf("simd.NewClocks: %w: %d blocks, %d cells, stride %d", ErrLength, blocks, len(cells), stride)
	}
	for i, c := range cells {
		if c.Parts <= 1 {
			continue
		}
		if c.Row < 0 || int64(c.Row)+int64(c.Parts) > int64(len(cells)) {
			return nil, fmt.Errorf("simd.NewClocks: %w: cell %d is %d cells from %d on, of %d", ErrLength, i, c.Parts, c.Row, len(cells))
		}
	}
	if len(clips) == 0 || len(clips) > math.MaxInt32/2 {
		return nil, lengthError("NewClocks", "clips", len(clips), 1)
	}
	frames := make([]clockFrames, len(clips))
	for i, clip := range clips {
		if clip.Frames < 1 || clip.Base < 0 || clip.Cells && int64(clip.Base)+int64(clip.Frames) > int64(len(cells)) {
			return nil, fmt.Errorf("simd.NewClocks: %w: clip %d has %d frames from %d on, of %d cells", ErrLength, i, clip.Frames, clip.Base, len(cells))
		}
		frames[i] = clockFrames{clip.Rate, clip.Base, clip.Frames - 1}
	}
	n := Lanes * blocks
	c := &Clocks{
		phase: make([]float64, n), speed: make([]float64, n), period: make([]float64, n),
		cycle: make([]int64, n), clip: make([]int32, n), mode: make([]uint8, n),
		clips: slices.Clone(clips), frames: frames, cells: cells, stride: stride,
	}
	for i := range c.mode {
		_ = c.SetClip(i, 0, ClockClamp)
	}
	return c, nil
}

// SetClip makes instance i stand in a clip, an index; its phase, its speed and whether
// it is paused stay. The error wraps ErrLength for a clip that there is not.
func (c *Clocks) SetClip(i, index int, mode ClockMode) error {
	if index < 0 || index >= len(c.clips) {
		return fmt.Errorf("simd.Clocks: %w: clip %d of %d", ErrLength, index, len(c.clips))
	}
	clip := &c.clips[index]
	if !(clip.Seconds > 0) {
		mode = ClockClamp // there is only the start
	}
	c.period[i], c.clip[i] = clip.Seconds, int32(index)
	if mode == ClockPingPong {
		c.period[i] = 2 * clip.Seconds
	}
	flags := c.mode[i]&clockPaused | uint8(mode)
	if clip.Cells {
		flags |= clockCells
	}
	c.mode[i] = flags
	return nil
}

// SetPhase puts instance i to a time, in seconds after the clip's start and any
// number of periods away: its cycle is that number.
func (c *Clocks) SetPhase(i int, seconds float64) {
	c.phase[i], c.cycle[i] = reduce(seconds, c.period[i], c.mode[i]&uint8(ClockClamp) != 0)
}

// Cycle is the number of periods between the clip's start and the period that
// instance i is in: negative before the start, 0 for ClockClamp. It stays within
// about ±2^61.
func (c *Clocks) Cycle(i int) int64 { return c.cycle[i] }

// Position is where in its clip instance i is, in seconds after the clip's start: the
// phase, with the way back of ClockPingPong folded.
func (c *Clocks) Position(i int) float64 {
	x := c.phase[i]
	if back := c.period[i] - x; c.mode[i]&uint8(ClockPingPong) != 0 && back < x {
		return back
	}
	return x
}

// SetSpeed changes the speed of instance i.
func (c *Clocks) SetSpeed(i int, speed float64) { c.speed[i] = speed }

// Speed is the speed of instance i.
func (c *Clocks) Speed(i int) float64 { return c.speed[i] }

// Pause lets instance i stand still, or go on with its speed.
func (c *Clocks) Pause(i int, paused bool) {
	c.mode[i] &^= clockPaused
	if paused {
		c.mode[i] |= clockPaused
	}
}

// Paused reports whether instance i stands still.
func (c *Clocks) Paused(i int) bool { return c.mode[i]&clockPaused != 0 }

// Mode is the mode of instance i, ClockClamp for a clip of no length. After Hold,
// ClockPingPong has become ClockPingPong|ClockClamp.
func (c *Clocks) Mode(i int) ClockMode { return ClockMode(c.mode[i] &^ (clockCells | clockPaused)) }

// Hold makes the clip of instance i end with the period that it is in.
func (c *Clocks) Hold(i int) { c.mode[i] |= uint8(ClockClamp) }

// Period is the number of seconds after which the clip of instance i repeats.
func (c *Clocks) Period(i int) float64 { return c.period[i] }

// Time is the phase of instance i, seconds in its period, and its cycle.
func (c *Clocks) Time(i int) (cycle int64, phase float64) { return c.cycle[i], c.phase[i] }

// Times are those of instances from first on, to be read only.
func (c *Clocks) Times(first, instances int) (cycles []int64, phases []float64) {
	return c.cycle[first : first+instances], c.phase[first : first+instances]
}

// SetTime puts instance i where Time says.
func (c *Clocks) SetTime(i int, cycle int64, phase float64) { c.cycle[i], c.phase[i] = cycle, phase }

// Copy makes instance i stand where instance from does, in its clip.
func (c *Clocks) Copy(i, from int) {
	c.phase[i], c.cycle[i], c.speed[i] = c.phase[from], c.cycle[from], c.speed[from]
	c.period[i], c.clip[i], c.mode[i] = c.period[from], c.clip[from], c.mode[from]
}

// clockDoublings is how often a reduction doubles the period: it reaches
// 2^clockDoublings of them without a division.
const clockDoublings = 4

// maxCycle is the greatest number of periods that a cycle counts.
const maxCycle = 1 << 61

// addCycles adds two numbers of periods. Few at a time may lead a little beyond
// maxCycle: int64 has room for that.
func addCycles(a, b int64) int64 {
	if b >= -1<<clockDoublings && b <= 1<<clockDoublings {
		return a + b
	}
	return max(-maxCycle, min(a+b, maxCycle))
}

// reduce brings x, in seconds, into the first period and counts the periods that it
// takes away. A multiple 2^k of the period is subtracted only from what is between
// one and two of these, which is exact, and so is math.Mod: no time is too far away.
func reduce(x, period float64, clamp bool) (phase float64, cycles int64) {
	if clamp {
		if !(x > 0) { // NaN too
			return 0, 0
		}
		return min(x, period), 0
	}
	if x > 0 && x < period {
		return x, 0
	}
	a := math.Abs(x)
	if a < period*(1<<clockDoublings) {
		for k := clockDoublings - 1; k >= 0; k-- {
			if p := float64(period * float64(int(1)<<k)); a >= p {
				a -= p
				cycles += 1 << k
			}
		}
	} else {
		whole := a
		a = math.Mod(a, period)
		if n := math.Round((whole - a) / period); n < maxCycle {
			cycles = int64(n)
		} else if whole-a > 0 { // not NaN
			cycles = maxCycle
		}
	}
	if x < 0 {
		cycles = -cycles
		if a > 0 {
			a = period - a
			cycles--
		}
	}
	switch {
	case a < period:
		return a, cycles
	case a == period: // the difference was rounded to it
		return 0, cycles + 1
	}
	return 0, 0 // an infinite time
}
