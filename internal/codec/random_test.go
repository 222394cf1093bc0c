package codec_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa"
)

// Models of all kinds hold the bound: scaled, sheared, stepped, splined, with
// keys anywhere.
func TestRandomModels(t *testing.T) {
	seeds := uint64(12)
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		m := figure.Random(seed, 3+int(seed)%9)
		for _, c := range m.Clips {
			for _, o := range []codec.Options{{}, {Small: true, SegmentKeys: 1 << (seed % 4)}} {
				p := pack(t, m, c, o)
				unpacked := unpack(t, m, p)
				hold(t, m, c, p, unpacked, 20)
			}
		}
	}
}

// mutate changes a few bits, or lengths, of a packed clip's arrays.
func mutate(p *soa.Packed, r *rand.Rand) *soa.Packed {
	q := *p
	q.Grids, q.Segment = slices.Clone(p.Grids), slices.Clone(p.Segment)
	arrays := []*[]uint8{&q.Kind, &q.Step, &q.Grid, &q.Left, &q.First, &q.Knot, &q.Data}
	for _, a := range arrays {
		*a = slices.Clone(*a)
	}
	for range 1 + r.IntN(8) {
		switch r.IntN(12) {
		case 0: // a kind changes how many of the others there are to be
			if a := arrays[r.IntN(len(arrays))]; len(*a) > 0 {
				(*a)[r.IntN(len(*a))] ^= 1 << r.IntN(8)
			}
		case 1:
			if a := arrays[1+r.IntN(5)]; len(*a) > 0 {
				(*a)[r.IntN(len(*a))] = uint8(r.IntN(30))
			}
		case 2:
			if len(q.Segment) > 0 {
				q.Segment[r.IntN(len(q.Segment))] += uint32(r.IntN(9)) - 4
			}
		case 3:
			if len(q.Grids) > 0 {
				g := &q.Grids[r.IntN(len(q.Grids))]
				g.PerSegment, g.Intervals = uint32(r.IntN(200)), uint32(r.IntN(200))
			}
		case 4:
			q.Data = append(q.Data[:r.IntN(len(q.Data))], make([]byte, packing.Padding(q.Coding == soa.PackedSpans))...)
		case 5:
			q.Coding ^= 1
		default:
			if n := len(q.Data) - packing.Padding(q.Coding == soa.PackedSpans); n > 0 {
				q.Data[r.IntN(n)] = byte(r.Uint32())
			}
		}
	}
	return &q
}

// keysOf counts the keys of a clip that is to be unpacked.
func keysOf(p *soa.Packed) (n int) {
	coded := 0
	for place := range p.Places() {
		if kind := p.KindAt(place); kind == soa.PackedCoded {
			g := 0
			if len(p.Grid) > 0 {
				g = int(p.Grid[coded])
			}
			n += int(p.Grids[g].Intervals) + 1
			coded++
		} else if kind != soa.PackedNone {
			n++
		}
	}
	return n + len(p.Exact.Time)
}

// tryBits decodes what passes Validate: the outcome is a valid clip, whatever the
// bits, unless its scales are too large together, and a decoder yields its keys.
func tryBits(t *testing.T, m *soa.Model, p *soa.Packed) bool {
	if p.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)) != nil {
		return false
	}
	if _, err := codec.Unpack(m, p); err != nil && strings.Contains(err.Error(), "is scaled by up to") {
		return false
	}
	c := checkDecoder(t, m, p)
	for _, values := range [...][]float32{c.Time, c.X, c.Y, c.Z, c.W} {
		for i, v := range values {
			if v-v != 0 {
				t.Fatalf("value %d is %v", i, v)
			}
		}
	}
	return true
}

// TestMutations: broken bits give an error or some clip, and nothing worse.
func TestMutations(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	for name, o := range codings {
		m := tree(19, 9, 3)
		p := pack(t, m, lively(m, 24), o)
		r := rand.New(rand.NewPCG(5, 6))
		decoded := 0
		for range n {
			if tryBits(t, m, mutate(p, r)) {
				decoded++
			}
		}
		t.Logf("%s: %d of %d were decoded", name, decoded, n)
		if decoded < n/10 || decoded == n {
			t.Errorf("%s: %d of %d were decoded", name, decoded, n)
		}
	}
}
