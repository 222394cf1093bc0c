package archive_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// withSpans is withFloats with a clip that is packed in spans: a rotation and a
// float, with two keys between their knots.
func withSpans(t testing.TB) *archive.Content {
	t.Helper()
	c := withFloats(t)
	p := packedClip()
	p.Coding, p.Floats, p.FloatBound, p.FloatError = soa.PackedSpans, 2, 1e-3, 9e-4
	p.Kind, p.Step, p.Left = []uint8{0, 3 << 2, 0, 3 << 4}, []uint8{100, 90}, []uint8{6}
	p.Grids, p.Grid, p.Segment = []soa.PackedGrid{{Intervals: 3, PerSegment: packing.Span}}, nil, []uint32{8}
	p.First, p.Knot = []uint8{8, 7, 8, 4}, []uint8{8, 8, 6, 3}
	first, last, codes, residuals := []byte{10, 20, 30, 7}, []byte{1, 2, 3, 4}, []byte{2, 3, 0, 1}, []byte{9, 17, 3}
	p.Data = append(bytes.Join([][]byte{first, last, codes, residuals}, nil), make([]byte, packing.SpanPadding)...)
	c.Packed[2] = p
	if err := p.Validate(4, 2, 2); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSpans: clips in spans come back from the archive, whose bytes are fixed.
func TestSpans(t *testing.T) {
	want := withSpans(t)
	data := encode(t, want)
	file := filepath.Join("testdata", "spans.sinew")
	golden(t, file, data)
	a, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	check(t, a, want)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// TestSpansEveryByte changes each byte: a reader says what is wrong or yields
// what is valid.
func TestSpansEveryByte(t *testing.T) {
	data := encode(t, withSpans(t))
	for i := range data {
		broken := bytes.Clone(data)
		broken[i] ^= 1 << (i % 8)
		broken = damage.Repair(broken)
		if err := verify(broken); err != nil {
			located(t, err, len(data))
		}
	}
}

// TestSpansRefused: what does not fit together is not stored.
func TestSpansRefused(t *testing.T) {
	for name, spoil := range map[string]func(p *soa.Packed){
		"coding":         func(p *soa.Packed) { p.Coding = 2 },
		"Rice codes":     func(p *soa.Packed) { p.Coding = soa.PackedRice },
		"left":           func(p *soa.Packed) { p.Left = nil },
		"component":      func(p *soa.Packed) { p.Left[0] = 9 },
		"first":          func(p *soa.Packed) { p.First = p.First[1:] },
		"vectors":        func(p *soa.Packed) { p.First, p.Knot = p.First[1:], p.Knot[1:] },
		"a vector more":  func(p *soa.Packed) { p.First, p.Knot = append(p.First, 1), append(p.Knot, 1) },
		"width":          func(p *soa.Packed) { p.Knot[3] = 26 },
		"keys of a span": func(p *soa.Packed) { p.Grids[0].PerSegment = 8 },
		"knots":          func(p *soa.Packed) { p.Segment[0] = 7 },
		"codes":          func(p *soa.Packed) { p.Segment[0] = uint32(len(p.Data) - packing.SpanPadding - 3) },
		"residuals":      func(p *soa.Packed) { p.Data[8] = 15 },
		"padding":        func(p *soa.Packed) { p.Data = p.Data[:len(p.Data)-1] },
		"floats":         func(p *soa.Packed) { p.Floats = 1 },
	} {
		c := withSpans(t)
		spoil(c.Packed[2])
		if err := c.Packed[2].Validate(4, 2, 2); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := archive.Encode(c); err == nil {
			t.Errorf("%s: it was stored", name)
		}
	}
}
