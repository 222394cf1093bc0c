package soa_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/limits"
	"github.com/sinew-anim/sinew/soa"
)

// packedTable is of a clip of n weights in a coding, with a validation for its own numbers.
func packedTable(t *testing.T, coding uint8, weights int, intervals, perSegment uint32) *limits.Table[soa.Packed] {
	t.Helper()
	return limits.NewTable(t, func() *soa.Packed { return still(coding, weights, intervals, perSegment) }, func(p *soa.Packed) error { return p.Validate(0, weights, 0) }, soa.ErrInvalid)
}

// In both codings what a packed clip counts is what it has.
func TestPackedArrayLimits(t *testing.T) {
	for _, coding := range []uint8{soa.PackedRice, soa.PackedSpans} {
		x := packedTable(t, coding, 9, 20, packing.Span)
		limits.Length(x, "bytes of kinds", func(p *soa.Packed) *[]uint8 { return &p.Kind })
		limits.Length(x, "steps for", func(p *soa.Packed) *[]uint8 { return &p.Step })
		limits.Length(x, "grids", func(p *soa.Packed) *[]soa.PackedGrid { return &p.Grids })
		limits.Length(x, "segments, want 3", func(p *soa.Packed) *[]uint32 { return &p.Segment })
		limits.Length(x, "tracks on 1 grids", func(p *soa.Packed) *[]uint8 { return &p.Grid })
		limits.Length(x, "spans have parts", func(p *soa.Packed) *[]uint8 { return &p.Parts })
		x.Refuses("a component left out", "left out", func(p *soa.Packed) { p.Left = make([]uint8, 1) })
		x.Refuses("a width more", "widths", func(p *soa.Packed) { p.Knot = append(p.Knot, 0) })
		x.Refuses("a first width more", "widths", func(p *soa.Packed) { p.First = append(p.First, 0) })
		x.Refuses("both widths more", "widths of knots", func(p *soa.Packed) { p.Knot, p.First = append(p.Knot, 0), append(p.First, 0) })
		limits.Range(x, "grid 0 has the unknown curve", soa.PackedLines, soa.PackedCatmullRom, func(p *soa.Packed, c uint32) {
			if p.Grids[0].Curve = c; c == soa.PackedCatmullRom && p.Coding == soa.PackedSpans {
				p.Parts = []uint8{1, 1, 1}
			}
		})
		x.Refuses("the coding after the last", "unknown coding", func(p *soa.Packed) { p.Coding, p.Left, p.First, p.Knot = soa.PackedSpans+1, nil, nil, nil })
		limits.Range(x, "it is for", 0, 0, func(p *soa.Packed, n int) { p.Joints = n })
		limits.Range(x, "it is for", 9, 9, func(p *soa.Packed, n int) { p.Weights = n })
		limits.Range(x, "it is for", 0, 0, func(p *soa.Packed, n int) { p.Floats = n })
		x.Takes("a last segment at the data's end", func(p *soa.Packed) {
			if p.Coding == soa.PackedRice {
				p.Segment[2] = uint32(len(p.Data) - packing.Padding(coding == soa.PackedSpans))
			}
		})
		for bit := 2; bit < 8; bit++ {
			x.Refuses("a kind of no place", "beyond the last place", func(p *soa.Packed) { p.Kind[2] |= 1 << bit })
		}
		for k := range packing.Padding(coding == soa.PackedSpans) {
			x.Refuses("data in the padding", "zeros", func(p *soa.Packed) { p.Data[len(p.Data)-1-k] = 1 })
		}
		x.Refuses("no padding", "bytes of data", func(p *soa.Packed) { p.Data = p.Data[:packing.Padding(coding == soa.PackedSpans)-1] })
		x.Refuses("segments that go back", "segment 2", func(p *soa.Packed) { p.Segment[2], p.Segment[1] = p.Segment[1], p.Segment[2]+1 })
		x.Refuses("a segment past the data", "at byte", func(p *soa.Packed) { p.Segment[2] = uint32(len(p.Data)-packing.Padding(coding == soa.PackedSpans)) + 1 })
		x.Refuses("a track that is driven twice", "driven twice", func(p *soa.Packed) {
			p.Exact.Tracks, p.Exact.Time, p.Exact.X, p.Exact.Y, p.Exact.Z, p.Exact.W = []soa.Track{{Target: 8, Property: soa.Weight}}, make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1)
		})
		for _, of := range []func(p *soa.Packed) *float64{
			func(p *soa.Packed) *float64 { return &p.Bound }, func(p *soa.Packed) *float64 { return &p.Error }, func(p *soa.Packed) *float64 { return &p.ErrorDistance },
			func(p *soa.Packed) *float64 { return &p.WeightBound }, func(p *soa.Packed) *float64 { return &p.WeightError },
			func(p *soa.Packed) *float64 { return &p.FloatBound }, func(p *soa.Packed) *float64 { return &p.FloatError },
		} {
			limits.Range(x, "the bounds", 0, math.MaxFloat64, func(p *soa.Packed, v float64) { *of(p) = v })
		}
	}
}

