package soa

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

// below64 is the greatest number in float64.
var below64 = math.Nextafter(MaxMagnitude, 0)

// A bank's clips, cells and rows are taken up to their limits. Clip a of twoSlots has 2 frames in the
// rows 2 to 5 and no cells, clip b one frame of a split cell in the rows 5 to 9, the last ones.
func TestBankLimits(t *testing.T) {
	x := limits.NewTable(t, twoSlots, (*Bank).Validate, ErrInvalid)
	for k := range 2 {
		a := func(b *Bank) *BankClip { return &b.Clips[k] }
		limits.Range(x, "it starts", 0, below64, func(b *Bank, v float64) { a(b).Seconds = v })
		limits.Range(x, "it starts", -below64, below64, func(b *Bank, v float64) { a(b).Start = v })
		limits.Range(x, "frames a second", math.SmallestNonzeroFloat64, below64, func(b *Bank, v float64) { a(b).Rate = v })
		limits.Range(x, "ticks per second", math.Nextafter(1.0/MaxMagnitude, 1), below64, func(b *Bank, v float64) { a(b).TicksPerSecond = v })
		limits.Length(x, "LevelError", func(b *Bank) *[]float64 { return &a(b).LevelError })
	}
	limits.Range(x, "frames in", 1, 2, func(b *Bank, n uint32) { b.Clips[0].Frames = n })
	limits.Range(x, "frames in", 2, 6, func(b *Bank, n uint32) { b.Clips[0].Row = n })
	limits.Range(x, "frames in", 3, 7, func(b *Bank, n uint32) { b.Clips[0].Rows = n })
	limits.Range(x, "in the rows", 2, 7, func(b *Bank, n uint32) { b.Clips[0].Frames, b.Clips[0].Rows = 1, n })
	limits.Range(x, "cells from", 0, 0, func(b *Bank, n int32) {
		if b.Clips[1].FirstCell = n; n == None {
			b.Clips[1].FirstCell = -2
		}
	})
	limits.Range(x, "cells from", None, None, func(b *Bank, n int32) {
		if b.Clips[1].FirstCell = n; n == 0 {
			b.Clips[1].FirstCell = 1
		}
	})
	limits.Range(x, "split at", 5, 5, func(b *Bank, n uint32) { b.Cells[0].Row = n })
	limits.Range(x, "split at", 5, 7, func(b *Bank, n uint32) { b.Cells[0].Row, b.Cells[0].Split = n, math.Nextafter32(1, 2) })
	limits.Range(x, "split at", 5, 5, func(b *Bank, n uint32) { b.Cells[0].Row, b.Cells[0].Split = n, 1 })
	x.Takes("a cell of one part", func(b *Bank) { b.Cells[0].Parts = 1 })
	x.Takes("no split", func(b *Bank) { b.Cells[0].Split = float32(math.Inf(1)) })
	x.Refuses("no number", "split at NaN", func(b *Bank) { b.Cells[0].Split = float32(math.NaN()) })
	limits.Range(x, "Rows[287]", -below, below, func(b *Bank, v float32) { b.Rows[287] = v })
	for n, is := range map[int]bool{0: false, 1: false, 2: true, 3: true} {
		rows := func(more int) func(b *Bank) {
			return func(b *Bank) { b.Clips, b.Rows = nil, b.Rows[:n*b.Stride()+more] }
		}
		if x.Refuses(fmt.Sprintf("half a row after %d", n), "no whole rows", rows(1)); is {
			x.Takes(fmt.Sprint(n, " rows"), rows(0))
		} else {
			x.Refuses(fmt.Sprint(n, " rows"), "no whole rows", rows(0))
		}
	}
	rotationLimits(x)
}

