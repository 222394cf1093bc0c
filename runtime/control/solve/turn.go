package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

// Reason explains a result.
type Reason uint8

const (
	Reached    Reason = iota // the target is reached, with all weights at 1
	Soft                     // held back by the soft part
	TooFar                   // the target is out of reach
	TooNear                  // the target is nearer than the joints can fold
	Limited                  // held back by limits of rotation or speed
	Degenerate               // no length, no direction, or a value that is not finite
	Unsettled                // more passes would come nearer
)

func (r Reason) String() string {
	return [...]string{"reached", "soft", "too far", "too near", "limited", "degenerate", "unsettled"}[r]
}

// far is the residual of inputs that are not finite.
const far = math.MaxFloat32

// Angle is the cosine and the sine of half an angle in [−π, π]. The zero Angle is no rotation.
type Angle struct{ Cos, Sin float32 }

// NewAngle converts an angle from radians.
func NewAngle(radians float64) Angle {
	s, c := exact.SinCos(radians / 2)
	if c < 0 {
		s, c = -s, -c
	}
	return Angle{float32(c), float32(s)}
}

// or0 replaces the zero value by the pair of no rotation.
func (a Angle) or0() Angle {
	if a.Cos == 0 && a.Sin == 0 {
		return Angle{1, 0}
	}
	return a
}

// perpendicular is the unit vector perpendicular to a unit direction, in its plane with v or else with
// otherwise. It is orthogonalized twice, since for a v near the direction the first pass leaves
// mostly rounding.
func perpendicular(v, direction, otherwise geom.Vec) geom.Vec {
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

// part is the nlerp by w from no rotation to a rotation, by the shorter arc.
func part(q geom.Quat, w float32) geom.Quat {
	if w == 0 {
		return geom.Identity
	}
	if q.W < 0 {
		q = q.Neg()
	}
	return geom.XYZW(float32(q.X*w), float32(q.Y*w), float32(q.Z*w), 1+float32((q.W-1)*w)).Normal()
}

// arc is the shortest rotation between unit vectors; opposite ones turn around a perpendicular axis.
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
