package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
)

// Limit is the range of a joint's rotation relative to its rest: an ellipse of swings of an axis
// and a range of twists around it.
//
//	rotation = Center · swing · twist
//
//	      · · ·        Swing[1], around Axis × Side
//	    ·   ▲   ·
//	   ·    ┼──► ·     Swing[0], around Side
//	    ·       ·
//	      · · ·        in sines of half angles
//
// Angles are sines of half angles, as in quaternions: no limit needs an arc function. A swing or a
// twist of 1 is free. Rotations inside keep their bits; others move to the nearest swing of the
// ellipse and to the nearer end of the range, continuously except at half a turn from the middle.
type Limit struct {
	Center     [4]float32 // the middle of the range; zero is no rotation
	Axis, Side [3]float32 // unit, perpendicular
	Swing      [2]float32 // the sines of half the greatest swings
	Middle     Angle      // of the twist
	Twist      Angle      // the greatest twist from Middle
	// Soft is the part of the limit from which rotations are held back gradually, with slope 1
	// there, and never reach the limit. 0 or 1: none.
	Soft float32
}

// atMost is an angle of at most half a turn.
func atMost(radians float64) Angle {
	s, c := exact.SinCos(min(max(radians, 0), math.Pi) / 2)
	return Angle{float32(max(c, 0)), float32(s)}
}

// NewSwingTwist limits the swings of an axis to an ellipse with the angles a around side and b
// around axis × side, and the twists around axis to a range. a and b are at most π, the range is
// within ±2π.
func NewSwingTwist(axis, side [3]float32, a, b, from, to float64) Limit {
	l := Limit{
		Axis: geom.VecOf(axis).Unit(geom.Vec{X: 1}).Array(), Swing: [2]float32{atMost(a).Sin, atMost(b).Sin},
		Middle: NewAngle((from + to) / 2), Twist: atMost((to - from) / 2),
	}
	u := geom.VecOf(l.Axis)
	l.Side = beside(geom.VecOf(side), u, u.Perpendicular()).Array()
	return l
}

// NewHinge limits rotations to those around an axis within a range.
func NewHinge(axis [3]float32, from, to float64) Limit {
	return NewSwingTwist(axis, [3]float32{}, 0, 0, from, to)
}

// NewCone limits the swings of an axis to an angle; twists are free.
func NewCone(axis [3]float32, angle float64) Limit {
	return NewSwingTwist(axis, [3]float32{}, angle, angle, -math.Pi, math.Pi)
}

// NewTwist limits the twists around an axis to a range; swings are free.
func NewTwist(axis [3]float32, from, to float64) Limit {
	return NewSwingTwist(axis, [3]float32{}, math.Pi, math.Pi, from, to)
}

// parts splits a rotation into its swing, along Side and Axis × Side, with w ≥ 0, and its twist from
// Middle.
func (l *Limit) parts(q geom.Quat) (y, z, w float32, twist Angle) {
	if l.Center != [4]float32{} {
		q = geom.QuatOf(l.Center).Conjugate().Mul(q)
	}
	axis, side, v := geom.VecOf(l.Axis), geom.VecOf(l.Side), geom.XYZ(q.X, q.Y, q.Z)
	d := v.Dot(axis)
	n := geom.Sqrt(float32(q.W*q.W) + float32(d*d))
	twist = Angle{1, 0}
	if n > 0 {
		twist = Angle{q.W / n, d / n}
	}
	// swing = q · twist⁻¹, of which w is n and nothing lies along the axis
	swing := v.Times(twist.Cos).AddTimes(v.Cross(axis), -twist.Sin)
	middle := l.Middle.or0()
	twist = twist.plus(Angle{middle.Cos, -middle.Sin})
	if twist.Cos < 0 {
		twist = Angle{-twist.Cos, -twist.Sin}
	}
	return swing.Dot(side), swing.Dot(axis.Cross(side)), n, twist
}

// Apply returns the rotation, a unit quaternion, or the nearest in swing and twist within the limit.
func (l *Limit) Apply(q [4]float32) [4]float32 { return l.apply(geom.QuatOf(q)).Array() }

func (l *Limit) apply(q geom.Quat) geom.Quat {
	y, z, w, twist := l.parts(q)
	newY, newZ := l.holdSwing(y, z)
	newTwist := l.holdTwist(twist)
	if newY == y && newZ == z && newTwist == twist {
		return q
	}
	newTwist = newTwist.plus(l.Middle.or0())
	axis, side := geom.VecOf(l.Axis), geom.VecOf(l.Side)
	swing := side.Times(newY).AddTimes(axis.Cross(side), newZ)
	if newY != y || newZ != z {
		w = geom.Sqrt(max(0, 1-swing.Dot(swing)))
	}
	out := geom.XYZW(swing.X, swing.Y, swing.Z, w).Mul(newTwist.around(axis))
	if l.Center != [4]float32{} {
		out = geom.QuatOf(l.Center).Mul(out)
	}
	return out.Normal().Toward(q)
}

// holdTwist limits a twist; tangents of half the angles are compared. Beyond the soft part it
// approaches the limit as x/(1+x) of the rest of the sine.
func (l *Limit) holdTwist(a Angle) Angle {
	sine, cosine := geom.Abs(a.Sin), a.Cos
	if float32(sine*l.Twist.Cos) > float32(l.Twist.Sin*cosine) {
		sine, cosine = l.Twist.Sin, l.Twist.Cos
	}
	if start := float32(l.Twist.Sin * l.Soft); start > 0 && l.Soft < 1 && l.Twist.Sin < 1 && geom.Abs(a.Sin) > start {
		rest, x := l.Twist.Sin-start, geom.Abs(a.Sin)-start
		sine = start + float32(rest*(x/(rest+x)))
		cosine = geom.Sqrt(max(0, float32((1-sine)*(1+sine))))
	}
	if a.Sin < 0 {
		sine = -sine
	}
	return Angle{cosine, sine}
}

