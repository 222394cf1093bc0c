package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"slices"
)

// Clocks holds the times of instances in their clips, 37 bytes each, in one array per field:
//
//	phase   seconds since the clip's start, in its first period
//	cycle   periods before that one
//	speed   seconds of the clip per second
//	period  seconds after which it repeats
//	clip    the index of its clip
//	mode    ClockMode, and flags: has cells, is paused
//
// Goroutines may change or advance the clocks of different blocks concurrently.
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

// ClockMode is the behaviour beyond the ends of a clip.
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

// ClockClip is a clip of Frames ≥ 1 frames, Rate per second: rows of a bank from Base on or,
// with Cells, cells.
type ClockClip struct {
	Seconds, Rate float64
	Base, Frames  int32
	Cells         bool
}

// Cell maps a frame to rows. With Parts > 1 the frame is divided evenly into that many cells
// from Row on, which are not divided again. Otherwise it is the row Row, or Row+2 from
// alpha = Split on.
type Cell struct {
	Row, Parts int32
	Split      float32
}

// NewClocks returns clocks for blocks of instances, at the start of the first clip, for a
// bank whose rows are stride values apart. stride times any row must fit in an int32. The
// error wraps ErrLength if clips is empty or a clip refers to cells that do not exist.
func NewClocks(blocks int, clips []ClockClip, cells []Cell, stride int) (*Clocks, error) {
	if blocks < 0 || blocks > math.MaxInt32/simd.Lanes || stride < 0 || stride > math.MaxInt32 || len(cells) > math.MaxInt32/3 {
		return nil, fmt.Errorf("simd.NewClocks: %w: %d blocks, %d cells, stride %d", simd.ErrLength, blocks, len(cells), stride)
	}
	for i, c := range cells {
		if c.Parts <= 1 {
			continue
		}
		if c.Row < 0 || int64(c.Row)+int64(c.Parts) > int64(len(cells)) {
			return nil, fmt.Errorf("simd.NewClocks: %w: cell %d is %d cells from %d on, of %d", simd.ErrLength, i, c.Parts, c.Row, len(cells))
		}
	}
	if len(clips) == 0 || len(clips) > math.MaxInt32/2 {
		return nil, lengthError("NewClocks", "clips", len(clips), 1)
	}
	frames := make([]clockFrames, len(clips))
	for i, clip := range clips {
		if clip.Frames < 1 || clip.Base < 0 || clip.Cells && int64(clip.Base)+int64(clip.Frames) > int64(len(cells)) {
			return nil, fmt.Errorf("simd.NewClocks: %w: clip %d has %d frames from %d on, of %d cells", simd.ErrLength, i, clip.Frames, clip.Base, len(cells))
		}
		frames[i] = clockFrames{clip.Rate, clip.Base, clip.Frames - 1}
	}
	n := simd.Lanes * blocks
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

// SetClip assigns a clip, by index, to instance i. Phase, speed and pause stay. The error
// wraps ErrLength if the clip does not exist.
func (c *Clocks) SetClip(i, index int, mode ClockMode) error {
	if index < 0 || index >= len(c.clips) {
		return fmt.Errorf("simd.Clocks: %w: clip %d of %d", simd.ErrLength, index, len(c.clips))
	}
	clip := &c.clips[index]
	if !(clip.Seconds > 0) {
		mode = ClockClamp // a clip of no length
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

// SetPhase sets the time of instance i, in seconds after the clip's start; whole periods
// become its cycle.
func (c *Clocks) SetPhase(i int, seconds float64) {
	c.phase[i], c.cycle[i] = reduce(seconds, c.period[i], c.mode[i]&uint8(ClockClamp) != 0)
}

// Cycle returns the number of whole periods since the clip's start of instance i: negative
// before it, 0 for ClockClamp, within about ±2^61.
func (c *Clocks) Cycle(i int) int64 { return c.cycle[i] }

// Position returns the time of instance i within its clip, in seconds: the phase, mirrored
// on the way back of ClockPingPong.
func (c *Clocks) Position(i int) float64 {
	x := c.phase[i]
	if back := c.period[i] - x; c.mode[i]&uint8(ClockPingPong) != 0 && back < x {
		return back
	}
	return x
}

// SetSpeed sets the speed of instance i, in seconds of the clip per second.
func (c *Clocks) SetSpeed(i int, speed float64) { c.speed[i] = speed }

// Speed is the speed of instance i.
func (c *Clocks) Speed(i int) float64 { return c.speed[i] }

// Pause pauses or resumes instance i.
func (c *Clocks) Pause(i int, paused bool) {
	c.mode[i] &^= clockPaused
	if paused {
		c.mode[i] |= clockPaused
	}
}

// Paused reports whether instance i is paused.
func (c *Clocks) Paused(i int) bool { return c.mode[i]&clockPaused != 0 }

// Mode is the mode of instance i, ClockClamp for a clip of no length. After Hold,
// ClockPingPong has become ClockPingPong|ClockClamp.
func (c *Clocks) Mode(i int) ClockMode { return ClockMode(c.mode[i] &^ (clockCells | clockPaused)) }

// Hold stops instance i at the end of its current period.
func (c *Clocks) Hold(i int) { c.mode[i] |= uint8(ClockClamp) }

// Period is the number of seconds after which the clip of instance i repeats.
func (c *Clocks) Period(i int) float64 { return c.period[i] }

// Time is the phase of instance i, seconds in its period, and its cycle.
func (c *Clocks) Time(i int) (cycle int64, phase float64) { return c.cycle[i], c.phase[i] }

// Times are those of instances from first on, to be read only.
func (c *Clocks) Times(first, instances int) (cycles []int64, phases []float64) {
	return c.cycle[first : first+instances], c.phase[first : first+instances]
}

// SetTime restores what Time returned.
func (c *Clocks) SetTime(i int, cycle int64, phase float64) { c.cycle[i], c.phase[i] = cycle, phase }

// Copy copies the clip and the time of instance from to instance i.
func (c *Clocks) Copy(i, from int) {
	c.phase[i], c.cycle[i], c.speed[i] = c.phase[from], c.cycle[from], c.speed[from]
	c.period[i], c.clip[i], c.mode[i] = c.period[from], c.clip[from], c.mode[from]
}

// clockDoublings is how often reduce doubles the period: up to 2^clockDoublings periods need
// no division.
const clockDoublings = 4

// maxCycle is the limit of cycles.
const maxCycle = 1 << 61

// addCycles adds numbers of periods. Small steps may exceed maxCycle a little, which int64
// has room for.
func addCycles(a, b int64) int64 {
	if b >= -1<<clockDoublings && b <= 1<<clockDoublings {
		return a + b
	}
	return max(-maxCycle, min(a+b, maxCycle))
}

// reduce returns x, in seconds, modulo period, and the periods subtracted. It is exact: 2^k
// periods are subtracted only from a value between one and two of these, and math.Mod is
// exact at any distance.
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
