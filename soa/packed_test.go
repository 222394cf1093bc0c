package soa_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// still returns a clip whose weights do not move, on a grid: zeros, in either
// coding, of the fewest bytes that are valid.
func still(coding uint8, weights int, intervals, perSegment uint32) *soa.Packed {
	p := &soa.Packed{
		Exact: soa.Clip{Name: "still", TicksPerSecond: 30, Duration: float64(intervals)}, Weights: weights, Coding: coding,
		Kind: make([]uint8, (weights+3)/4), Step: make([]uint8, weights),
		Grids: []soa.PackedGrid{{Intervals: intervals, PerSegment: perSegment}},
	}
	for w := range weights {
		p.Kind[w/4] |= soa.PackedCoded << (w % 4 * 2)
	}
	bytes := 0 // of a segment
	if coding == soa.PackedSpans {
		vectors := (weights + packing.Lanes - 1) / packing.Lanes
		p.First, p.Knot = make([]uint8, vectors), make([]uint8, vectors)
		for v := range vectors {
			bytes += (min(weights-v*packing.Lanes, packing.Lanes) + 1) / 2
		}
	}
	for s := range packing.Grid(p.Grids[0]).Segments() {
		p.Segment = append(p.Segment, uint32(s*bytes))
	}
	keys := weights * int(intervals+1)
	p.Data = make([]byte, max(len(p.Segment)*bytes, min(keys, packing.MaxTotal)/64)+packing.Padding(p.Coding == soa.PackedSpans))
	return p
}

// TestPackedLimits: a clip that stands for more keys than are allowed is refused,
// and so is one whose spans share their bytes, however short it is; the largest
// are not.
func TestPackedLimits(t *testing.T) {
	const per = packing.MaxKeys
	for _, c := range []struct {
		name   string
		packed *soa.Packed
		spoil  func(p *soa.Packed)
		want   string // in the error, or ""
	}{
		{"the longest", still(soa.PackedRice, 1, packing.MaxIntervals, per), nil, ""},
		{"too long", still(soa.PackedRice, 1, packing.MaxIntervals, per), func(p *soa.Packed) { p.Grids[0].Intervals++ }, "intervals"},
		{"the longest there could be", still(soa.PackedRice, 1, 100, per), func(p *soa.Packed) { p.Grids[0].Intervals = math.MaxUint32 }, "intervals"},
		{"the most keys", still(soa.PackedRice, 64, packing.MaxTotal/64-1, per), nil, ""},
		{"too many keys", still(soa.PackedRice, 64, packing.MaxTotal/64, per), nil, "keys of all tracks"},
		{"too many tracks", still(soa.PackedRice, 32000, 1<<20, per), nil, "keys of all tracks"},
		{"many keys of no bytes", still(soa.PackedRice, 64, 1<<20, per), func(p *soa.Packed) { p.Data = p.Data[:packing.Padding(p.Coding == soa.PackedSpans)] }, "keys in 8 bytes"},
		{"spans", still(soa.PackedSpans, 17, 1000, packing.Span), nil, ""},
		{"spans that overlap", still(soa.PackedSpans, 17, 1000, packing.Span), func(p *soa.Packed) { p.Segment[50] = p.Segment[49] + 8 }, "a span at byte"},
		{"all of one place", still(soa.PackedSpans, 17, 1000, packing.Span), func(p *soa.Packed) { clear(p.Segment) }, "a span at byte"},
		{"no keys", still(soa.PackedSpans, 1, 10, packing.Span), func(p *soa.Packed) { p.Grids[0].Intervals = 0 }, "intervals"},
		{"segments of none", still(soa.PackedRice, 1, 10, per), func(p *soa.Packed) { p.Grids[0].PerSegment = 0 }, "keys a segment"},
		{"too long segments", still(soa.PackedRice, 1, 10, per), func(p *soa.Packed) { p.Grids[0].PerSegment++ }, "keys a segment"},
		{"a segment too few", still(soa.PackedRice, 1, per+1, per), func(p *soa.Packed) { p.Segment = p.Segment[1:] }, "segments"},
		{"a segment too many", still(soa.PackedRice, 1, per, per), func(p *soa.Packed) { p.Segment = append(p.Segment, 0) }, "segments"},
		{"no time", still(soa.PackedRice, 1, 10, per), func(p *soa.Packed) { p.Exact.Duration = 0 }, "lasts"},
		{"too much time", still(soa.PackedRice, 1, 10, per), func(p *soa.Packed) { p.Exact.Duration = 1e39 }, "lasts"},
		{"hardly any time", still(soa.PackedRice, 1, 1000, per), func(p *soa.Packed) { p.Exact.Duration = 1e-43 }, "does not follow tick"},
		{"little time", still(soa.PackedRice, 1, 1000, per), func(p *soa.Packed) { p.Exact.Duration = 999 * soa.LeastTick }, "does not follow tick"},
		{"just enough time", still(soa.PackedRice, 1, 1000, per), func(p *soa.Packed) { p.Exact.Duration = 1001 * soa.LeastTick }, ""},
	} {
		if c.spoil != nil {
			c.spoil(c.packed)
		}
		err := c.packed.Validate(0, c.packed.Weights, 0)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestPackedTimes: the keys of the finest grid have different ticks in a clip of
// any length that is taken without looking at each.
func TestPackedTimes(t *testing.T) {
	g := packing.Grid{Intervals: packing.MaxIntervals, PerSegment: packing.MaxKeys}
	durations := []float64{1, math.Nextafter(1, 2), math.Nextafter(1, 0), 0.75, 1.0 / (1 << 60), 1e9, 3, 1e38, math.MaxFloat32, 1e-18, 41.7}
	if testing.Short() {
		durations = durations[:3]
	}
	for _, d := range durations {
		last := g.Time(d, 0)
		for k := 1; k <= int(g.Intervals); k++ {
			at := g.Time(d, k)
			if !(at > last) {
				t.Fatalf("keys %d and %d of a clip of %v ticks are both at %v", k-1, k, d, at)
			}
			last = at
		}
	}
}
