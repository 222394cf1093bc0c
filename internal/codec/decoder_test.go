package codec_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// driven is what a track drives.
type driven struct {
	property soa.Property
	target   int
}

// checkDecoder compares what a decoder yields of a clip, span by span in any order,
// with the clip unpacked, which it returns.
func checkDecoder(t *testing.T, m *soa.Model, p *soa.Packed) *soa.Clip {
	t.Helper()
	c := unpack(t, m, p)
	d, err := codec.NewDecoder(m, p)
	if p.Coding != soa.PackedSpans {
		if !errors.Is(err, soa.ErrInvalid) {
			t.Fatalf("a decoder of coding %d: %v", p.Coding, err)
		}
		return c
	}
	if err != nil {
		t.Fatal(err)
	}
	tracks := map[driven]int{}
	for i := range c.Tracks {
		tracks[driven{c.Tracks[i].Property, int(c.Tracks[i].Target)}] = i
	}
	found := len(d.Clip().Tracks) // which are as they were
	for _, k := range d.Constants() {
		i, ok := tracks[driven{k.Property, k.Target}]
		if first, end := c.Keys(i); !ok || end != first+1 || !sameValue(k.Value, c, first) {
			t.Fatalf("%v of %d is constant, %v", k.Property, k.Target, k.Value)
		}
		found++
	}
	for g := range d.Grids() {
		spans := (d.Intervals(g) + codec.SpanKeys - 1) / codec.SpanKeys
		rows := simd.AlignedFloat32(codec.SpanRows * d.Stride(g))
		for _, s := range rand.New(rand.NewPCG(3, 4)).Perm(spans) {
			if err := d.Decode(g, s, rows); err != nil {
				t.Fatal(err)
			}
			checkSpan(t, c, d, g, s, rows, tracks)
		}
		found += len(d.Tracks(g))
	}
	if found != len(c.Tracks) {
		t.Fatalf("%d tracks are decoded, %d unpacked", found, len(c.Tracks))
	}
	return c
}

// checkSpan compares the rows of a span with the keys of a clip.
func checkSpan(t *testing.T, c *soa.Clip, d *codec.Decoder, g, s int, rows []float32, tracks map[driven]int) {
	t.Helper()
	for _, tr := range d.Tracks(g) {
		i, ok := tracks[driven{tr.Property, tr.Target}]
		first, end := c.Keys(i)
		if !ok || end-first != d.Intervals(g)+1 {
			t.Fatalf("%v of %d: %d keys for %d intervals", tr.Property, tr.Target, end-first, d.Intervals(g))
		}
		for r := 0; r < codec.SpanRows && s*codec.SpanKeys+r < end-first; r++ {
			var v [4]float32
			for k := range components(tr.Property) {
				v[k] = rows[r*d.Stride(g)+tr.At+k*codec.VectorLanes]
			}
			if !sameValue(v, c, first+s*codec.SpanKeys+r) {
				t.Fatalf("%v of %d, row %d of span %d: %v", tr.Property, tr.Target, r, s, v)
			}
		}
	}
}

func components(p soa.Property) int {
	switch p {
	case soa.Rotation:
		return 4
	case soa.Weight, soa.Float:
		return 1
	}
	return 3
}

// sameValue compares a value with a key, to the bit.
func sameValue(v [4]float32, c *soa.Clip, k int) bool {
	for i, w := range [...]float32{c.X[k], c.Y[k], c.Z[k], c.W[k]} {
		if math.Float32bits(v[i]) != math.Float32bits(w) {
			return false
		}
	}
	return true
}

func TestDecoderBits(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.6})
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		if err != nil {
			t.Fatal(err)
		}
		checkDecoder(t, m, pack(t, m, m.Clips[0], codec.Options{}))
		restore()
	}
	for _, keys := range []int{1, 2, 64} {
		checkDecoder(t, m, pack(t, m, m.Clips[0], codec.Options{Small: true, SegmentKeys: keys}))
	}
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		m := figure.Random(seed, 8)
		for _, c := range m.Clips {
			checkDecoder(t, m, pack(t, m, c, codec.Options{Bound: 1e-3}))
		}
	}
}

func TestDecoderDoesNotAllocate(t *testing.T) {
	m := tree(67, 3, 2)
	d, err := codec.NewDecoder(m, pack(t, m, lively(m, 60), codec.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	rows, s := simd.AlignedFloat32(codec.SpanRows*d.Stride(0)), 0
	if n := testing.AllocsPerRun(100, func() {
		s = (s + 3) % 6
		if err := d.Decode(0, s, rows); err != nil {
			t.Fatal(err)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDecoderRefuses(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.5})
	p := pack(t, m, m.Clips[0], codec.Options{})
	d, err := codec.NewDecoder(m, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(0, 0, make([]float32, 10*d.Stride(0)-1)); !errors.Is(err, simd.ErrLength) {
		t.Errorf("a value too few: %v", err)
	}
	if _, err := codec.NewDecoder(m, nil); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no clip: %v", err)
	}
	if _, err := codec.NewDecoder(figure.Random(1, 3), p); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a clip of another model: %v", err)
	}
}
