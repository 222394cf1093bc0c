package solid

import (
	"math"
	"testing"
)

// volume is the sum over the triangles of the tetrahedra to the origin: right only where fronts are outside.
func volume(m Mesh) (v float64) {
	at := func(i uint32) (p [3]float64) {
		for k := range p {
			p[k] = float64(m.Position[3*i+uint32(k)])
		}
		return p
	}
	for t := 0; t < len(m.Index); t += 3 {
		a, b, c := at(m.Index[t]), at(m.Index[t+1]), at(m.Index[t+2])
		v += a[0]*(b[1]*c[2]-b[2]*c[1]) + a[1]*(b[2]*c[0]-b[0]*c[2]) + a[2]*(b[0]*c[1]-b[1]*c[0])
	}
	return v / 6
}

func TestVolumes(t *testing.T) {
	for name, c := range map[string]struct {
		mesh     Mesh
		vertices int
		want     float64
	}{
		"box":    {Box(1, 2, 3, 3), 6 * 16, 6},
		"tube":   {Tube(2, 0.5, 5, 64), 6*64 + 2, 2 * math.Pi / 4},
		"sphere": {Sphere(1, 60, 80), 61*80 + 2, 4 * math.Pi / 3},
		"split":  {Box(1, 2, 3, 1).Split(2), 6 * 25, 6},
		"two":    {Join(Box(1, 1, 1, 1), Box(1, 1, 1, 1).Move(3, 0, 0)), 48, 2},
	} {
		if v := volume(c.mesh); math.Abs(v-c.want) > 0.01*c.want || c.mesh.Vertices() != c.vertices {
			t.Errorf("%s has %d vertices and the volume %v, want %d and %v", name, c.mesh.Vertices(), v, c.vertices, c.want)
		}
	}
}
