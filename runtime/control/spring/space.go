package spring

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Space is where places of a chain are in the world: a rotation, or a mirror image, with a
// uniform scale.
type Space struct {
	a, b, c point // rows of the matrix
	at      point
	x, y, z point // rows of its inverse
	scale   float32
}

// NewSpace takes a matrix apart. The error wraps ErrInput for one that is not finite, that
// has no extent, or that scales or shears by more than a thousandth.
func NewSpace(m soa.Affine) (Space, error) {
	x, y, z := point{m[0], m[4], m[8]}, point{m[1], m[5], m[9]}, point{m[2], m[6], m[10]}
	square := x.dot(x)
	const uneven = 2e-3
	good := finite(&m) && square > 1e-12 && square < 1e12
	for _, d := range [...]float32{y.dot(y) - square, z.dot(z) - square, x.dot(y), y.dot(z), z.dot(x)} {
		good = good && math.Abs(float64(d)) <= uneven*float64(square)
	}
	if !good {
		return Space{}, fmt.Errorf("%w: the matrix %v is no rotation with a scale", ErrInput, m)
	}
	per := 1 / square
	return Space{
		point{m[0], m[1], m[2]}, point{m[4], m[5], m[6]}, point{m[8], m[9], m[10]}, placeOf(&m),
		x.times(per), y.times(per), z.times(per), sqrt(square),
	}, nil
}

// Collider is a collider of the world in the space.
func (s *Space) Collider(c Collider) Collider {
	c.A = s.Place(c.A)
	if c.Shape == Plane {
		n := unit(s.back(pointOf(c.B)), point{0, 1, 0})
		c.B = [3]float32{n.x, n.y, n.z}
	} else {
		c.B = s.Place(c.B)
	}
	c.Radius /= s.scale
	return c
}

// Place is where a place of the world is in the space.
func (s *Space) Place(p [3]float32) [3]float32 {
	v := s.back(pointOf(p).sub(s.at))
	return [3]float32{v.x, v.y, v.z}
}

// world is where a place is in the world, and back what a direction in the world is here.
func (s *Space) world(p point) point {
	return point{s.a.dot(p), s.b.dot(p), s.c.dot(p)}.add(s.at)
}

func (s *Space) back(v point) point { return point{s.x.dot(v), s.y.dot(v), s.z.dot(v)} }
