package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

// Reason is why a solution is as it is.
type Reason uint8

const (
	Reached    Reason = iota // the effector is where it shall be, once all weights are 1
	Soft                     // the soft part holds it back
	TooFar                   // the target is out of reach
	TooNear                  // the target is nearer than the joints can fold
	Limited                  // limits of joints or of their speed hold it back
	Degenerate               // no length, no direction, or a value that is not finite
	Unsettled                // more passes would come nearer
)

func (r Reason) String() string {
	return [...]string{"reached", "soft", "too far", "too near", "limited", "degenerate", "unsettled"}[r]
}

// far is the residual of inputs that are not finite.
const far = math.MaxFloat32

// An Angle is the cosine and the sine of half an angle between −π and π. The zero Angle
// is no rotation.
type Angle struct{ Cos, Sin float32 }

// NewAngle is an angle in radians.
func NewAngle(radians float64) Angle {
	s, c := exact.SinCos(radians / 2)
	if c < 0 {
		s, c = -s, -c
	}
	return Angle{float32(c), float32(s)}
}

// or0 is an angle with the zero value made the pair of no rotation.
func (a Angle) or0() Angle {
	if a.Cos == 0 && a.Sin == 0 {
		return Angle{1, 0}
	}
	return a
}

// plus is the sum of two angles.
func (a Angle) plus(b Angle) Angle {
	return Angle{float32(a.Cos*b.Cos) - float32(a.Sin*b.Sin), float32(a.Sin*b.Cos) + float32(a.Cos*b.Sin)}
}

// around is the rotation by an angle around a unit axis.
func (a Angle) around(axis geom.Vec) geom.Quat {
	v := axis.Times(a.Sin)
	return geom.XYZW(v.X, v.Y, v.Z, a.Cos)
}

// beside is the unit vector at a right angle to a unit direction that lies in the plane
// of both and v, or else that of otherwise. It is taken twice, for of a v near to the
// direction the first leaves little but rounding.
func beside(v, direction, otherwise geom.Vec) geom.Vec {
	out := v.AddTimes(direction, -v.Dot(direction))
	if !(out.Dot(out) > 1e-12) {
		out = otherwise.AddTimes(direction, -otherwise.Dot(direction))
		if !(out.Dot(out) > 1e-12) {
			return direction.Perpendicular()
		}
	}
	out = out.Times(1 / out.Length())
	out = out.AddTimes(direction, -out.Dot(direction))
	return out.Times(1 / out.Length())
}

// part is the part w of a rotation, as nlerp from no rotation takes it, the short way.
func part(q geom.Quat, w float32) geom.Quat {
	if w == 0 {
		return geom.Identity
	}
	if q.W < 0 {
		q = q.Neg()
	}
	return geom.XYZW(float32(q.X*w), float32(q.Y*w), float32(q.Z*w), 1+float32((q.W-1)*w)).Normal()
}

// arc is the shortest rotation from one unit vector to another, and where they are
// opposite one around an axis beside them.
func arc(from, to geom.Vec) geom.Quat {
	w := 1 + from.Dot(to)
	if w < 1e-6 {
		return geom.Arc(from, to, from.Perpendicular())
	}
	c := from.Cross(to)
	return geom.XYZW(c.X, c.Y, c.Z, w).Normal()
}

// finite reports whether vectors are finite.
func finite(v ...geom.Vec) bool {
	sum := float32(0)
	for _, a := range v {
		sum += (a.X - a.X) + (a.Y - a.Y) + (a.Z - a.Z)
	}
	return sum == 0
}

func finiteQ(q geom.Quat) bool { return q.Dot(q)-q.Dot(q) == 0 }
