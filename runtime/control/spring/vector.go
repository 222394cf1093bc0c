package spring

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// beside is a unit vector perpendicular to a unit vector.
func beside(a geom.Vec) geom.Vec {
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
		c, w = beside(from), 0
	}
	return geom.XYZW(c.X, c.Y, c.Z, w).Times(1 / geom.Sqrt(c.Dot(c)+float32(w*w)))
}

// between is the nlerp from p to q, by the shorter arc.
func between(p, q geom.Quat, f float32) geom.Quat {
	return p.AddTimes(q.Toward(p).AddTimes(p, -1), f).Normal()
}
