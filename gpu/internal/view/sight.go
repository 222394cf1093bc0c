package view

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Sight is a view's frustum, for culling and levels of detail.
type Sight struct {
	Eye    [3]float64
	planes [6][4]float32 // a x + b y + c z + d is the distance from the plane, positive inside
	w      [4]float32    // the fourth row of the view-projection
	scale  float32       // pixels per metre where w is 1
	light  Light         // its shadows count as seen
}

// NewSight derives the frustum from a view-projection in column-major order. A host's
// clip space may end at 0 instead of −1 in depth: the plane at −1 lies outside then.
func NewSight(viewProjection *[16]float32, eye [3]float64, height int, light Light) Sight {
	row := func(r int) (v [4]float64) {
		for k := range v {
			v[k] = float64(viewProjection[4*k+r])
		}
		return v
	}
	s := Sight{Eye: eye, light: light}
	w := row(3)
	for axis := range 3 {
		v := row(axis)
		for side, sign := range [2]float64{1, -1} {
			var p [4]float64
			for k := range p {
				p[k] = w[k] + sign*v[k]
			}
			n := math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2])
			if !(n > 1e-12) { // at infinity
				n, p = 1, [4]float64{3: 1}
			}
			for k := range p {
				s.planes[2*axis+side][k] = float32(p[k] / n)
			}
		}
	}
	y := row(1)
	s.scale = float32(math.Sqrt(y[0]*y[0]+y[1]*y[1]+y[2]*y[2]) * float64(height))
	for k := range s.w {
		s.w[k] = float32(w[k])
	}
	return s
}

// Pixels returns the height on the picture of a sphere of an instance whose matrix is
// world, or 0 where the sphere and its shadow are outside. Values that are not finite
// count as inside.
func (s *Sight) Pixels(center [3]float32, radius float32, world *soa.Affine) float32 {
	c := world.Apply(center)
	r := radius * stretch(world)
	size := max(abs(c[0]), abs(c[1]), abs(c[2]))
	r += 1e-5*r + 2e-6*size // roundings, here and in the vertex shader
	var cast [3]float32
	if s.light.Radius > 0 {
		cast = s.light.cast(c[1] + r)
	}
	for i := range s.planes {
		p := &s.planes[i]
		inside := p[0]*c[0] + p[1]*c[1] + p[2]*c[2] + p[3]
		if further := p[0]*cast[0] + p[1]*cast[1] + p[2]*cast[2]; further > 0 {
			inside += further
		}
		if inside < -r {
			return 0
		}
	}
	w := s.w[0]*c[0] + s.w[1]*c[1] + s.w[2]*c[2] + s.w[3]
	if !(w > 0) {
		return math.MaxFloat32
	}
	return max(r*s.scale/w, math.SmallestNonzeroFloat32)
}

// stretch bounds the factor by which an affine lengthens vectors, by Gershgorin circles of
// its AᵀA: the greatest length of a column, and more where columns are not orthogonal.
func stretch(a *soa.Affine) float32 {
	column := func(i, j int) float32 { return abs(a[i]*a[j] + a[4+i]*a[4+j] + a[8+i]*a[8+j]) }
	xy, xz, yz := column(0, 1), column(0, 2), column(1, 2)
	most := max(column(0, 0)+xy+xz, column(1, 1)+xy+yz, column(2, 2)+xz+yz)
	return float32(math.Sqrt(float64(most)))
}

func abs(v float32) float32 { return float32(math.Abs(float64(v))) }
