package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// spanCase is a span of random tracks, written by hand.
type spanCase struct {
	vectors []SpanVector
	size    []float32
	base    []int32
	stride  int
	bits    SpanBits
	// want is rows 0 to Keys+1.
	want []float32
}

// putBits writes the values of a stream, bit by bit.
func putBits(out []byte, width int, values []int32) []byte {
	b := make([]byte, SpanBytes(width, len(values)))
	for i, v := range values {
		for k := range width {
			if v>>k&1 != 0 {
				b[(i*width+k)/8] |= 1 << ((i*width + k) % 8)
			}
		}
	}
	return append(out, b...)
}

// anyOf returns a random value that width bits hold.
func anyOf(r *rand.Rand, width int) int32 {
	if width == 0 {
		return 0
	}
	return int32(r.Uint32()) >> (32 - width)
}

func newSpanCase(r *rand.Rand, vectors, keys int) *spanCase {
	c := &spanCase{}
	c.bits.Keys, c.bits.First, c.bits.Last = keys, 1, keys
	c.stride = VectorLanes*vectors + r.IntN(9)
	c.want = make([]float32, SpanRows*c.stride)
	var residuals []byte
	for v := range vectors {
		var knots [2][]int32
		lanes, width := 1+r.IntN(VectorLanes), r.IntN(packing.MaxWidth+1)
		c.vectors = append(c.vectors, SpanVector{Knot: uint32(len(c.bits.Knots)), Width: uint32(width), Row: uint32(VectorLanes * v), Codes: SpanCodes(lanes)})
		codes := make([]byte, (lanes+1)/2)
		for lane := range VectorLanes {
			size := r.Float32()
			if lane >= lanes {
				size = 0
			}
			c.size = append(c.size, size)
			base := anyOf(r, 20)
			c.base = append(c.base, base)
			if lane >= lanes {
				continue
			}
			a, b := anyOf(r, width), anyOf(r, width)
			knots[0], knots[1] = append(knots[0], a), append(knots[1], b)
			at := VectorLanes*v + lane
			code := r.IntN(16)
			codes[lane/2] |= byte(code << (lane % 2 * 4))
			var stream []int32
			for k := range keys {
				residual := anyOf(r, packing.Width(code))
				stream = append(stream, residual)
				line := math.RoundToEven(float64(float32(float32(b-a) * (float32(k+1) / float32(keys+1)))))
				c.want[(k+1)*c.stride+at] = float32(base+a+int32(line)+residual) * size
			}
			c.want[at], c.want[(keys+1)*c.stride+at] = float32(base+a)*size, float32(base+b)*size
			residuals = putBits(residuals, packing.Width(code), stream)
		}
		c.bits.Codes = append(c.bits.Codes, codes...)
		c.bits.Knots, c.bits.Next = putBits(c.bits.Knots, width, knots[0]), putBits(c.bits.Next, width, knots[1])
	}
	c.bits.Codes = append(c.bits.Codes, residuals...)
	for _, b := range []*[]byte{&c.bits.Knots, &c.bits.Next, &c.bits.Codes} {
		for range packing.SpanPadding {
			*b = append(*b, byte(r.Uint32())) // whatever comes after them
		}
	}
	return c
}

// unpack is UnpackSpan.
func (c *spanCase) unpack(rows []float32) error {
	l, err := NewSpanLayout(c.vectors, c.size, c.base, c.stride)
	if err != nil {
		return err
	}
	return UnpackSpan(rows, l, &c.bits)
}

// TestUnpackSpan holds every kernel against bits that were written one by one.
func TestUnpackSpan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for isa := range isas(t) {
		for i := range 300 {
			c := newSpanCase(r, i%8, r.IntN(SpanKeys+1))
			rows := make([]float32, SpanRows*c.stride)
			if i%3 == 0 { // some keys
				c.bits.First = 1 + r.IntN(c.bits.Keys+1)
				c.bits.Last = min(c.bits.First+r.IntN(2), c.bits.Keys)
			}
			if err := c.unpack(rows); err != nil {
				t.Fatal(err)
			}
			for k := range c.bits.Keys + 2 {
				if k > 0 && k <= c.bits.Keys && (k < c.bits.First || k > c.bits.Last) {
					continue
				}
				got, want := rows[k*c.stride:][:8*len(c.vectors)], c.want[k*c.stride:][:8*len(c.vectors)]
				for at := range got {
					if math.Float32bits(got[at]+0) != math.Float32bits(want[at]+0) {
						t.Fatalf("%v: case %d, key %d of %d, value %d: %v, want %v", isa, i, k, c.bits.Keys, at, got[at], want[at])
					}
				}
			}
		}
	}
}

