package spring

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
)

// Shape is the shape of a collider.
type Shape uint8

const (
	Sphere        Shape = iota // around A
	Capsule                    // around the line from A to B
	Plane                      // through A; B is its unit normal, to the free side
	InsideSphere               // tails stay in the sphere
	InsideCapsule              // tails stay in the capsule
)

// Collider keeps tails out of a shape in the world, or in it; bones between tails may cross it.
type Collider struct {
	Shape  Shape
	A, B   [3]float32
	Radius float32
}

// Validate refuses unknown shapes, numbers that are not finite, negative radii and normals that are
// not unit vectors.
func (c *Collider) Validate() error {
	normal := c.Shape != Plane || math.Abs(float64(geom.VecOf(c.B).Length()-1)) < 1e-3
	if c.Shape > InsideCapsule || !geom.VecOf(c.A).Finite() || !geom.VecOf(c.B).Finite() || !(c.Radius >= 0) || c.Radius-c.Radius != 0 || !normal {
		return fmt.Errorf("%w: collider %+v", ErrJoint, *c)
	}
	return nil
}

// middle is the point of the collider's axis nearest to p.
func (c *Collider) middle(p geom.Vec) geom.Vec {
	if c.Shape != Capsule && c.Shape != InsideCapsule {
		return geom.VecOf(c.A)
	}
	a := geom.VecOf(c.A)
	axis := geom.VecOf(c.B).Sub(a)
	l := axis.Dot(axis)
	if !(l > 0) {
		return a
	}
	return a.AddTimes(axis, min(max(p.Sub(a).Dot(axis)/l, 0), 1))
}

// hit reports whether a ball at p is in the collider.
func (c *Collider) hit(p geom.Vec, radius float32) bool {
	from := p.Sub(c.middle(p))
	switch square := from.Dot(from); {
	case c.Shape == Plane:
		return from.Dot(geom.VecOf(c.B)) < radius
	case c.Shape >= InsideSphere:
		room := max(c.Radius-radius, 0)
		return square > float32(room*room)
	default:
		r := c.Radius + radius
		return square < float32(r*r)
	}
}

// depth is the penetration of a ball at p, negative outside, and the unit vector out.
func (c *Collider) depth(p geom.Vec, radius float32) (depth float32, out geom.Vec) {
	if c.Shape == Plane {
		return radius - p.Sub(geom.VecOf(c.A)).Dot(geom.VecOf(c.B)), geom.VecOf(c.B)
	}
	from := p.Sub(c.middle(p))
	distance := geom.Sqrt(from.Dot(from))
	out = geom.Vec{Y: 1}
	if distance > 0 {
		out = from.Times(1 / distance)
	}
	if c.Shape >= InsideSphere {
		return distance + radius - c.Radius, out.Neg()
	}
	return c.Radius + radius - distance, out
}

// bound is the cap that a collider takes from the sphere of directions of a bone around its head:
// those u with u·axis > edge.
//
//	   ___  axis ╱
//	 ╱ cap ╲_ ╱
//	│╲     ╱╱│
//	│  head  │
//	 ╲_____╱
//
// A bone turned to the edge of the cap touches the collider and keeps its length.
type bound struct {
	axis geom.Vec
	edge float32
}

// cap is the cap of a collider for a bone around its head, near its tail.
func (c *Collider) cap(head, tail geom.Vec, length, radius float32) (bound, bool) {
	if c.Shape == Plane {
		return bound{geom.VecOf(c.B).Neg(), (head.Sub(geom.VecOf(c.A)).Dot(geom.VecOf(c.B)) - radius) / length}, true
	}
	to := c.middle(tail).Sub(head)
	d := geom.Sqrt(to.Dot(to))
	if !(d > 1e-12) {
		return bound{}, false
	}
	axis, r := to.Times(1/d), c.Radius+radius
	if c.Shape >= InsideSphere {
		r = max(c.Radius-radius, 0)
	}
	// The cosine rule, in a form that preserves small differences.
	edge := (float32(length*length) + float32((d-r)*(d+r))) / float32(2*float32(length*d))
	if c.Shape >= InsideSphere {
		return bound{axis.Neg(), -edge}, true
	}
	return bound{axis, edge}, true
}

// moveToEdge turns a direction in a cap to its edge, by the shortest arc.
func (b *bound) moveToEdge(u geom.Vec) geom.Vec {
	if b.edge <= -1 {
		return b.axis.Neg()
	}
	side := u.AddTimes(b.axis, -u.Dot(b.axis))
	near := side.Dot(side) < 1e-3
	side = side.Normal(perpendicular(b.axis))
	if near { // rounding: not perpendicular to the axis
		side = side.AddTimes(b.axis, -side.Dot(b.axis)).Normal(perpendicular(b.axis))
	}
	return b.axis.Times(b.edge).AddTimes(side, geom.Sqrt(1-float32(b.edge*b.edge)))
}

// both is the direction on the edges of both caps that is nearer to u.
func both(a, b *bound, u geom.Vec) (geom.Vec, bool) {
	cosine := a.axis.Dot(b.axis)
	across := a.axis.Cross(b.axis)
	sine2 := across.Dot(across)
	if sine2 < 1e-6 {
		return u, false
	}
	p, q := (a.edge-float32(cosine*b.edge))/sine2, (b.edge-float32(cosine*a.edge))/sine2
	in := a.axis.Times(p).AddTimes(b.axis, q)
	rest := (1 - in.Dot(in)) / sine2
	if rest < 0 {
		return u, false
	}
	h := geom.Sqrt(rest)
	if across.Dot(u) < 0 {
		h = -h
	}
	return in.AddTimes(across, h).Normal(u), true
}

// Skin is added to the radius of tails, in metres: more than rounding.
const Skin = 4e-6

// rounds bounds the passes over all colliders.
const rounds = 12

// Clear turns the direction of a bone from its head until its tail, a ball, is out of all
// colliders, if such a direction exists.
func Clear(direction, at [3]float32, length, radius float32, colliders []Collider) [3]float32 {
	u, head := geom.VecOf(direction), geom.VecOf(at)
	radius += Skin
	var last bound
	pushed := -1
	for round := range rounds {
		moved := false
		for i := range colliders {
			c := &colliders[i]
			tail := head.AddTimes(u, length)
			if !c.hit(tail, radius) {
				continue
			}
			b, ok := c.cap(head, tail, length, radius)
			if c.Shape == Capsule && round >= rounds/2 {
				// Its nearest points move along it: the tangent plane there clears all of it.
				_, out := c.depth(tail, radius)
				b = bound{out.Neg(), (head.Sub(c.middle(tail)).Dot(out) - c.Radius - radius) / length}
			}
			if !ok || b.edge >= 1 || u.Dot(b.axis) <= b.edge {
				continue
			}
			next := b.moveToEdge(u)
			if pushed >= 0 && pushed != i && next.Dot(last.axis) > last.edge {
				if corner, ok := both(&last, &b, u); ok {
					next = corner
				}
			}
			u, last, pushed, moved = next, b, i, true
		}
		if !moved || len(colliders) == 1 && colliders[0].Shape != Capsule && colliders[0].Shape != InsideCapsule {
			break
		}
	}
	return u.Array()
}
