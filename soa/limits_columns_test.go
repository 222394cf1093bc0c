package soa

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

func TestClipColumnsLimits(t *testing.T) {
	fresh := func() *ClipColumns {
		return &ClipColumns{
			Clips: 1, Form: General, Moves: make([]uint8, 2), Pivot: make([][3]float32, 2), Scale: make([][3]float32, 2),
			WeightMoves: make([]uint8, 3), WeightRest: make([]float32, 3), Reference: make([]float32, 4), Scaled: make([]float64, 2), Moved: make([]uint8, 5),
		}
	}
	x := limits.NewTable(t, fresh, (*ClipColumns).Validate, ErrInvalid)
	limits.Range(x, "numbers of clips", 1, math.MaxInt32, func(c *ClipColumns, n int32) { c.Clips = n })
	limits.Range(x, "numbers of clips", 0, math.MaxInt32, func(c *ClipColumns, n int32) { c.Spare = n })
	limits.Range(x, "unknown form", Rig, General, func(c *ClipColumns, f Form) {
		if c.Form = f; f == Rig {
			c.Pivot, c.Scale = nil, nil
		}
	})
	limits.Length(x, "pivots and scales", func(c *ClipColumns) *[][3]float32 { return &c.Pivot })
	limits.Length(x, "pivots and scales", func(c *ClipColumns) *[][3]float32 { return &c.Scale })
	limits.Length(x, "pivots and scales", func(c *ClipColumns) *[]uint8 { return &c.Moves })
	limits.Length(x, "weights", func(c *ClipColumns) *[]uint8 { return &c.WeightMoves })
	limits.Length(x, "weights", func(c *ClipColumns) *[]float32 { return &c.WeightRest })
	x.Refuses("a rig with pivots", "pivots and scales", func(c *ClipColumns) { c.Form = Rig })
	x.Refuses("no pivots", "pivots and scales", func(c *ClipColumns) { c.Pivot, c.Scale = nil, nil })
	x.Takes("nothing that moves", func(c *ClipColumns) { *c = ClipColumns{Clips: 1, Form: General} })
	const most = math.MaxFloat32
	for _, of := range []func(c *ClipColumns) *float32{
		func(c *ClipColumns) *float32 { return &c.K }, func(c *ClipColumns) *float32 { return &c.WeightRest[2] }, func(c *ClipColumns) *float32 { return &c.Reference[3] },
		func(c *ClipColumns) *float32 { return &c.Pivot[1][2] }, func(c *ClipColumns) *float32 { return &c.Scale[1][0] },
	} {
		limits.Range(x, "not finite", -most, most, func(c *ClipColumns, v float32) { *of(c) = v })
	}
	limits.Range(x, "a greatest scale", 0, most, func(c *ClipColumns, v float64) { c.Scaled[1] = v })
	limits.Range(x, "bits", 0, 3, func(c *ClipColumns, v uint8) { c.Moves[1] = v })
	limits.Range(x, "bits", 0, 1, func(c *ClipColumns, v uint8) { c.WeightMoves[2] = v })
	limits.Range(x, "bits", 0, 1, func(c *ClipColumns, v uint8) { c.Moved[4] = v })
}
