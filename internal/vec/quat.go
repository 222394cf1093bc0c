package vec

// Q is a quaternion x, y, z, w.
type Q [4]float32

// Identity turns nothing.
var Identity = Q{0, 0, 0, 1}

// Mul is the product p·q: q's rotation, then p's.
func (p Q) Mul(q Q) Q {
	return Q{
		(float32(p[3]*q[0]) + float32(p[0]*q[3])) + (float32(p[1]*q[2]) - float32(p[2]*q[1])),
		(float32(p[3]*q[1]) + float32(p[1]*q[3])) + (float32(p[2]*q[0]) - float32(p[0]*q[2])),
		(float32(p[3]*q[2]) + float32(p[2]*q[3])) + (float32(p[0]*q[1]) - float32(p[1]*q[0])),
		(float32(p[3]*q[3]) - float32(p[0]*q[0])) - (float32(p[1]*q[1]) + float32(p[2]*q[2])),
	}
}

// Conjugate is the inverse of a unit quaternion.
func (q Q) Conjugate() Q { return Q{-q[0], -q[1], -q[2], q[3]} }

// Neg is the quaternion of the same rotation on the other side.
func (q Q) Neg() Q { return Q{-q[0], -q[1], -q[2], -q[3]} }

// Dot is the scalar product.
func (p Q) Dot(q Q) float32 {
	return (float32(p[0]*q[0]) + float32(p[1]*q[1])) + (float32(p[2]*q[2]) + float32(p[3]*q[3]))
}

// Unit is the quaternion with the length 1, or Identity where it has none.
func (q Q) Unit() Q {
	most := max(Abs(q[0]), Abs(q[1]), Abs(q[2]), Abs(q[3]))
	if !(most > 0) || most-most != 0 {
		return Identity
	}
	q = Q{q[0] / most, q[1] / most, q[2] / most, q[3] / most} // so that no square is 0 or infinite
	n := Sqrt(q.Dot(q))
	return Q{q[0] / n, q[1] / n, q[2] / n, q[3] / n}
}

// Toward is q or −q, whichever is nearer to p.
func (q Q) Toward(p Q) Q {
	if q.Dot(p) < 0 {
		return q.Neg()
	}
	return q
}

// Nlerp is the unit quaternion on the chord from p to q, the short way.
func (p Q) Nlerp(q Q, t float32) Q {
	q = q.Toward(p)
	for i := range q {
		q[i] = p[i] + float32((q[i]-p[i])*t)
	}
	return q.Unit()
}

// Rotate turns a vector by a unit quaternion.
func (q Q) Rotate(v V) V {
	u := V{q[0], q[1], q[2]}
	t := u.Cross(v)
	t = t.Add(t)
	return v.AddTimes(t, q[3]).Add(u.Cross(t))
}

// Arc is the shortest rotation from one unit vector to another. Where they are opposite it
// turns around an axis, which is at a right angle to them.
func Arc(from, to, axis V) Q {
	w := 1 + from.Dot(to)
	if w < 1e-6 {
		return Q{axis[0], axis[1], axis[2], 0}.Unit()
	}
	c := from.Cross(to)
	return Q{c[0], c[1], c[2], w}.Unit()
}

// Twist is that part of a rotation q = swing·twist which turns around a unit axis; the
// swing moves the axis. Where the axis turns by half a turn there is no twist.
func (q Q) Twist(axis V) Q {
	d := V{q[0], q[1], q[2]}.Dot(axis)
	if d == 0 && q[3] == 0 {
		return Identity
	}
	return Q{float32(axis[0] * d), float32(axis[1] * d), float32(axis[2] * d), q[3]}.Unit()
}

// Swing is what Twist leaves.
func (q Q) Swing(axis V) Q { return q.Mul(q.Twist(axis).Conjugate()) }
