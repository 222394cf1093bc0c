package kernel

import (
	"math"
	"testing"
)

// inverseTranspose is that of a matrix' 3x3 part, by Gauss-Jordan elimination.
func (a matrix) inverseTranspose() (n [9]float64) {
	var m [3][6]float64
	for r := range 3 {
		copy(m[r][:3], a[4*r:4*r+3])
		m[r][3+r] = 1
	}
	for c := range 3 {
		p := c
		for r := c; r < 3; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		f := m[c][c]
		for k := range m[c] {
			m[c][k] /= f
		}
		for r := range 3 {
			if f := m[r][c]; r != c {
				for k := range m[r] {
					m[r][k] -= f * m[c][k]
				}
			}
		}
	}
	for r := range 3 {
		for c := range 3 {
			n[3*r+c] = m[c][3+r]
		}
	}
	return n
}

// checkVertex compares a skinned vertex with what m makes of it.
func checkVertex(t *testing.T, v *Vertices, i int, m matrix) {
	t.Helper()
	p, n := v.Position[3*i:], v.Normal[3*i:]
	it := m.inverseTranspose()
	var normal [3]float64
	for r := range 3 {
		want := m[4*r]*float64(p[0]) + m[4*r+1]*float64(p[1]) + m[4*r+2]*float64(p[2]) + m[4*r+3]
		if got := v.OutPosition[3*i+r]; !(math.Abs(float64(got)-want) <= 2e-6*max(1, m.size())) {
			t.Fatalf("vertex %d: coordinate %d is %v, want %v", i, r, got, want)
		}
		normal[r] = it[3*r]*float64(n[0]) + it[3*r+1]*float64(n[1]) + it[3*r+2]*float64(n[2])
	}
	length := math.Sqrt(normal[0]*normal[0] + normal[1]*normal[1] + normal[2]*normal[2])
	for r := range 3 {
		if got := v.OutNormal[3*i+r]; !(math.Abs(float64(got)-normal[r]/length) <= 1e-4) {
			t.Fatalf("vertex %d: normal is %v, want %v / %v", i, v.OutNormal[3*i:3*i+3], normal, length)
		}
	}
}

// palette draws a palette whose matrices can be inverted and blended:
// near one another, sheared, some mirrored.
func (r random) palette(n int, mirrored bool) []float32 {
	p := r.values(12*n, -0.3, 0.3)
	for i := range n {
		p[12*i]++
		p[12*i+5] += 1.5
		p[12*i+10]++
		if mirrored {
			for c := range 4 {
				p[12*i+c] = -p[12*i+c]
			}
		}
	}
	return p
}

func newVertices(r random, n int) *Vertices {
	return &Vertices{
		Position: r.values(3*n, -1, 1), Normal: r.values(3*n, -1, 1),
		OutPosition: make([]float32, 3*n), OutNormal: make([]float32, 3*n),
	}
}

func TestLinearBlendAgreesWithFloat64(t *testing.T) {
	for _, n := range lengths {
		for _, influences := range []int{4, 8, 3} {
			r := newRandom(uint64(n + influences))
			v, palette := newVertices(r, n), r.palette(10, influences == 8)
			weight, bone := r.values(n*influences, 0, 1), make([]uint16, n*influences)
			start := []uint32{0}
			for i := range n {
				sum := float32(0)
				for k := i * influences; k < (i+1)*influences; k++ {
					sum += weight[k]
					bone[k] = uint16(r.IntN(10))
				}
				for k := i * influences; k < (i+1)*influences; k++ {
					weight[k] /= sum
				}
				start = append(start, uint32((i+1)*influences))
			}
			check := func() {
				t.Helper()
				for i := range n {
					var m matrix
					for k := i * influences; k < (i+1)*influences; k++ {
						for c := range m {
							m[c] += float64(weight[k]) * float64(palette[12*int(bone[k])+c])
						}
					}
					checkVertex(t, v, i, m)
				}
			}
			if err := LinearBlend(v, palette, bone, weight, influences); err != nil {
				t.Fatal(err)
			}
			check()
			fixed := append([]float32{}, v.OutNormal...)
			clear(v.OutPosition)
			clear(v.OutNormal)
			if err := LinearBlendRows(v, palette, start, bone, weight); err != nil {
				t.Fatal(err)
			}
			check()
			for i := range fixed {
				if fixed[i] != v.OutNormal[i] {
					t.Fatalf("rows give the normal value %v, fixed influences %v", v.OutNormal[i], fixed[i])
				}
			}
		}
	}
}

func TestTransformVertices(t *testing.T) {
	for _, n := range lengths {
		r := newRandom(uint64(n))
		v, m := newVertices(r, n), r.palette(1, n%2 == 1)
		if err := TransformVertices(v, (*[12]float32)(m)); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			checkVertex(t, v, i, toMatrix(m))
		}
	}
}

// A matrix that flattens everything leaves no direction: the normal stays.
func TestNormalOfNothing(t *testing.T) {
	v := newVertices(newRandom(1), 1)
	copy(v.Normal, []float32{0, 1, 0})
	if err := TransformVertices(v, &[12]float32{3: 7}); err != nil {
		t.Fatal(err)
	}
	if v.OutPosition[0] != 7 || v.OutNormal[1] != 1 {
		t.Fatalf("flattened to %v with normal %v", v.OutPosition, v.OutNormal)
	}
}

func TestPositionsAlone(t *testing.T) {
	v := newVertices(newRandom(1), 5)
	both := *v
	v.Normal, v.OutNormal = nil, nil
	both.OutPosition = make([]float32, 15)
	m := (*[12]float32)(newRandom(2).palette(1, false))
	if err := TransformVertices(v, m); err != nil {
		t.Fatal(err)
	}
	if err := TransformVertices(&both, m); err != nil {
		t.Fatal(err)
	}
	for i, p := range both.OutPosition {
		if v.OutPosition[i] != p {
			t.Fatalf("positions differ without normals: %v, %v", v.OutPosition[i], p)
		}
	}
}

func TestAddDeltas(t *testing.T) {
	dst := []float32{1, 1, 1, 2, 2, 2, 3, 3, 3}
	if err := AddDeltas(dst, []uint32{0, 2}, []float32{1, 2, 3, 4, 5, 6}, 0.5); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float32{1.5, 2, 2.5, 2, 2, 2, 5, 5.5, 6} {
		if dst[i] != want {
			t.Fatalf("dst is %v, want %v at %d", dst, want, i)
		}
	}
}
