package soa

import (
	"fmt"
	"math"
)

// ClipColumns is the result of looking at all clips of a model to lay out poses for playing them
// from keys. An archive keeps it, so that each clip can be prepared alone.
//
//	all clips ─► ClipColumns ─┐
//	model, first clip ────────┴─► Layout ◄─ any clip, when it is first played
type ClipColumns struct {
	Clips int32 // their number
	Form  Form
	K     float32 // Layout.K
	// Moves has bits per slot: 1 where it has a column of its translation, 2 one of its scale.
	Moves []uint8
	// Pivot and Scale, of the form General, are Layout.Pivot and Layout.Scale.
	Pivot, Scale [][3]float32
	WeightMoves  []uint8 // per morph weight: 1 where it has a column
	WeightRest   []float32
	Reference    []float32 // Layout.Reference, of rotations
	Scaled       []float64 // per slot: its greatest scale in any clip; empty where none has a column
	// Moved is, per column, 1 where a clip that is not all spans moves the column or holds it off its
	// rest value.
	Moved []uint8
	Spare int32 // straight pieces that any track of these clips may have
}

// Validate checks the rules for any model. The error wraps ErrInvalid.
func (c *ClipColumns) Validate() error {
	fail := func(what string) error { return fmt.Errorf("%w: columns of clips: %s", ErrInvalid, what) }
	switch {
	case c.Form != Rig && c.Form != General:
		return fail("unknown form")
	case c.Clips < 1 || c.Spare < 0:
		return fail("numbers of clips and pieces")
	case len(c.Pivot) != len(c.Scale) || len(c.Pivot) != 0 && len(c.Pivot) != len(c.Moves) || (c.Form == General) != (len(c.Pivot) > 0 || len(c.Moves) == 0):
		return fail("pivots and scales")
	case len(c.WeightMoves) != len(c.WeightRest):
		return fail("weights")
	case !allFinite(c.K) || !allFinite(c.WeightRest...) || !allFinite(c.Reference...):
		return fail("a value is not finite")
	}
	for s := range c.Pivot {
		if !allFinite(c.Pivot[s][:]...) || !allFinite(c.Scale[s][:]...) {
			return fail("a value is not finite")
		}
	}
	for _, v := range c.Scaled {
		if !(v >= 0 && v <= math.MaxFloat32) {
			return fail("a greatest scale")
		}
	}
	for _, bits := range [...]struct {
		list []uint8
		most uint8
	}{{c.Moves, 3}, {c.WeightMoves, 1}, {c.Moved, 1}} {
		for _, v := range bits.list {
			if v > bits.most {
				return fail("bits")
			}
		}
	}
	return nil
}

func allFinite(values ...float32) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}
