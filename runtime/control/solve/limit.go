package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
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
	l.Side = perpendicular(geom.VecOf(side), u, u.Perpendicular()).Array()
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

// swingRounding is the distance beyond the ellipse that counts as rounding.
const swingRounding = 3e-7

// values is the limit as kernels take it. Of a soft one the ellipse is its hard part.
func (l *Limit) values() plain.Limit {
	f := func(v float32) plain.Float { return plain.Float(v) }
	v := func(v geom.Vec) plain.V { return plain.V{X: f(v.X), Y: f(v.Y), Z: f(v.Z)} }
	axis, side, middle, center := geom.VecOf(l.Axis), geom.VecOf(l.Side), l.Middle.or0(), geom.Identity
	if l.Center != [4]float32{} {
		center = geom.QuatOf(l.Center)
	}
	a, b, rest := max(l.Swing[0], 1e-6), max(l.Swing[1], 1e-6), float32(0)
	if l.Soft > 0 && l.Soft < 1 && min(a, b) < 1 {
		rest = float32((1 - l.Soft) * min(a, b))
		a, b = float32(a*l.Soft), float32(b*l.Soft)
	}
	start := float32(l.Twist.Sin * l.Soft)
	if !(start > 0 && l.Soft < 1 && l.Twist.Sin < 1) {
		start = 2
	}
	return plain.Limit{
		Center: plain.Q{X: f(center.X), Y: f(center.Y), Z: f(center.Z), W: f(center.W)}, Axis: v(axis), Side: v(side), Third: v(axis.Cross(side)),
		A: f(a), B: f(b), Rest: f(rest), Within: f(1 + swingRounding/min(a, b)),
		MiddleCos: f(middle.Cos), MiddleSin: f(middle.Sin), TwistCos: f(l.Twist.Cos), TwistSin: f(l.Twist.Sin),
		Start: f(start), TwistRest: f(l.Twist.Sin - start),
	}
}

// Uniforms returns the limit as formula.LimitValues values, for kernels.
func (l *Limit) Uniforms() []float32 {
	v := l.values()
	list := make([]float32, 0, formula.LimitUniforms)
	for _, x := range [...]plain.Float{
		v.Center.X, v.Center.Y, v.Center.Z, v.Center.W, v.Axis.X, v.Axis.Y, v.Axis.Z, v.Side.X, v.Side.Y, v.Side.Z, v.Third.X, v.Third.Y, v.Third.Z,
		v.A, v.B, v.Rest, v.Within, v.MiddleCos, v.MiddleSin, v.TwistCos, v.TwistSin, v.Start, v.TwistRest,
	} {
		list = append(list, float32(x))
	}
	return list
}

// parts splits a rotation into its swing, along Side and Axis × Side, and the sine of its twist from
// Middle.
func (l *Limit) parts(q geom.Quat) (y, z, twist float32) {
	v := l.values()
	p := v.Parts(plainQ(q))
	return float32(p.Y), float32(p.Z), float32(p.Sin)
}

func plainQ(q geom.Quat) plain.Q {
	return plain.Q{X: plain.Float(q.X), Y: plain.Float(q.Y), Z: plain.Float(q.Z), W: plain.Float(q.W)}
}

// Apply returns the rotation, a unit quaternion, or the nearest in swing and twist within the limit.
func (l *Limit) Apply(q [4]float32) [4]float32 { return l.apply(geom.QuatOf(q)).Array() }

func (l *Limit) apply(q geom.Quat) geom.Quat {
	v, turn := l.values(), plainQ(q)
	p := v.Parts(turn)
	if v.Exceeds(&p) == 0 {
		return q
	}
	y, z := p.Y, p.Z
	if out, _, _ := v.EllipseRadius(y, z); out > v.Within {
		y, z = v.HoldSwing(y, z)
	}
	held, _ := v.Join(turn, &p, y, z)
	return geom.XYZW(float32(held.X), float32(held.Y), float32(held.Z), float32(held.W))
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
		y, z, _ := l.parts(geom.QuatOf(q).Unit())
		yy, yz, zz = yy+float64(float64(y)*float64(y)), yz+float64(float64(y)*float64(z)), zz+float64(float64(z)*float64(z))
	}
	s, c := exact.SinCos(exact.Atan2(2*yz, yy-zz) / 2)
	l.Side = geom.VecOf(l.Side).Times(float32(c)).AddTimes(geom.VecOf(l.Axis).Cross(geom.VecOf(l.Side)), float32(s)).Unit(geom.VecOf(l.Side)).Array()
	var most [2]float32
	low, high := float32(0), float32(0)
	for _, q := range rotations {
		y, z, twist := l.parts(geom.QuatOf(q).Unit())
		most = [2]float32{max(most[0], geom.Abs(y)), max(most[1], geom.Abs(z))}
		low, high = min(low, twist), max(high, twist)
	}
	// An ellipse around all with these proportions.
	most = [2]float32{max(most[0], 1e-4), max(most[1], 1e-4)}
	scale := float32(0)
	for _, q := range rotations {
		y, z, _ := l.parts(geom.QuatOf(q).Unit())
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
			for k, v := range geom.QuatOf(q).Unit().NearestSign(center).Array() {
				sum[k] += float64(v)
			}
		}
		center = geom.XYZW(float32(sum[0]), float32(sum[1]), float32(sum[2]), float32(sum[3])).Unit()
	}
	return center
}
