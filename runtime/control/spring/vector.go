package spring

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// perpendicular is a unit vector perpendicular to a unit vector.
func perpendicular(a geom.Vec) geom.Vec {
	if a.X*a.X < 0.5 {
		return geom.Vec{Y: a.Z, Z: -a.Y}.Normal(geom.Vec{Y: 1})
	}
	return geom.Vec{X: -a.Z, Z: a.X}.Normal(geom.Vec{Y: 1})
}

func turnOf(q [4]float32) geom.Quat { return geom.QuatOf(q).Normal() }

// arc is the shortest rotation from one unit vector to another.
func arc(from, to geom.Vec) geom.Quat {
	w := 1 + from.Dot(to)
	c := from.Cross(to)
	if w < 1e-5 {
		c, w = perpendicular(from), 0
	}
	return geom.XYZW(c.X, c.Y, c.Z, w).Times(1 / geom.Sqrt(c.Dot(c)+float32(w*w)))
}

// slerpTerms is the number of terms of the series in slerp: within 1e-8 up to a quarter turn.
const slerpTerms = 12

// slerp is the rotation on the way from p to q, by the shorter arc and at an even speed: dividing a
// turn changes nothing. It is the series of sin(f·a)/sin(a) in cos(a) − 1, by Eberly, "A Fast and
// Accurate Algorithm for Computing SLERP".
func slerp(p, q geom.Quat, f float32) geom.Quat {
	q = q.NearestSign(p)
	x := float64(float32(p.X*q.X)+float32(p.Y*q.Y)) + float64(float32(p.Z*q.Z)+float32(p.W*q.W)) - 1
	x = min(x, 0)
	part := func(t float64) float32 {
		square, sum := float64(t*t), 1.
		for i := slerpTerms; i > 0; i-- {
			n := float64(i)
			sum = 1 + float64((square-float64(n*n))/(n*(2*n+1))*x*sum)
		}
		return float32(t * sum)
	}
	return p.Times(part(1-float64(f))).AddTimes(q, part(float64(f))).Normal()
}
