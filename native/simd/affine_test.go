package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
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

// quaternions returns n unit quaternions as four slices.
func (r random) quaternions(n int) *Keys {
	k := &Keys{}
	for range n {
		k.add(normalize([4]float32{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}))
	}
	return k
}

func normalize(q [4]float32) [4]float32 {
	n := 1 / sqrt32((float32(q[0]*q[0])+float32(q[1]*q[1]))+(float32(q[2]*q[2])+float32(q[3]*q[3])))
	return [4]float32{float32(q[0] * n), float32(q[1] * n), float32(q[2] * n), float32(q[3] * n)}
}

func (r random) transforms(n int) *Transforms {
	q := r.quaternions(n)
	return &Transforms{
		TX: r.values(n, -1, 1), TY: r.values(n, -1, 1), TZ: r.values(n, -1, 1),
		RX: q.X, RY: q.Y, RZ: q.Z, RW: q.W,
		SX: r.values(n, -1.5, 1.5), SY: r.values(n, 0.5, 1.5), SZ: r.values(n, 0.5, 1.5),
	}
}

// parents returns a forest.
func (r random) parents(n int) []int16 {
	p := make([]int16, n)
	for j := range p {
		p[j] = -1
		if j > 0 && r.IntN(10) > 0 {
			p[j] = int16(r.IntN(j))
		}
	}
	return p
}

// matrix is a 3x4 affine in float64.
type matrix [12]float64

func toMatrix(m []float32) (r matrix) {
	for i := range r {
		r[i] = float64(m[i])
	}
	return r
}

func (a matrix) times(b matrix) (m matrix) {
	for r := range 3 {
		for c := range 4 {
			for k := range 3 {
				m[4*r+c] += a[4*r+k] * b[4*k+c]
			}
		}
		m[4*r+3] += a[4*r+3]
	}
	return m
}

func (a matrix) size() (s float64) {
	for _, v := range a {
		s = max(s, math.Abs(v))
	}
	return s
}

// rotate turns v by a quaternion as q·v·q*, without a matrix.
func rotate(q [4]float64, v [3]float64) [3]float64 {
	cross := func(a, b [3]float64) [3]float64 {
		return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
	}
	u := [3]float64{q[0], q[1], q[2]}
	t := cross(u, v)
	w := cross(u, t)
	for i := range v {
		v[i] += 2 * (q[3]*t[i] + w[i])
	}
	return v
}

// compose is T·R·S, column by column.
func (t *Transforms) compose(j int) (m matrix) {
	q := [4]float64{float64(t.RX[j]), float64(t.RY[j]), float64(t.RZ[j]), float64(t.RW[j])}
	scale := [3]float64{float64(t.SX[j]), float64(t.SY[j]), float64(t.SZ[j])}
	for c := range 3 {
		var axis [3]float64
		axis[c] = scale[c]
		v := rotate(q, axis)
		m[c], m[4+c], m[8+c] = v[0], v[1], v[2]
	}
	m[3], m[7], m[11] = float64(t.TX[j]), float64(t.TY[j]), float64(t.TZ[j])
	return m
}

func compare(t *testing.T, what string, got []float32, want matrix, tolerance float64) {
	t.Helper()
	for c := range want {
		if d := math.Abs(float64(got[c]) - want[c]); !(d <= tolerance) {
			t.Fatalf("%s: element %d is %v, want %v (off by %.2g)", what, c, got[c], want[c], d)
		}
	}
}

func TestMatricesAgreeWithFloat64(t *testing.T) {
	for _, n := range lengths {
		r := newRandom(uint64(n))
		transforms, parent := r.transforms(n), r.parents(n)
		local := make([]float32, 12*n)
		if err := ComposeAffines(local, transforms); err != nil {
			t.Fatal(err)
		}
		model := append([]float32{}, local...)
		if err := Hierarchy(model, parent); err != nil {
			t.Fatal(err)
		}
		want := make([]matrix, n)
		for j := range n {
			want[j] = transforms.compose(j)
			compare(t, fmt.Sprintf("local matrix %d of %d", j, n), local[12*j:], want[j], 1e-6)
			if parent[j] >= 0 {
				want[j] = want[parent[j]].times(want[j])
			}
			compare(t, fmt.Sprintf("model matrix %d of %d", j, n), model[12*j:], want[j], 4e-6*max(1, want[j].size()))
		}
		if n == 0 {
			continue
		}
		joint := make([]uint16, 2*n)
		for i := range joint {
			joint[i] = uint16(r.IntN(n))
		}
		inverse, dst := r.values(24*n, -2, 2), make([]float32, 24*n)
		if err := Palette(dst, model, joint, inverse); err != nil {
			t.Fatal(err)
		}
		for i, j := range joint {
			m := toMatrix(model[12*j:]).times(toMatrix(inverse[12*i:]))
			compare(t, fmt.Sprintf("palette entry %d of %d", i, n), dst[12*i:], m, 1e-6*max(1, toMatrix(model[12*j:]).size()*4))
		}
	}
}
