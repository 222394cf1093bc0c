package spring

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// beside is a unit vector at a right angle to a unit vector.
func beside(a geom.Vec) geom.Vec {
	if a.X*a.X < 0.5 {
		return unit(geom.Vec{Y: a.Z, Z: -a.Y}, geom.Vec{Y: 1})
	}
	return unit(geom.Vec{X: -a.Z, Z: a.X}, geom.Vec{Y: 1})
}

// unit is the direction of a vector, or otherwise where it is too short or too long for one.
func unit(v, otherwise geom.Vec) geom.Vec {
	d := v.Dot(v)
	if !(d > 1e-30 && d < 1e30) {
		return otherwise
	}
	return v.Times(1 / geom.Sqrt(d))
}

// unitQ is the rotation of a quaternion, or none where it is too short or too long for one.
func unitQ(q geom.Quat) geom.Quat {
	d := q.Dot(q)
	if !(d > 1e-30 && d < 1e30) {
		return geom.Identity
	}
	return q.Times(1 / geom.Sqrt(d))
}

func turnOf(q [4]float32) geom.Quat { return unitQ(geom.QuatOf(q)) }

// arc is the shortest rotation from one unit vector to another.
func arc(from, to geom.Vec) geom.Quat {
	w := 1 + from.Dot(to)
	c := from.Cross(to)
	if w < 1e-5 {
		c, w = beside(from), 0
	}
	return geom.XYZW(c.X, c.Y, c.Z, w).Times(1 / geom.Sqrt(c.Dot(c)+float32(w*w)))
}

// between is the rotation on the chord from p to q, the short way.
func between(p, q geom.Quat, f float32) geom.Quat {
	q = q.Toward(p)
	return unitQ(geom.XYZW(p.X+float32((q.X-p.X)*f), p.Y+float32((q.Y-p.Y)*f), p.Z+float32((q.Z-p.Z)*f), p.W+float32((q.W-p.W)*f)))
}

// placeOf is where a matrix puts the origin.
func placeOf(m *soa.Affine) geom.Vec { return geom.XYZ(m[3], m[7], m[11]) }

// applied is a matrix applied to a point.
func applied(m *soa.Affine, v geom.Vec) geom.Vec {
	return directed(m, v).Add(placeOf(m))
}

// directed is a matrix applied to a direction.
func directed(m *soa.Affine, v geom.Vec) geom.Vec {
	return geom.XYZ(
		(float32(m[0]*v.X)+float32(m[1]*v.Y))+float32(m[2]*v.Z),
		(float32(m[4]*v.X)+float32(m[5]*v.Y))+float32(m[6]*v.Z),
		(float32(m[8]*v.X)+float32(m[9]*v.Y))+float32(m[10]*v.Z),
	)
}

// finite reports whether all elements are numbers.
func finite(m *soa.Affine) bool {
	a := (m[0] - m[0]) + (m[1] - m[1]) + (m[2] - m[2])
	b := (m[3] - m[3]) + (m[4] - m[4]) + (m[5] - m[5])
	c := (m[6] - m[6]) + (m[7] - m[7]) + (m[8] - m[8])
	d := (m[9] - m[9]) + (m[10] - m[10]) + (m[11] - m[11])
	return (a+b)+(c+d) == 0
}
