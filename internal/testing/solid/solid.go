// Package solid makes closed meshes for tests of what computes on surfaces.
//
//	finger := solid.Tube(1, 0.1, 20, 12)
//	hand := solid.Join(finger, finger.Move(0, 0.25, 0)) // two, with a gap of 0.05
//
//	Tube     rings around a line, closed at both ends: (rings+1)·segments + 2 vertices
//	Sphere   a tube whose rings lie on a ball
//	Box      6 faces of n·n squares, split at the edges: welded it has 6·n² + 2 points
//	Soup     triangles without any order
//
// Tube, Sphere and Box have their fronts outside.
package solid

import (
	"math"
	"math/rand/v2"
)

// Mesh is a triangle list.
type Mesh struct {
	Position []float32 // 3 per vertex
	Index    []uint32  // 3 per triangle
}

// Vertices returns the number of vertices.
func (m *Mesh) Vertices() int { return len(m.Position) / 3 }

func (m *Mesh) vertex(x, y, z float64) {
	m.Position = append(m.Position, float32(x), float32(y), float32(z))
}

// Join returns the meshes as one, without welding them.
func Join(list ...Mesh) (all Mesh) {
	for _, m := range list {
		first := uint32(all.Vertices())
		all.Position = append(all.Position, m.Position...)
		for _, v := range m.Index {
			all.Index = append(all.Index, first+v)
		}
	}
	return all
}

// Move returns the mesh moved.
func (m Mesh) Move(x, y, z float32) Mesh {
	out := Mesh{append([]float32(nil), m.Position...), m.Index}
	for i := 0; i < len(out.Position); i += 3 {
		out.Position[i] += x
		out.Position[i+1] += y
		out.Position[i+2] += z
	}
	return out
}

// Tube returns a closed tube around the x axis from x = 0 to length.
func Tube(length, radius float64, rings, segments int) Mesh {
	return turned(rings, segments, func(r int) (x, distance float64) { return length * float64(r) / float64(rings), radius }, 0, length)
}

// Sphere returns a ball around the origin.
func Sphere(radius float64, rings, segments int) Mesh {
	return turned(rings, segments, func(r int) (x, distance float64) {
		y, x := math.Sincos(math.Pi * float64(r+1) / float64(rings+2))
		return -radius * x, radius * y
	}, -radius, radius)
}

// turned returns rings around the x axis, closed by a vertex at each end.
func turned(rings, segments int, ring func(r int) (x, distance float64), first, last float64) (m Mesh) {
	for r := range rings + 1 {
		x, distance := ring(r)
		for k := range segments {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(segments))
			m.vertex(x, distance*cos, distance*sin)
		}
	}
	m.vertex(first, 0, 0)
	m.vertex(last, 0, 0)
	at := func(r, k int) uint32 { return uint32(r*segments + k%segments) }
	ends := uint32((rings + 1) * segments)
	for k := range segments {
		for r := range rings {
			a, b, c, d := at(r, k), at(r+1, k), at(r+1, k+1), at(r, k+1)
			m.Index = append(m.Index, a, c, b, a, d, c)
		}
		m.Index = append(m.Index, ends, at(0, k+1), at(0, k), ends+1, at(rings, k), at(rings, k+1))
	}
	return m
}

// Box returns the faces of a box around the origin, with n·n squares each and vertices of their own.
func Box(x, y, z float64, n int) (m Mesh) {
	half := [3]float64{x / 2, y / 2, z / 2}
	for axis := range 3 {
		for _, side := range [...]float64{-1, 1} {
			first := uint32(m.Vertices())
			for i := range n + 1 {
				for k := range n + 1 {
					var p [3]float64
					p[axis] = side
					p[(axis+1)%3] = side * (2*float64(i)/float64(n) - 1)
					p[(axis+2)%3] = 2*float64(k)/float64(n) - 1
					m.vertex(p[0]*half[0], p[1]*half[1], p[2]*half[2])
				}
			}
			for i := range n {
				for k := range n {
					a := first + uint32(i*(n+1)+k)
					b, c, d := a+uint32(n+1), a+uint32(n+2), a+1
					m.Index = append(m.Index, a, b, c, a, c, d)
				}
			}
		}
	}
	return m
}

// Soup returns triangles between random vertices in the unit cube: most edges have one triangle,
// some have many; many triangles intersect, some have no area.
func Soup(r *rand.Rand, vertices, triangles int) (m Mesh) {
	for range vertices {
		m.vertex(r.Float64(), r.Float64(), r.Float64())
	}
	for range 3 * triangles {
		m.Index = append(m.Index, uint32(r.IntN(vertices)))
	}
	return m
}

// Split returns the mesh with each triangle split into four at the middles of its edges, k times.
func (m Mesh) Split(k int) Mesh {
	for range k {
		m = m.split()
	}
	return m
}

func (m Mesh) split() Mesh {
	out := Mesh{Position: append([]float32(nil), m.Position...)}
	middle := map[[2]uint32]uint32{}
	between := func(a, b uint32) uint32 {
		key := [2]uint32{min(a, b), max(a, b)}
		v, ok := middle[key]
		if !ok {
			v = uint32(out.Vertices())
			for k := range 3 {
				out.Position = append(out.Position, (m.Position[3*a+uint32(k)]+m.Position[3*b+uint32(k)])/2)
			}
			middle[key] = v
		}
		return v
	}
	for t := 0; t < len(m.Index); t += 3 {
		a, b, c := m.Index[t], m.Index[t+1], m.Index[t+2]
		ab, bc, ca := between(a, b), between(b, c), between(c, a)
		out.Index = append(out.Index, a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca)
	}
	return out
}