// rotationLimits tries rotations that have no direction, or are opposite in two rows of a clip.
func rotationLimits(x *limits.Table[Bank]) {
	const least = 1.0 / (1 << 20)
	for row := range 9 {
		alone := func(v float32) func(b *Bank) {
			return func(b *Bank) {
				for r := range 9 { // the same in all, that no rows are opposite
					copy(b.Rows[r*b.Stride()+12:], []float32{-1, 0, 0, 0})
				}
				b.Rows[row*b.Stride()+12] = v
			}
		}
		x.Refuses("a short quaternion", fmt.Sprintf("row %d has a quaternion near zero", row), alone(-least))
		x.Takes("a longer quaternion", alone(-math.Nextafter32(least, 1)))
	}
	// The rows 2 to 4 and 5 to 8 are those of a clip each, 0 and 1 of none.
	for row := 1; row < 9; row++ {
		for k := range 4 {
			turned := func(angle float64) func(b *Bank) {
				return func(b *Bank) {
					q := make([]float32, 4)
					q[(k+1)%4] = float32(math.Sin(angle))
					q[k] = float32(math.Cos(angle))
					for r := range 9 {
						at := b.Rows[r*b.Stride()+12:][:4]
						clear(at)
						if at[k] = 0.5; r >= row {
							copy(at, q)
						}
					}
				}
			}
			within := row == 3 || row == 4 || row >= 6
			if x.Takes("nearly opposite rotations", turned(math.Pi-0.01)); within {
				x.Refuses("opposite rotations", fmt.Sprintf("rows %d and %d have opposite", row-1, row), turned(math.Pi-0.001))
			} else {
				x.Takes("opposite rotations of two clips", turned(math.Pi))
			}
			x.Takes("the same rotations", turned(0.001))
		}
	}
}

// A cell divided in parts takes those of the bank's cells, from its first to its last, none of which
// is divided.
func TestBankPartLimits(t *testing.T) {
	x := limits.NewTable(t, func() *Bank {
		b := twoSlots()
		b.Cells = []BankCell{{Row: 1, Parts: 3}, {Row: 5, Split: 0.5}, {Row: 5, Split: 2}, {Row: 7, Split: 2, Parts: 1}}
		return b
	}, (*Bank).Validate, ErrInvalid)
	x.Takes("fewer parts", func(b *Bank) { b.Cells[0].Parts = 2 })
	x.Refuses("more parts", "it is 4 cells", func(b *Bank) { b.Cells[0].Parts = 4 })
	x.Refuses("later parts", "from 2 on", func(b *Bank) { b.Cells[0].Row = 2 })
	x.Refuses("parts from itself on", "divided again", func(b *Bank) { b.Cells[0].Row = 0 })
	x.Refuses("no cell", "it is 3 cells", func(b *Bank) { b.Cells[0].Row = math.MaxUint32 })
	for k := 1; k < 4; k++ {
		x.Refuses("parts of parts", fmt.Sprintf("its part %d is divided", k-1), func(b *Bank) { b.Cells[k].Parts = 2 })
		x.Takes("a part of one", func(b *Bank) { b.Cells[k].Parts = 1 })
		x.Refuses("a part before its clip", "it is at row 4", func(b *Bank) { b.Cells[k].Row = 4 })
		x.Refuses("a part after its clip", "it is at row 8", func(b *Bank) { b.Cells[k].Row = 8 })
	}
}

// In the form General no slot is scaled by MaxMagnitude or more in any row, with those above it.
func TestBankScaleLimits(t *testing.T) {
	x := limits.NewTable(t, func() *Bank {
		b := twoSlots()
		general(b)
		b.Static = nil
		for r := range 9 {
			copy(b.Rows[r*b.Stride()+16+8:], []float32{1, 1, 1})
		}
		b.Scale[0] = [3]float32{0, 0, -1 << 20}
		return b
	}, (*Bank).Validate, ErrInvalid)
	for row := range 9 {
		for k := range 3 {
			limits.Range(x, "", -math.Nextafter32(1<<21, 0), math.Nextafter32(1<<21, 0), func(b *Bank, v float32) { b.Rows[row*b.Stride()+16+8+k] = v })
		}
	}
	for k := range 3 {
		x.Refuses("a constant scale", "slot 1 is scaled", func(b *Bank) { b.ScaleColumn[1], b.Scale[1][k] = None, 1<<21 })
		x.Takes("a scale of the row below", func(b *Bank) { b.Parent[1], b.Rows[16+8+k] = NoJoint, 1<<21 })
	}
	x.Refuses("a static matrix", "slot 1 is scaled", func(b *Bank) {
		b.Static = []StaticLocal{{Joint: 1, Local: IdentityAffine()}}
		b.Static[0].Local[6] = 1 << 21
	})
	x.Refuses("a static root", "slot 0 is scaled", func(b *Bank) {
		b.Static = []StaticLocal{{Local: Affine{0: 1 << 40, 1: 1 << 40, 2: 1 << 40, 4: 1 << 40}}}
	})
	x.Takes("a place of a static matrix", func(b *Bank) {
		b.Static = []StaticLocal{{Joint: 1, Local: IdentityAffine()}}
		b.Static[0].Local[7] = 1 << 40
	})
}