// TestUnpackSpanRefuses: whatever is too short is named, and nothing is read.
func TestUnpackSpanRefuses(t *testing.T) {
	for name, spoil := range map[string]func(c *spanCase, rows *[]float32){
		"Keys":    func(c *spanCase, _ *[]float32) { c.bits.Keys = 9 },
		"First":   func(c *spanCase, _ *[]float32) { c.bits.First = 0 },
		"Last":    func(c *spanCase, _ *[]float32) { c.bits.Last = 9 },
		"rows":    func(c *spanCase, rows *[]float32) { *rows = (*rows)[1:] },
		"Base":    func(c *spanCase, _ *[]float32) { c.base = c.base[1:] },
		"Size":    func(c *spanCase, _ *[]float32) { c.size = c.size[1:] },
		"Codes":   func(c *spanCase, _ *[]float32) { c.bits.Codes = c.bits.Codes[:len(c.bits.Codes)-1] },
		"Knots":   func(c *spanCase, _ *[]float32) { c.bits.Next = c.bits.Next[:16] },
		"a width": func(c *spanCase, _ *[]float32) { c.vectors[1].Width = 26 },
		"Stride":  func(c *spanCase, _ *[]float32) { c.vectors[1].Row = uint32(c.stride - 7) },
	} {
		c := newSpanCase(rand.New(rand.NewPCG(3, 4)), 4, 8)
		rows := make([]float32, SpanRows*c.stride)
		spoil(c, &rows)
		if err := c.unpack(rows); !errors.Is(err, simd.ErrLength) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// unitRow fills a group of rotations.
func unitRow(r *rand.Rand, groups int) []float32 {
	row := make([]float32, groups*4*VectorLanes)
	for i := range groups * VectorLanes {
		var q [4]float64
		for c := range q {
			q[c] = r.NormFloat64()
		}
		n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
		for c := range q {
			row[i/VectorLanes*4*VectorLanes+c*VectorLanes+i%VectorLanes] = float32(q[c] / n)
		}
	}
	return row
}

// TestReconstructQuaternions: three components of unit quaternions give the fourth, and
// the kernels agree to the bit, for those that are too long as well.
func TestReconstructQuaternions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const n, groups, stride = 7, 2, 70
	masks := make([]DroppedComponents, groups)
	rows, want := make([]float32, n*stride), make([]float32, n*stride)
	for g := range groups {
		for lane := range VectorLanes {
			left, negative := lane%4, r.IntN(2) == 0
			masks[g].Set(lane, left, negative)
			for k := range n {
				q, kept := rowKey(unitRow(r, 1)), 0
				sign := float32(1)
				if (q[left] < 0) != negative {
					sign = -1
				}
				for c := range q {
					at := k*stride + (4*g+c)*VectorLanes + lane
					want[at] = sign * q[c]
					if c != left {
						rows[k*stride+(4*g+kept)*VectorLanes+lane] = sign * q[c]
						kept++
					}
				}
			}
		}
	}
	for c, v := range []float32{0, 1, 1, 1} { // too long without X already
		rows[c*VectorLanes], want[c*VectorLanes] = 0.8, v/float32(math.Sqrt(3))
	}
	var first []float32
	for isa := range isas(t) {
		got := slices.Clone(rows)
		if err := ReconstructQuaternions(got, stride, n, masks); err != nil {
			t.Fatal(err)
		}
		for k := range n {
			for i := range groups * 4 * VectorLanes {
				// What was left out may be small, and has the others' rounding then.
				if at := k*stride + i; math.Abs(float64(got[at]-want[at])) > 5e-4 {
					t.Fatalf("%v: row %d, value %d: %v, want %v", isa, k, i, got[at], want[at])
				}
			}
		}
		if first == nil {
			first = got
		} else if !slices.EqualFunc(got, first, func(a, b float32) bool { return math.Float32bits(a) == math.Float32bits(b) }) {
			t.Errorf("%v: other bits", isa)
		}
	}
	if err := ReconstructQuaternions(rows[:n*stride-7], stride, n, masks); !errors.Is(err, simd.ErrLength) {
		t.Errorf("too short rows: %v", err)
	}
}

// TestRenormalizeQuaternions: quaternions are brought to length, and the kernels agree to the
// bit; no rotation is made of none.
func TestRenormalizeQuaternions(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const n, stride = 5, 40
	rows, want := make([]float32, n*stride), make([]float32, n*stride)
	for i := range n {
		row := unitRow(r, 1)
		copy(want[i*stride:], row)
		for k := range row {
			rows[i*stride+k] = row[k] * 0.7
		}
	}
	for c := range 4 {
		rows[c*VectorLanes+2], want[c*VectorLanes+2] = 1e-7, float32(c/3)
	}
	var first []float32
	for isa := range isas(t) {
		got := slices.Clone(rows)
		if err := RenormalizeQuaternions(got, stride, n); err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 2e-7 {
				t.Fatalf("%v: value %d is %v, want %v", isa, i, got[i], want[i])
			}
		}
		if first == nil {
			first = got
		} else if !slices.Equal(first, got) {
			t.Errorf("%v: other bits", isa)
		}
	}
}

// isas runs a loop's body for each instruction set.
func isas(t *testing.T) func(yield func(simd.ISA) bool) {
	return func(yield func(simd.ISA) bool) {
		for _, l := range simd.ISAs() {
			restore, err := simd.Use(l)
			if err != nil {
				t.Fatal(err)
			}
			more := yield(l)
			restore()
			if !more {
				return
			}
		}
	}
}
