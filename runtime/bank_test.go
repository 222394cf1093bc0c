package runtime_test

import (
	"math"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/soa"
)

const (
	bankSlots  = 18 // of 20
	bankOthers = 8
)

// randomBank is a bank of random motions: 18 slots, three levels of detail,
// translations, scales and weights that move, a clip of plain frames, one of cells
// that are split and divided, and one that lasts no time.
func randomBank(form soa.Form, seed uint64) *soa.Bank {
	r := rand.New(rand.NewPCG(seed, 3))
	const slots = (bankSlots + 3) / 4 * 4
	b := &soa.Bank{
		Name: "random",
		Layout: soa.Layout{
			Form: form, K: 0.5, Others: bankOthers,
			Joint: make([]int16, slots), Parent: make([]int16, slots), Pivot: make([][3]float32, slots),
			TranslationColumn: make([]int16, slots), InverseBind: make([]soa.Affine, slots), Bind: make([]soa.Affine, slots),
			Slot: make([]int16, bankSlots), WeightColumn: []int16{6, soa.None, 7}, WeightRest: []float32{0.1, 0.2, 0.3},
		},
		Clips: []soa.BankClip{
			{Name: "plain", Seconds: 0.93, TicksPerSecond: 30, Rate: 11.7, Frames: 11, Row: 2, Rows: 12, FirstCell: soa.None},
			{Name: "cells", Seconds: 0.7, TicksPerSecond: 30, Rate: 10, Frames: 7, Row: 14, Rows: 20},
			{Name: "instant", TicksPerSecond: 30, Rate: 30, Frames: 1, Row: 34, Rows: 2, FirstCell: soa.None},
		},
		Cells: []soa.BankCell{{Row: 14, Split: 2}, {Row: 15, Split: 0.4}, {Row: 7, Parts: 3}, {Row: 22, Split: 2}, {Row: 10, Parts: 2}, {Row: 27, Split: 0}, {Row: 29, Split: 0.9},
			{Row: 18, Split: 0.5}, {Row: 20, Split: 2}, {Row: 21, Split: 2}, {Row: 24, Split: 0.3}, {Row: 25, Split: 2}},
	}
	float := func() float32 { return float32(r.IntN(2001)-1000) / 1000 }
	for s := range b.Joint {
		b.Joint[s], b.Parent[s], b.TranslationColumn[s] = soa.NoJoint, soa.NoJoint, soa.None
		b.InverseBind[s], b.Bind[s] = soa.IdentityAffine(), soa.IdentityAffine()
		if s >= bankSlots {
			continue
		}
		b.Joint[s], b.Slot[s] = int16(s), int16(s)
		b.Pivot[s] = [3]float32{float(), float(), float()}
		if s > 0 {
			b.Parent[s] = int16(r.IntN(s))
		}
		if s%5 == 0 {
			b.TranslationColumn[s] = int16(s / 5)
		}
		b.Bind[s][3], b.InverseBind[s][3] = float32(s), -float32(s)
	}
	if form == soa.General {
		b.Scale, b.ScaleColumn = make([][3]float32, slots), make([]int16, slots)
		for s := range b.Scale {
			b.Scale[s], b.ScaleColumn[s] = [3]float32{1, 1, 1}, soa.None
			if s%6 == 1 {
				b.Scale[s] = [3]float32{0.5, 1.5, 2}
			}
		}
		b.ScaleColumn[2], b.ScaleColumn[17] = 4, 5
		b.Static = []soa.StaticLocal{{Joint: 3, Local: soa.Affine{1, 0.5, 0, 1, 0, 1, 0, 2, 0, 0.25, 1, 3}}}
	}
	for i := range b.Clips {
		b.Clips[i].LevelError = make([]float64, 2)
	}
	for _, n := range []int{slots, 12, 4} {
		level := soa.LayoutLevel{Slots: n, StandIn: make([]uint16, slots)}
		for s := range level.StandIn {
			if level.StandIn[s] = uint16(s); s >= n {
				level.StandIn[s] = uint16(s % n)
			}
		}
		b.Levels = append(b.Levels, level)
	}
	randomRows(b, r)
	if err := b.Validate(); err != nil {
		panic(err)
	}
	return b
}

// randomRows fills 36 rows, of which two are at rest: unit quaternions that turn
// little from row to row.
func randomRows(b *soa.Bank, r *rand.Rand) {
	quads := make([][4]float64, b.Columns())
	for row := range 35 {
		for i := range quads {
			length := 0.
			for k := range 4 {
				step := float64(r.IntN(2001)-1000) / 1000
				if i < b.Rotations() && row > 0 {
					step *= 0.04
				}
				quads[i][k] += step
				length += quads[i][k] * quads[i][k]
			}
			length = math.Sqrt(length)
			for k := range 4 {
				if i < b.Rotations() || length > 1 {
					quads[i][k] /= length
				}
				b.Rows = append(b.Rows, float32(quads[i][k]))
			}
		}
		if row == 0 {
			b.Rest, b.Reference = append(b.Rest, b.Rows...), append(b.Reference, b.Rows[:4*b.Rotations()]...)
			b.Rows = append(b.Rows, b.Rest...)
		}
	}
}
