package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
)

// Advance16 advances the clocks of the blocks from first on by dt seconds, one block per
// entry of at, and writes the rows of a bank that they lie between. In float64:
//
//	x = phase + speed·dt                  or phase, where it is paused
//	x = x mod period                      exactly, the periods taken away added to the
//	                                      cycle; of ClockClamp clamped to [0, period]
//	u = x·rate                            of ClockPingPong min(x, period-x)·rate
//	f = min(⌊u⌋, last)    alpha = u - f
//	row = base + f
//
// and, where the clip has cells, with the cell base + f:
//
//	Parts > 1    n = min(⌊alpha·Parts⌋, Parts-1)   alpha = alpha·Parts - n   cell = cells[Row+n]
//	row = Row, or Row+2 where float32(alpha) ≥ Split
//
// Alpha is then rounded to float32, at most 1. If dt or a clip's numbers are not finite, the
// rows are those of some other time.
func (c *Clocks) Advance16(at []simd.Frames, first int, dt float64) error {
	if first < 0 || first > len(c.mode)/simd.Lanes-len(at) {
		return fmt.Errorf("simd.Clocks.Advance16: %w: blocks %d to %d of %d", simd.ErrLength, first, first+len(at), len(c.mode)/simd.Lanes)
	}
	if len(at) > 0 {
		advance16(at, c, first, dt)
	}
	return nil
}

func advance16Go(at []simd.Frames, c *Clocks, first int, dt float64) {
	for b := range at {
		for l := range simd.Lanes {
			at[b].Row[l], at[b].Alpha[l] = c.Advance(simd.Lanes*(first+b)+l, dt)
		}
	}
}

// Advance is Advance16 for instance i alone.
func (c *Clocks) Advance(i int, dt float64) (row int64, alpha float32) {
	mode, period := c.mode[i], c.period[i]
	step := float64(c.speed[i] * dt)
	if mode&clockPaused != 0 {
		step = 0
	}
	x := c.phase[i] + step
	if !(x > 0 && x < period) { // else reduce leaves it
		var cycles int64
		x, cycles = reduce(x, period, mode&uint8(ClockClamp) != 0)
		c.cycle[i] = addCycles(c.cycle[i], cycles)
	}
	c.phase[i] = x
	return c.place(i, x)
}

// Place returns the row of a bank that instance i is at, as Advance does, and changes nothing.
func (c *Clocks) Place(i int) (row int64, alpha float32) { return c.place(i, c.phase[i]) }

// place finds the row of a phase.
func (c *Clocks) place(i int, x float64) (row int64, alpha float32) {
	mode := c.mode[i]
	if back := c.period[i] - x; mode&uint8(ClockPingPong) != 0 && back < x {
		x = back
	}
	clip := &c.frames[c.clip[i]]
	u, n := split(float64(x*clip.rate), clip.last)
	r := clip.base + n
	if mode&clockCells != 0 {
		r, u = lookUp(c.cells, r, u)
	}
	alpha = float32(u)
	if !(alpha < 1) {
		alpha = 1
	}
	return int64(r) * int64(c.stride), alpha
}

// lookUp finds the row of a cell, and how far it is to the next row.
func lookUp(cells []Cell, i int32, u float64) (row int32, alpha float64) {
	cell := &cells[i]
	if cell.Parts > 1 {
		u, row = split(float64(u*float64(cell.Parts)), cell.Parts-1)
		cell = &cells[cell.Row+row]
	}
	if float32(u) >= cell.Split {
		return cell.Row + 2, u
	}
	return cell.Row, u
}

// split divides u ≥ 0 into an integer, at most last, and the rest. The integer, which finds a row, does
// not wait for the float64.
func split(u float64, last int32) (rest float64, n int32) {
	if f := math.Floor(u); f < float64(last) {
		return u - f, int32(u)
	}
	return u - float64(last), last
}
