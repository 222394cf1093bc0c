package meshopt

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
)

// The filters against the formulas of the specification in float64, within a unit of what is stored.

func TestOctahedral(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 8))
	for _, size := range []int{1, 2} {
		most := math.Ldexp(1, 8*size-1) - 1
		for range 2000 {
			one := 1 + random.IntN(int(most))
			x := random.IntN(2*one+1) - one
			y := random.IntN(2*one+1) - one
			got := filtered(Octahedral, size, [4]int{x, y, one, 42})
			fx, fy := float64(x)/float64(one), float64(y)/float64(one)
			fz := 1 - math.Abs(fx) - math.Abs(fy)
			if fz < 0 {
				fx, fy = fx-math.Copysign(-fz, fx), fy-math.Copysign(-fz, fy)
			}
			length := math.Sqrt(fx*fx + fy*fy + fz*fz)
			for k, want := range []float64{fx / length * most, fy / length * most, fz / length * most, 42} {
				if math.Abs(float64(got[k])-want) > 0.51 {
					t.Fatalf("%d, %d of %d in %d bytes: %v, want %v at %d", x, y, one, size, got, want, k)
				}
			}
		}
	}
}

func TestQuaternion(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 9))
	for range 20_000 {
		var q [4]float64
		length := 0.0
		for k := range q {
			q[k] = random.NormFloat64()
			length += q[k] * q[k]
		}
		length, greatest := math.Sqrt(length), 0
		for k := range q {
			q[k] /= length
			if math.Abs(q[k]) > math.Abs(q[greatest]) {
				greatest = k
			}
		}
		if q[greatest] < 0 {
			for k := range q {
				q[k] = -q[k]
			}
		}
		// Components in units of 1/√2 over 2047, whose lowest two bits name the greatest.
		in := [4]int{3: 2044 | greatest}
		for k := range 3 {
			in[k] = int(math.Round(q[(greatest+1+k)%4] * math.Sqrt2 * 2047))
		}
		got := filtered(Quaternion, 2, in)
		var fine [4]float64 // what the formulas have in real numbers
		rest := 1.0
		for k := range 3 {
			x := float64(in[k]) / 2047 / math.Sqrt2
			fine[(greatest+1+k)%4] = x
			rest -= x * x
		}
		fine[greatest] = math.Sqrt(rest)
		for k := range q {
			if math.Abs(float64(got[k])/32767-q[k]) > 3.0/2047 {
				t.Fatalf("%v: %v in %d", q, got, k)
			}
			if math.Abs(float64(got[k])-fine[k]*32767) > 0.5+1e-9 {
				t.Fatalf("%v: %v in %d, the integer beside the nearest to %v", in, got, k, fine[k]*32767)
			}
		}
	}
}

func TestExponential(t *testing.T) {
	for _, c := range []struct {
		exponent, mantissa int32
		want               float32
	}{
		{0, 1, 1}, {0, -1, -1}, {-1, 3, 1.5}, {-24, 1 << 22, 0.25}, {100, 1, 0x1p100}, {-100, -7, -7 * 0x1p-100}, {0, 0, 0},
		{-128, 5, 5 * 0x1p-128}, {127, 1 << 22, float32(math.Inf(1))},
	} {
		data := binary.LittleEndian.AppendUint32(nil, uint32(c.exponent)<<24|uint32(c.mantissa)&0xffffff)
		Exponential.apply(data, 4)
		if got := math.Float32frombits(binary.LittleEndian.Uint32(data)); got != c.want {
			t.Errorf("%d · 2^%d is %v, want %v", c.mantissa, c.exponent, got, c.want)
		}
	}
}

// TestColor decodes colours that were turned into luma and chroma at every fineness.
func TestColor(t *testing.T) {
	random := rand.New(rand.NewPCG(seed.First(t), 10))
	for _, size := range []int{1, 2} {
		most := 1<<(8*size) - 1
		for range 2000 {
			depth := 2 + random.IntN(8*size-1) // bits of a number
			fine := 1<<depth - 1
			r, g, b := random.IntN(fine+1), random.IntN(fine+1), random.IntN(fine+1)
			a := random.IntN(fine + 1)
			co := (r - b) / 2
			tmp := b + co
			cg := (g - tmp) / 2
			y := tmp + cg
			got := filtered(Color, size, [4]int{y, co, cg, 1<<(depth-1) | a>>1})
			half := func(v int) int { return v>>1<<1 | v>>1&1 }
			for k, want := range []int{y + co - cg, y + cg, y - co - cg, half(a)} {
				f := math.Min(math.Max(float64(want)*float64(most)/float64(fine), 0), float64(most))
				if math.Abs(float64(uint16(got[k])&uint16(most))-f) > 0.51 {
					t.Fatalf("%d %d %d %d of %d bits: %v, want %v at %d", r, g, b, a, depth, got, f, k)
				}
			}
		}
	}
}

// filtered applies a filter to four numbers of size bytes.
func filtered(f Filter, size int, v [4]int) (out [4]int) {
	data := make([]byte, 4*size)
	for k := range v {
		if size == 1 {
			data[k] = byte(v[k])
		} else {
			binary.LittleEndian.PutUint16(data[2*k:], uint16(v[k]))
		}
	}
	f.apply(data, 4*size)
	for k := range out {
		if size == 1 {
			out[k] = int(int8(data[k]))
		} else {
			out[k] = int(int16(binary.LittleEndian.Uint16(data[2*k:])))
		}
	}
	return out
}