// Spans have from 1 to MaxPackedParts parts where a grid is curved, and knots of up to MaxPackedWidth
// bits, which lie before the first span.
func TestPackedSpanLimits(t *testing.T) {
	x := packedTable(t, soa.PackedSpans, 9, 20, packing.Span)
	limits.Range(x, "parts, it may have", 1, packing.MaxParts, func(p *soa.Packed, n uint8) { p.Grids[0].Curve, p.Parts = soa.PackedCatmullRom, []uint8{1, n, 1} })
	// 8 weights of a vector and 1 of another, at 4 knots, in bits and whole bytes.
	wide := func(first, knot uint8, before int) func(p *soa.Packed) {
		return func(p *soa.Packed) {
			p.First, p.Knot, p.Data = []uint8{first, 0}, []uint8{knot, 0}, append(make([]byte, before), p.Data...)
			for s := range p.Segment {
				p.Segment[s] += uint32(before)
			}
		}
	}
	const most = packing.MaxWidth
	x.Takes("the widest knots", wide(most, most, 4*most))
	x.Refuses("wider first knots", "knots of 26 bits", wide(most+1, 0, 1000))
	x.Refuses("wider knots", "knots of 26 bits", wide(0, most+1, 1000))
	x.Refuses("knots within a span", "its spans start", wide(most, most, 4*most-1))
	x.Refuses("longer spans", "spans of 10 keys", func(p *soa.Packed) { p.Grids[0].PerSegment++; p.Segment = p.Segment[1:] })
}

// Weights on several grids, up to MaxPackedGrids, name one each.
func TestPackedGridLimits(t *testing.T) {
	const n = packing.MaxGrids + 1
	grids := func(count int) func(p *soa.Packed) {
		return func(p *soa.Packed) {
			p.Grids, p.Grid, p.Segment = nil, make([]uint8, n), make([]uint32, count)
			for g := range count {
				p.Grids, p.Grid[g] = append(p.Grids, soa.PackedGrid{Intervals: 1, PerSegment: 1}), uint8(g)
			}
		}
	}
	x := packedTable(t, soa.PackedRice, n, 1, 1)
	x.Takes("two grids", grids(2))
	x.Takes("the most grids", grids(n-1))
	x.Refuses("more grids", "17 grids", grids(n))
	x.Refuses("a grid that is none", "is on grid 2 of 2", func(p *soa.Packed) { grids(2)(p); p.Grid[n-1] = 2 })
	x.Refuses("too few tracks", "tracks on 2 grids", func(p *soa.Packed) { grids(2)(p); p.Grid = p.Grid[1:] })
	x.Refuses("no grid", "0 grids for 17", func(p *soa.Packed) { p.Grids, p.Segment = nil, nil })
}

