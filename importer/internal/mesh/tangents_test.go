package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	seeds "github.com/sinew-anim/sinew/internal/testing/seed"
)

// The fourth number of a tangent is the sign s with which s·(normal × tangent) has the direction of
// the bitangent, 1 where it is square to it: a mirrored frame has −1, and nothing else occurs.
func TestTangentSides(t *testing.T) {
	r := rand.New(rand.NewPCG(seeds.First(t), 31))
	vector := func() (v [3]float32) {
		for k := range v {
			v[k] = float32(r.NormFloat64())
		}
		return v
	}
	const n = 200
	src, normals := &scene.Mesh{}, make([][3]float32, n)
	for v := range n {
		normals[v] = vector()
		src.Tangents, src.Bitangents = append(src.Tangents, vector()), append(src.Bitangents, vector())
		if v%5 == 0 { // small integers, of which the determinant is exactly 0
			for k := range 3 {
				normals[v][k], src.Tangents[v][k] = float32(r.IntN(9)-4), float32(r.IntN(9)-4)
			}
			src.Bitangents[v] = normals[v]
		}
	}
	var vertices []uint32
	var normal []float32
	for range 2 * n {
		v := r.IntN(n)
		vertices, normal = append(vertices, uint32(v)), append(normal, normals[v][:]...)
	}
	right, left := 0, 0
	out := tangents(normal, src, vertices)
	if len(out) != 4*len(vertices) {
		t.Fatalf("%d numbers for %d vertices", len(out), len(vertices))
	}
	for i, v := range vertices {
		if [3]float32(out[4*i:]) != src.Tangents[v] {
			t.Fatalf("vertex %d has the tangent %v, want %v", v, out[4*i:4*i+3], src.Tangents[v])
		}
		det := determinant(normals[v], src.Tangents[v], src.Bitangents[v])
		switch side := out[4*i+3]; {
		case math.Abs(det) < 1e-9 && det != 0:
		case det >= 0 && side == 1:
			right++
		case det < 0 && side == -1:
			left++
		default:
			t.Fatalf("vertex %d has the side %v, of a frame of determinant %v", v, side, det)
		}
	}
	if right < n/5 || left < n/5 {
		t.Errorf("%d and %d frames of the two hands", right, left)
	}
}

// determinant is that of a matrix with three columns.
func determinant(a, b, c [3]float32) (sum float64) {
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		sum += float64(c[k]) * (float64(a[i])*float64(b[j]) - float64(a[j])*float64(b[i]))
	}
	return sum
}

// Sides that a file states count before bitangents; tangents with neither say nothing.
func TestStatedTangentSides(t *testing.T) {
	up, x, y := [3]float32{0, 0, 1}, [3]float32{1, 0, 0}, [3]float32{0, 1, 0}
	for _, c := range []struct {
		sides []float32
		bi    [][3]float32
		want  []float32
	}{
		{[]float32{1, -1}, nil, []float32{1, -1}},
		{[]float32{-1, 1}, [][3]float32{y, y}, []float32{-1, 1}},
		{nil, [][3]float32{y, {0, -1, 0}}, []float32{1, -1}},
		{[]float32{1}, [][3]float32{y}, nil},
		{nil, nil, nil},
	} {
		src := &scene.Mesh{Tangents: [][3]float32{x, x}, Sides: c.sides, Bitangents: c.bi}
		var got []float32
		for k, v := range tangents(append(up[:], up[:]...), src, []uint32{0, 1}) {
			if k%4 == 3 {
				got = append(got, v)
			}
		}
		if len(got) != len(c.want) || len(got) > 0 && [2]float32(got) != [2]float32(c.want) {
			t.Errorf("sides %v, bitangents %v: %v, want %v", c.sides, c.bi, got, c.want)
		}
	}
}
