package vec

import "github.com/sinew-anim/sinew/internal/xyz"

// Q is a quaternion x, y, z, w.
type Q [4]float32

// Identity turns nothing.
var Identity = Q{0, 0, 0, 1}

// Mul is the product p·q: q's rotation, then p's.
func (p Q) Mul(q Q) Q { return xyz.Quat(p).Mul(xyz.Quat(q)).Array() }

// Conjugate is the inverse of a unit quaternion.
func (q Q) Conjugate() Q { return Q{-q[0], -q[1], -q[2], q[3]} }

// Neg is the quaternion of the same rotation on the other side.
func (q Q) Neg() Q { return Q{-q[0], -q[1], -q[2], -q[3]} }

// Dot is the scalar product.
func (p Q) Dot(q Q) float32 { return xyz.Quat(p).Dot(xyz.Quat(q)) }

// Unit is the quaternion with the length 1, or Identity where it has none.
func (q Q) Unit() Q { return xyz.Quat(q).Unit().Array() }

// Toward is q or −q, whichever is nearer to p.
func (q Q) Toward(p Q) Q { return xyz.Quat(q).Toward(xyz.Quat(p)).Array() }

// Nlerp is the unit quaternion on the chord from p to q, the short way.
func (p Q) Nlerp(q Q, t float32) Q { return xyz.Quat(p).Nlerp(xyz.Quat(q), t).Array() }

// Rotate turns a vector by a unit quaternion.
func (q Q) Rotate(v V) V { return xyz.Quat(q).Rotate(xyz.Vec(v)).Array() }

// Arc is the shortest rotation from one unit vector to another. Where they are opposite it
// turns around an axis, which is at a right angle to them.
func Arc(from, to, axis V) Q { return xyz.Arc(xyz.Vec(from), xyz.Vec(to), xyz.Vec(axis)).Array() }

// Twist is that part of a rotation q = swing·twist which turns around a unit axis; the
// swing moves the axis. Where the axis turns by half a turn there is no twist.
func (q Q) Twist(axis V) Q { return xyz.Quat(q).Twist(xyz.Vec(axis)).Array() }

// Swing is what Twist leaves.
func (q Q) Swing(axis V) Q {
	p := xyz.Quat(q)
	return p.Mul(p.Twist(xyz.Vec(axis)).Conjugate()).Array()
}
