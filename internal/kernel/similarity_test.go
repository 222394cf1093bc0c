package kernel

import (
	"errors"
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"math/rand/v2"
	"testing"
)

// TestSimilarities: the matrix of a matrix's similarity is that matrix, mirrored ones and those
// that scale all to a point included.
func TestSimilarities(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 2000 {
		scale := math.Exp(4 * r.NormFloat64())
		switch i % 10 {
		case 0:
			scale = -scale
		case 1:
			scale = 0
		}
		m := similar(r, scale)
		dst := make([]float32, SimilarityValues)
		if n, err := Similarities(dst, m[:]); n != 1 || err != nil {
			t.Fatalf("%v: %d, %v", m, n, err)
		}
		var got [12]float32
		SimilarityMatrix(&got, dst)
		for c, v := range got {
			size := math.Abs(scale)
			if c%4 == 3 {
				size = 0
			}
			if d := math.Abs(float64(v) - float64(m[c])); !(d <= 2e-6*size) {
				t.Fatalf("a scale of %g: %v, want %v", scale, got, m)
			}
		}
	}
}

// similar is a random similarity.
func similar(r *rand.Rand, scale float64) (m [12]float32) {
	var q [4]float64
	length := 0.
	for c := range q {
		q[c] = r.NormFloat64()
		length += q[c] * q[c]
	}
	for c := range q {
		q[c] /= math.Sqrt(length)
	}
	x, y, z, w := q[0], q[1], q[2], q[3]
	for c, v := range [12]float64{
		1 - 2*(y*y+z*z), 2 * (x*y - z*w), 2 * (x*z + y*w), 0,
		2 * (x*y + z*w), 1 - 2*(x*x+z*z), 2 * (y*z - x*w), 0,
		2 * (x*z - y*w), 2 * (y*z + x*w), 1 - 2*(x*x+y*y), 0,
	} {
		m[c] = float32(scale * v)
		if c%4 == 3 {
			m[c] = float32(r.NormFloat64())
		}
	}
	return m
}

// TestSimilaritiesRefuse: a matrix that shears or scales unequally ends the list.
func TestSimilaritiesRefuse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, change := range map[string]func(m []float32){
		"shear":       func(m []float32) { m[1] += 0.001 },
		"an axis":     func(m []float32) { m[0], m[4], m[8] = 1.001*m[0], 1.001*m[4], 1.001*m[8] },
		"flat":        func(m []float32) { m[0], m[4], m[8] = 0, 0, 0 },
		"no number":   func(m []float32) { m[6] = float32(math.NaN()) },
		"infinite":    func(m []float32) { m[6] = float32(math.Inf(1)) },
		"beyond sums": func(m []float32) { m[5] = math.MaxFloat32 },
	} {
		a, b := similar(r, 1), similar(r, 1)
		change(b[:])
		dst := make([]float32, 2*SimilarityValues)
		if n, err := Similarities(dst, append(a[:], b[:]...)); n != 1 || !errors.Is(err, ErrShear) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	if _, err := Similarities(make([]float32, 8), make([]float32, 24)); !errors.Is(err, simd.ErrLength) {
		t.Error(err)
	}
}