// swingRounding is the distance beyond the ellipse that counts as rounding.
const swingRounding = 3e-7

// holdSwing returns the point of the ellipse nearest to a point outside. With a soft part the
// ellipse is that part, and the point moves on by less than the rest of the smaller half axis,
// which stays inside the whole ellipse since both are convex.
func (l *Limit) holdSwing(y, z float32) (float32, float32) {
	a, b, rest := max(l.Swing[0], 1e-6), max(l.Swing[1], 1e-6), float32(0)
	if l.Soft > 0 && l.Soft < 1 && min(a, b) < 1 {
		rest = float32((1 - l.Soft) * min(a, b))
		a, b = float32(a*l.Soft), float32(b*l.Soft)
	}
	u, v := y/a, z/b
	out := geom.Sqrt(float32(u*u) + float32(v*v))
	if out <= 1+swingRounding/min(a, b) {
		return y, z
	}
	u, v = nearestOnEllipse(a, b, geom.Abs(y), geom.Abs(z), geom.Abs(u)/out, geom.Abs(v)/out)
	if y < 0 {
		u = -u
	}
	if z < 0 {
		v = -v
	}
	if rest > 0 {
		dy, dz := y-u, z-v
		by := rest / (rest + geom.Sqrt(float32(dy*dy)+float32(dz*dz)))
		u, v = u+float32(dy*by), v+float32(dz*by)
	}
	return u, v
}

// nearestOnEllipse is the point nearest to (y, z), both ≥ 0 and outside, on the ellipse with the
// half axes a and b, starting at (a·u, b·v): four times the circle of curvature at the last point
// gives the next.
func nearestOnEllipse(a, b, y, z, u, v float32) (float32, float32) {
	span := float32((a - b) * (a + b))
	for range 4 {
		cx, cy := float32(span*float32(u*float32(u*u)))/a, -float32(span*float32(v*float32(v*v)))/b
		rx, ry := float32(a*u)-cx, float32(b*v)-cy
		qx, qy := y-cx, z-cy
		ratio := geom.Sqrt((float32(rx*rx) + float32(ry*ry)) / (float32(qx*qx) + float32(qy*qy)))
		u, v = max(0, (float32(qx*ratio)+cx)/a), max(0, (float32(qy*ratio)+cy)/b)
		n := geom.Sqrt(float32(u*u) + float32(v*v))
		u, v = u/n, v/n
	}
	return float32(a * u), float32(b * v)
}

// Learn returns a limit that contains rotations of a joint relative to its rest, such as those of
// its clips, with a margin in radians. Its center is their mean; the ellipse is aligned with the
// directions in which the axis swings most and least.
func Learn(rotations [][4]float32, axis [3]float32, margin float64) Limit {
	l := NewSwingTwist(axis, [3]float32{}, 0, 0, 0, 0)
	l.Center = geom.Identity.Array()
	if len(rotations) == 0 {
		return l
	}
	l.Center = mean(rotations).Array()
	// The principal axes of the matrix [yy yz; yz zz] of the swings.
	var yy, yz, zz float64
	for _, q := range rotations {
		y, z, _, _ := l.parts(geom.QuatOf(q).Unit())
		yy, yz, zz = yy+float64(float64(y)*float64(y)), yz+float64(float64(y)*float64(z)), zz+float64(float64(z)*float64(z))
	}
	s, c := exact.SinCos(exact.Atan2(2*yz, yy-zz) / 2)
	l.Side = geom.VecOf(l.Side).Times(float32(c)).AddTimes(geom.VecOf(l.Axis).Cross(geom.VecOf(l.Side)), float32(s)).Unit(geom.VecOf(l.Side)).Array()
	var most [2]float32
	low, high := float32(0), float32(0)
	for _, q := range rotations {
		y, z, _, twist := l.parts(geom.QuatOf(q).Unit())
		most = [2]float32{max(most[0], geom.Abs(y)), max(most[1], geom.Abs(z))}
		low, high = min(low, twist.Sin), max(high, twist.Sin)
	}
	// An ellipse around all with these proportions.
	most = [2]float32{max(most[0], 1e-4), max(most[1], 1e-4)}
	scale := float32(0)
	for _, q := range rotations {
		y, z, _, _ := l.parts(geom.QuatOf(q).Unit())
		y, z = y/most[0], z/most[1]
		scale = max(scale, geom.Sqrt(float32(y*y)+float32(z*z)))
	}
	angle := func(sine float32) float64 {
		x := min(float64(sine), 1)
		return float64(2 * exact.Atan2(x, math.Sqrt(1-float64(x*x))))
	}
	const slack = 1e-6 // of rounding
	for i := range l.Swing {
		l.Swing[i] = atMost(angle(float32(most[i]*scale)) + margin + slack).Sin
	}
	from, to := -angle(-low), angle(high)
	l.Middle, l.Twist = NewAngle((from+to)/2), atMost(float64((to-from)/2)+margin+slack)
	return l
}

// mean is the mean of rotations, each with the sign of the sum so far, taken twice so that the
// first ones count like all others.
func mean(rotations [][4]float32) geom.Quat {
	center := geom.QuatOf(rotations[0]).Unit()
	for range 2 {
		var sum [4]float64
		for _, q := range rotations {
			for k, v := range geom.QuatOf(q).Unit().Toward(center).Array() {
				sum[k] += float64(v)
			}
		}
		center = geom.XYZW(float32(sum[0]), float32(sum[1]), float32(sum[2]), float32(sum[3])).Unit()
	}
	return center
}
