package kernel

import (
	"math"
	"math/rand/v2"
)

// lengths are around the widths of vectors and blocks.
var lengths = []int{0, 1, 15, 16, 17, 67, 1000}

// random draws test data that is the same on every run and processor.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 1))} }

func (r random) values(n int, low, high float32) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = low + float32(r.Float32()*(high-low))
	}
	return v
}

// matrix is a 3x4 affine in float64.
type matrix [12]float64

func toMatrix(m []float32) (r matrix) {
	for i := range r {
		r[i] = float64(m[i])
	}
	return r
}

func (a matrix) size() (s float64) {
	for _, v := range a {
		s = max(s, math.Abs(v))
	}
	return s
}
