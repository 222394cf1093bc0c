package codec_test

import (
	"encoding/binary"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// shapeBytes is how many bytes give the shape of a grid: how many segments it has
// (2), how many intervals are in each and how many in the last, less one.
const shapeBytes = 4

// fuzzed is a packed clip as a fuzzer sees it: arrays of bytes. Segments are two
// bytes each, and the zeros that end the data are left away.
type fuzzed struct {
	coding                                                       uint8
	floats                                                       bool
	kind, step, grid, left, first, knot, segments, shapes, bytes []byte
}

// toFuzz is the reverse of packed.
func toFuzz(p *soa.Packed) *fuzzed {
	f := &fuzzed{
		coding: p.Coding, floats: p.Floats > 0, kind: p.Kind, step: p.Step, grid: p.Grid, left: p.Left,
		first: p.First, knot: p.Knot, bytes: p.Data[:len(p.Data)-packing.Padding(p.Coding == soa.PackedSpans)],
	}
	for _, at := range p.Segment {
		f.segments = binary.LittleEndian.AppendUint16(f.segments, uint16(at))
	}
	for i := range p.Grids {
		g := &p.Grids[i]
		f.shapes = binary.LittleEndian.AppendUint16(f.shapes, uint16(packing.Grid(*g).Segments()))
		f.shapes = append(f.shapes, byte(g.PerSegment-1), byte((g.Intervals-1)%g.PerSegment))
	}
	return f
}

func (f *fuzzed) packed(m *soa.Model) *soa.Packed {
	p := &soa.Packed{
		Exact: soa.Clip{Name: "fuzz", TicksPerSecond: 30, Duration: 90}, Joints: m.Skeleton.Len(), Weights: len(m.Weights), Coding: f.coding,
		Kind: f.kind, Step: f.step, Grid: f.grid, Left: f.left, First: f.first, Knot: f.knot,
	}
	if f.floats {
		p.Floats = len(m.Floats)
	}
	p.Data = append(append(p.Data, f.bytes...), make([]byte, packing.Padding(p.Coding == soa.PackedSpans))...)
	for s := f.segments; len(s) > 1; s = s[2:] {
		p.Segment = append(p.Segment, uint32(binary.LittleEndian.Uint16(s)))
	}
	for s := f.shapes; len(s) >= shapeBytes; s = s[shapeBytes:] {
		n, per := uint32(binary.LittleEndian.Uint16(s)), uint32(s[2])+1
		p.Grids = append(p.Grids, soa.PackedGrid{Intervals: max(n, 1)*per - per + uint32(s[3])%per + 1, PerSegment: per})
	}
	return p
}

// FuzzUnpack decodes arbitrary arrays, in either coding.
func FuzzUnpack(f *testing.F) {
	m := figure.Random(3, 11)
	add := func(c *soa.Clip, o codec.Options) {
		p := pack(f, m, c, o)
		z := toFuzz(p)
		if q := z.packed(m); q.Validate(q.Joints, q.Weights, len(m.Floats)) != nil && len(p.Exact.Tracks) == 0 {
			f.Fatal("a fuzzed clip is another")
		}
		f.Add(z.coding, z.floats, z.kind, z.step, z.grid, z.left, z.first, z.knot, z.segments, z.shapes, z.bytes)
	}
	for _, o := range []codec.Options{{}, {Bound: 1e-2}, {Small: true, SegmentKeys: 7}} {
		for _, c := range m.Clips {
			add(c, o)
		}
		add(smooth(m), o)
		add(lively(m, 31), o)
	}
	f.Fuzz(func(t *testing.T, coding uint8, floats bool, kind, step, grid, left, first, knot, segments, shapes, bytes []byte) {
		z := fuzzed{coding, floats, kind, step, grid, left, first, knot, segments, shapes, bytes}
		p := z.packed(m)
		if p.Validate(p.Joints, p.Weights, len(m.Floats)) == nil && keysOf(p) < 1<<16 { // more take their time
			tryBits(t, m, p)
		}
	})
}
