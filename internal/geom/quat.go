package geom

import "math"

// Quat is a quaternion.
type Quat struct{ X, Y, Z, W float32 }

// Identity turns nothing.
var Identity = Quat{W: 1}

// XYZW is the quaternion of some parts.
func XYZW(x, y, z, w float32) Quat { return Quat{x, y, z, w} }

// QuatOf is an array as a quaternion.
func QuatOf(q [4]float32) Quat { return Quat{q[0], q[1], q[2], q[3]} }

// Array is the quaternion as an array.
func (q Quat) Array() [4]float32 { return [...]float32{q.X, q.Y, q.Z, q.W} }

// Mul is the product p·q: q's rotation, then p's.
func (p Quat) Mul(q Quat) Quat {
	return Quat{
		(float32(p.W*q.X) + float32(p.X*q.W)) + (float32(p.Y*q.Z) - float32(p.Z*q.Y)),
		(float32(p.W*q.Y) + float32(p.Y*q.W)) + (float32(p.Z*q.X) - float32(p.X*q.Z)),
		(float32(p.W*q.Z) + float32(p.Z*q.W)) + (float32(p.X*q.Y) - float32(p.Y*q.X)),
		(float32(p.W*q.W) - float32(p.X*q.X)) - (float32(p.Y*q.Y) + float32(p.Z*q.Z)),
	}
}

// Conjugate is the inverse of a unit quaternion.
func (q Quat) Conjugate() Quat { return Quat{-q.X, -q.Y, -q.Z, q.W} }

// Neg is the quaternion of the same rotation on the other side.
func (q Quat) Neg() Quat { return Quat{-q.X, -q.Y, -q.Z, -q.W} }

// Times is q·s.
func (q Quat) Times(s float32) Quat {
	return Quat{float32(q.X * s), float32(q.Y * s), float32(q.Z * s), float32(q.W * s)}
}

// AddTimes is p + q·s.
func (p Quat) AddTimes(q Quat, s float32) Quat {
	return Quat{p.X + float32(q.X*s), p.Y + float32(q.Y*s), p.Z + float32(q.Z*s), p.W + float32(q.W*s)}
}

// Dot is the scalar product.
func (p Quat) Dot(q Quat) float32 {
	return (float32(p.X*q.X) + float32(p.Y*q.Y)) + (float32(p.Z*q.Z) + float32(p.W*q.W))
}

// Unit is the quaternion with the length 1, or Identity where it has none.
func (q Quat) Unit() Quat {
	most := max(Abs(q.X), Abs(q.Y), Abs(q.Z), Abs(q.W))
	if !(most > 0 && most <= math.MaxFloat32) {
		return Quat{W: 1}
	}
	q = Quat{q.X / most, q.Y / most, q.Z / most, q.W / most} // so that no square is 0 or infinite
	n := Sqrt(q.Dot(q))
	return Quat{q.X / n, q.Y / n, q.Z / n, q.W / n}
}

// Normal is the quaternion with the length 1, or Identity where it is shorter than 1e-15 or
// longer than 1e18: it takes less time than Unit, and differs in the last bit.
func (q Quat) Normal() Quat {
	if n := q.Dot(q); n > 1e-30 && n < 1e36 {
		return q.Times(1 / Sqrt(n))
	}
	return Identity
}

// NearestSign is q or −q, whichever is nearer to p.
func (q Quat) NearestSign(p Quat) Quat {
	if q.Dot(p) < 0 {
		return q.Neg()
	}
	return q
}

// Nlerp is the unit quaternion on the chord from p to q, the short way.
func (p Quat) Nlerp(q Quat, t float32) Quat {
	q = q.NearestSign(p)
	return p.AddTimes(Quat{q.X - p.X, q.Y - p.Y, q.Z - p.Z, q.W - p.W}, t).Unit()
}

// Rotate turns a vector by a unit quaternion.
func (q Quat) Rotate(v Vec) Vec {
	u := Vec{q.X, q.Y, q.Z}
	t := u.Cross(v)
	t = t.Add(t)
	return v.AddTimes(t, q.W).Add(u.Cross(t))
}

// Arc is the shortest rotation from one unit vector to another. Where they are opposite it
// turns around an axis, which is at a right angle to them.
func Arc(from, to, axis Vec) Quat {
	w := 1 + from.Dot(to)
	if w < 1e-6 {
		return Quat{axis.X, axis.Y, axis.Z, 0}.Unit()
	}
	c := from.Cross(to)
	return Quat{c.X, c.Y, c.Z, w}.Unit()
}

// Twist is that part of a rotation q = swing·twist which turns around a unit axis; the
// swing moves the axis. Where the axis turns by half a turn there is no twist.
func (q Quat) Twist(axis Vec) Quat {
	d := Vec{q.X, q.Y, q.Z}.Dot(axis)
	if d == 0 && q.W == 0 {
		return Quat{W: 1}
	}
	return Quat{float32(axis.X * d), float32(axis.Y * d), float32(axis.Z * d), q.W}.Unit()
}

// FromAxes is the quaternion of three unit columns at right angles to each other, by
// Shepperd's method: the greatest part is found first.
func FromAxes(x, y, z Vec) Quat {
	switch trace := x.X + y.Y + z.Z; {
	case trace >= x.X && trace >= y.Y && trace >= z.Z:
		return Quat{y.Z - z.Y, z.X - x.Z, x.Y - y.X, 1 + trace}.Unit()
	case x.X >= y.Y && x.X >= z.Z:
		return Quat{1 + x.X - y.Y - z.Z, x.Y + y.X, z.X + x.Z, y.Z - z.Y}.Unit()
	case y.Y >= z.Z:
		return Quat{x.Y + y.X, 1 + y.Y - x.X - z.Z, y.Z + z.Y, z.X - x.Z}.Unit()
	default:
		return Quat{z.X + x.Z, y.Z + z.Y, 1 + z.Z - x.X - y.Y, x.Y - y.X}.Unit()
	}
}

// Swing is what Twist leaves.
func (q Quat) Swing(axis Vec) Quat { return q.Mul(q.Twist(axis).Conjugate()) }
