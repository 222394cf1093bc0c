package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/native/simd"
	"pgregory.net/rapid"
)

// anySpan is a span of any bits, of the least length that UnpackSpan takes.
func anySpan(t *rapid.T) (l *SpanLayout, s *SpanBits) {
	vectors := rapid.IntRange(0, 12).Draw(t, "vectors")
	s = &SpanBits{Keys: rapid.IntRange(0, SpanKeys).Draw(t, "keys")}
	s.First = rapid.IntRange(1, s.Keys+1).Draw(t, "first")
	s.Last = rapid.IntRange(s.First-1, s.Keys).Draw(t, "last")
	var list []SpanVector
	var sizes []float32
	var bases []int32
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "bits"), 1))
	stride := VectorLanes*vectors + rapid.IntRange(0, 9).Draw(t, "gap")
	lanes, width := rapid.IntRange(1, VectorLanes), rapid.IntRange(0, packing.MaxWidth)
	knot := 0
	rows := r.Perm(vectors)
	for i := range vectors {
		n, w := lanes.Draw(t, "tracks"), width.Draw(t, "width")
		list = append(list, SpanVector{Knot: uint32(knot), Width: uint32(w), Row: uint32(VectorLanes * rows[i]), Codes: SpanCodes(n)})
		knot += SpanBytes(w, n)
		for lane := range VectorLanes {
			size := float32(0)
			if lane < n {
				size = float32(math.Ldexp(1+r.Float64(), r.IntN(32)-27))
			}
			sizes, bases = append(sizes, size), append(bases, int32(r.Uint32())>>r.IntN(32))
		}
	}
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	l, err := NewSpanLayout(list, sizes, bases, stride)
	if err != nil {
		t.Fatal(err)
	}
	s.Knots, s.Next, s.Codes = random(l.knots), random(l.knots), random(l.codes)
	s.Codes = append(s.Codes, random(residualBytes(s.Codes, s.Keys)+packing.SpanPadding)...)
	return l, s
}

// sameOnEveryISA runs kernels with every instruction set, the generic one first, on a copy
// of values, and compares what they leave there to the bit.
func sameOnEveryISA(t *rapid.T, values []float32, run func(values []float32) error) {
	t.Helper()
	var want []float32
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.Clone(values)
		err = run(got)
		restore()
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = got
			continue
		}
		for i := range got {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("%v: value %d is %v (%#x), want %v (%#x)", isa, i, got[i], math.Float32bits(got[i]), want[i], math.Float32bits(want[i]))
			}
		}
	}
}

// TestSpanBitsOnEveryISA: every kernel gives the bits of the generic one for a span of any
// bits, of any shape.
func TestSpanBitsOnEveryISA(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, s := anySpan(t)
		sameOnEveryISA(t, make([]float32, SpanRows*l.stride), func(rows []float32) error {
			if err := UnpackSpan(rows, l, s); err != nil {
				return err
			}
			for k := range SpanRows {
				if k > s.Keys+1 || k > 0 && k <= s.Keys && (k < s.First || k > s.Last) {
					clear(rows[k*l.stride:][:l.stride]) // of which nothing is said
				}
			}
			for i := range l.vectors {
				for lane := range VectorLanes {
					if l.size[VectorLanes*i+lane] != 0 {
						continue
					}
					for k := range s.Keys + 2 { // where no track is, the sign of zero is any
						if at := k*l.stride + int(l.vectors[i].Row) + lane; rows[at] == 0 {
							rows[at] = 0
						}
					}
				}
			}
			return nil
		})
	})
}

// anyValue is a number as spans have them: mostly below one, at times far from it,
// or zero.
func anyValue(r *rand.Rand) float32 {
	switch r.IntN(12) {
	case 0:
		return 0
	case 1:
		return float32(math.Copysign(0, r.NormFloat64()))
	case 2:
		return float32(r.NormFloat64() * 3e10)
	case 3:
		return float32(r.NormFloat64() * 1e-9)
	case 4:
		return float32(1 - 2*r.IntN(2))
	}
	return float32(r.NormFloat64() * 0.6)
}

// TestQuaternionBitsOnEveryISA: every kernel completes and unites rotations of any values to the
// bits of the generic one, which are of length one.
func TestQuaternionBitsOnEveryISA(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups, n := rapid.IntRange(0, 4).Draw(t, "groups"), rapid.IntRange(0, SpanRows).Draw(t, "rows")
		stride := groups*4*VectorLanes + rapid.IntRange(0, 9).Draw(t, "gap")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "values"), 2))
		masks := make([]DroppedComponents, groups)
		for g := range masks {
			for lane := range VectorLanes {
				masks[g].Set(lane, r.IntN(4), r.IntN(2) == 0)
			}
		}
		rows := make([]float32, n*stride)
		for i := range rows {
			rows[i] = anyValue(r)
		}
		united := func(rows []float32) error {
			for k := range n {
				for g := range groups {
					for lane := range VectorLanes {
						q := rowKey(rows[k*stride+g*4*VectorLanes+lane:])
						square := 0.0
						for _, v := range q {
							square += float64(v) * float64(v)
						}
						if math.Abs(square-1) > 1e-5 {
							t.Fatalf("row %d, group %d, lane %d: %v is of length %v", k, g, lane, q, math.Sqrt(square))
						}
					}
				}
			}
			return nil
		}
		sameOnEveryISA(t, rows, func(rows []float32) error {
			if err := ReconstructQuaternions(rows, stride, n, masks); err != nil {
				return err
			}
			return united(rows)
		})
		sameOnEveryISA(t, rows, func(rows []float32) error {
			for g := range groups {
				if n == 0 {
					break
				}
				if err := RenormalizeQuaternions(rows[g*4*VectorLanes:], stride, n); err != nil {
					return err
				}
			}
			return united(rows)
		})
	})
}
