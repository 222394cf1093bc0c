package spring

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// The vectors here are structs, which the compiler keeps in registers; arrays, as in
// package vec, it does not: with those a step takes several times as long.

// point is a vector or a point.
type point struct{ x, y, z float32 }

func pointOf(a [3]float32) point { return point{a[0], a[1], a[2]} }

func (a point) add(b point) point { return point{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a point) sub(b point) point { return point{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a point) neg() point        { return point{-a.x, -a.y, -a.z} }

func (a point) times(s float32) point {
	return point{float32(a.x * s), float32(a.y * s), float32(a.z * s)}
}

// plus is a + b·s.
func (a point) plus(b point, s float32) point {
	return point{a.x + float32(b.x*s), a.y + float32(b.y*s), a.z + float32(b.z*s)}
}

func (a point) dot(b point) float32 {
	return (float32(a.x*b.x) + float32(a.y*b.y)) + float32(a.z*b.z)
}

func (a point) cross(b point) point {
	return point{float32(a.y*b.z) - float32(a.z*b.y), float32(a.z*b.x) - float32(a.x*b.z), float32(a.x*b.y) - float32(a.y*b.x)}
}

func (a point) length() float32 { return sqrt(a.dot(a)) }

func (a point) finite() bool { return (a.x-a.x)+(a.y-a.y)+(a.z-a.z) == 0 }

// beside is a unit vector at a right angle to a unit vector.
func (a point) beside() point {
	if a.x*a.x < 0.5 {
		return unit(point{0, a.z, -a.y}, point{0, 1, 0})
	}
	return unit(point{-a.z, 0, a.x}, point{0, 1, 0})
}

// unit is the direction of a vector, or otherwise where it is too short or too long for one.
func unit(v, otherwise point) point {
	d := v.dot(v)
	if !(d > 1e-30 && d < 1e30) {
		return otherwise
	}
	return v.times(1 / sqrt(d))
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// turn is a unit quaternion.
type turn struct{ x, y, z, w float32 }

func turnOf(q [4]float32) turn { return turn{q[0], q[1], q[2], q[3]}.unit() }

func (p turn) dot(q turn) float32 {
	return (float32(p.x*q.x) + float32(p.y*q.y)) + (float32(p.z*q.z) + float32(p.w*q.w))
}

func (p turn) unit() turn {
	d := p.dot(p)
	if !(d > 1e-30 && d < 1e30) {
		return turn{w: 1}
	}
	k := 1 / sqrt(d)
	return turn{float32(p.x * k), float32(p.y * k), float32(p.z * k), float32(p.w * k)}
}

// mul is q's rotation, then p's.
func (p turn) mul(q turn) turn {
	return turn{
		(float32(p.w*q.x) + float32(p.x*q.w)) + (float32(p.y*q.z) - float32(p.z*q.y)),
		(float32(p.w*q.y) + float32(p.y*q.w)) + (float32(p.z*q.x) - float32(p.x*q.z)),
		(float32(p.w*q.z) + float32(p.z*q.w)) + (float32(p.x*q.y) - float32(p.y*q.x)),
		(float32(p.w*q.w) - float32(p.x*q.x)) - (float32(p.y*q.y) + float32(p.z*q.z)),
	}
}

func (p turn) conjugate() turn { return turn{-p.x, -p.y, -p.z, p.w} }

func (p turn) rotate(v point) point {
	u := point{p.x, p.y, p.z}
	t := u.cross(v)
	t = t.add(t)
	return v.plus(t, p.w).add(u.cross(t))
}

// arc is the shortest rotation from one unit vector to another.
func arc(from, to point) turn {
	w := 1 + from.dot(to)
	c := from.cross(to)
	if w < 1e-5 {
		c, w = from.beside(), 0
	}
	k := 1 / sqrt(c.dot(c)+float32(w*w))
	return turn{float32(c.x * k), float32(c.y * k), float32(c.z * k), float32(w * k)}
}

// between is the rotation on the chord from p to q, the short way.
func (p turn) between(q turn, f float32) turn {
	if p.dot(q) < 0 {
		q = turn{-q.x, -q.y, -q.z, -q.w}
	}
	return turn{
		p.x + float32((q.x-p.x)*f), p.y + float32((q.y-p.y)*f), p.z + float32((q.z-p.z)*f), p.w + float32((q.w-p.w)*f),
	}.unit()
}

// placeOf is where a matrix puts the origin.
func placeOf(m *soa.Affine) point { return point{m[3], m[7], m[11]} }

// applied is a matrix applied to a point.
func applied(m *soa.Affine, v point) point {
	return directed(m, v).add(placeOf(m))
}

// directed is a matrix applied to a direction.
func directed(m *soa.Affine, v point) point {
	return point{
		(float32(m[0]*v.x) + float32(m[1]*v.y)) + float32(m[2]*v.z),
		(float32(m[4]*v.x) + float32(m[5]*v.y)) + float32(m[6]*v.z),
		(float32(m[8]*v.x) + float32(m[9]*v.y)) + float32(m[10]*v.z),
	}
}

// finite reports whether all elements are numbers.
func finite(m *soa.Affine) bool {
	a := (m[0] - m[0]) + (m[1] - m[1]) + (m[2] - m[2])
	b := (m[3] - m[3]) + (m[4] - m[4]) + (m[5] - m[5])
	c := (m[6] - m[6]) + (m[7] - m[7]) + (m[8] - m[8])
	d := (m[9] - m[9]) + (m[10] - m[10]) + (m[11] - m[11])
	return (a+b)+(c+d) == 0
}