// A coded rotation of spans leaves out one of four components of either sign, or none.
func TestPackedLeftLimits(t *testing.T) {
	of := func(left uint8) *soa.Packed {
		n := 3 // vectors
		if left >= 8 {
			n = 4
		}
		return &soa.Packed{
			Exact: soa.Clip{TicksPerSecond: 30, Duration: 9}, Joints: 1, Coding: soa.PackedSpans, Kind: []uint8{soa.PackedCoded << 2}, Step: make([]uint8, 1),
			Grids: []soa.PackedGrid{{Intervals: 9, PerSegment: packing.Span}}, Left: []uint8{left}, First: make([]uint8, n), Knot: make([]uint8, n),
			Segment: make([]uint32, 1), Data: make([]byte, n+packing.SpanPadding),
		}
	}
	x := limits.NewTable(t, func() *soa.Packed { return of(0) }, func(p *soa.Packed) error { return p.Validate(1, 0, 0) }, soa.ErrInvalid)
	limits.Range(x, "leaves out component", 0, 8, func(p *soa.Packed, left uint8) { *p = *of(left) })
	limits.Length(x, "components left out of 1 rotations", func(p *soa.Packed) *[]uint8 { return &p.Left })
}

// A packed clip has the model's numbers of joints, weights and custom properties, or none of the
// last ones, which its exact tracks may then drive.
func TestPackedNumbersLimits(t *testing.T) {
	clip := func(joints, weights, floats int) *soa.Packed {
		return &soa.Packed{Exact: soa.Clip{TicksPerSecond: 30}, Joints: joints, Weights: weights, Floats: floats, Kind: make([]uint8, (3*joints+weights+floats+3)/4), Data: make([]byte, packing.RicePadding)}
	}
	for _, is := range [][3]int{{2, 3, 5}, {0, 0, 0}, {soa.MaxJoints, 0, 0}, {0, soa.MaxJoints, 0}, {0, 0, soa.MaxJoints}} {
		x := limits.NewTable(t, func() *soa.Packed { return clip(is[0], is[1], is[2]) }, func(p *soa.Packed) error { return p.Validate(is[0], is[1], is[2]) }, soa.ErrInvalid)
		limits.Range(x, "it is for", is[0], is[0], func(p *soa.Packed, n int) { p.Joints = n })
		limits.Range(x, "it is for", is[1], is[1], func(p *soa.Packed, n int) { p.Weights = n })
		limits.Range(x, "it is for", is[2], is[2], func(p *soa.Packed, n int) {
			if p.Floats = n; n == 0 && is[2] > 0 {
				p.Floats = -1
			}
		})
		x.Takes("no custom properties", func(p *soa.Packed) { *p = *clip(is[0], is[1], 0) })
	}
	for _, is := range [][3]int{{soa.MaxJoints + 1, 0, 0}, {0, soa.MaxJoints + 1, 0}, {0, 0, soa.MaxJoints + 1}} {
		for _, floats := range []int{0, is[2]} {
			if err := clip(is[0], is[1], floats).Validate(is[0], is[1], is[2]); !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), "are possible") {
				t.Errorf("%v: %v", is, err)
			}
		}
	}
	exact := func(p *soa.Packed) {
		p.Exact.Tracks, p.Exact.Time, p.Exact.X, p.Exact.Y, p.Exact.Z, p.Exact.W = []soa.Track{{Target: 4, Property: soa.Float}}, make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1), make([]float32, 1)
	}
	x := limits.NewTable(t, func() *soa.Packed { p := clip(2, 3, 5); exact(p); return p }, func(p *soa.Packed) error { return p.Validate(2, 3, 5) }, soa.ErrInvalid)
	x.Takes("an exact custom property", func(p *soa.Packed) { *p = *clip(2, 3, 0); exact(p) })
	x.Refuses("a constant one besides", "float of 4 is driven twice", func(p *soa.Packed) { p.Kind[3] = soa.PackedConstant << 2; p.Step = make([]uint8, 1) })
	x.Takes("a constant one", func(p *soa.Packed) { p.Kind[3] = soa.PackedConstant; p.Step = make([]uint8, 1) })
}
