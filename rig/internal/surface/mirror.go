package surface

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Plane is the plane Normal·p = Offset.
type Plane struct {
	Normal exact.Vec // of unit length
	Offset float64
}

// Side returns the distance of a place from the plane, positive on the side of the normal.
func (p Plane) Side(at exact.Vec) float64 { return p.Normal.Dot(at) - p.Offset }

// Image returns the mirror image of a place.
func (p Plane) Image(at exact.Vec) exact.Vec { return at.Sub(p.Normal.Scale(2 * p.Side(at))) }

// inPlane is the distance from a plane, in sizes of a surface, up to which a point lies in it.
const inPlane = 1e-5

// Mirror maps the points behind a plane to the surface in front of it, where the normal points.
type Mirror struct {
	surface *Surface
	plane   Plane
	within  float64
	slack   float64 // the distance up to which a point is in the plane
}

// Mirror returns the map across a plane. It finds places up to a distance from a mirror image.
func (s *Surface) Mirror(across Plane, within float64) *Mirror {
	return &Mirror{s, across, within, float64(inPlane * s.Size())}
}

// Side returns the distance of point p from the plane, positive in front of it and 0 in it.
func (m *Mirror) Side(p int) float64 {
	if d := m.plane.Side(m.surface.Position[p]); math.Abs(d) > m.slack {
		return d
	}
	return 0
}

// Image returns the place nearest to the mirror image of point p on the triangles that are not behind
// the plane: the triangle's points and their weights. ok is false where none is near enough.
func (m *Mirror) Image(p int) (corner [3]int32, weight [3]float64, ok bool) {
	hit, ok := m.surface.Nearest(m.plane.Image(m.surface.Position[p]), m.within, m.inFront)
	if !ok {
		return corner, weight, false
	}
	return m.surface.Triangle[hit.Triangle], hit.Weight, true
}

// inFront reports whether no corner of a triangle is behind the plane.
func (m *Mirror) inFront(triangle int) bool {
	for _, c := range m.surface.Triangle[triangle] {
		if m.Side(int(c)) < 0 {
			return false
		}
	}
	return true
}
