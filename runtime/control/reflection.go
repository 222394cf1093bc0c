package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// Reflections. A joint's matrix in the model is, before its place, O·|S|: an orthogonal O times positive
// scales. Those of a joint k below p with a rotation q and scales S give
//
//	O(k) = O(p)·q·sgn S(k)
//
// An orthogonal matrix is a rotation or minus a rotation, and −1 commutes with all matrices. With the three
// signs as σ·D, σ = −1 where an odd number of scales is negative, and D a half turn around an axis or nothing,
//
//	O(p) = ±B(p)    T(k) = B(p)·q    B(k) = T(k)·D(k)
//
// T and B are rotations; frames hold T, and B where it differs. A rotation W in the model of all that a joint
// carries makes its own rotation q' of
//
//	W·O(p)·q = O(p)·q'    q' = O(p)⁻¹·W·O(p)·q = B(p)⁻¹·W·T(k)
//
// since the signs of O(p) cancel: no rotation has to be conjugated by a reflection where parents have B. An axis of
// rotation h in a joint's frame is T(k)·h in the model, but a direction or an offset f is O(k)·f = T(k)·(s∘f) with
// the signs s(k) = ±sgn S(k), those of O(p). In the rig form matrices are K·turn·Bind, with the signs of K and of
// Bind. The turns of frames need no half turns then: their binds have them.
//
// A joint reflects as it does at rest: scales that change their signs in a clip are not followed.

// half is a half turn around an axis, 0 to 2, or none.
type half int

const noHalf half = -1

// quat is the rotation.
func (h half) quat() geom.Quat {
	return [...]geom.Quat{geom.Identity, {X: 1}, {Y: 1}, {Z: 1}}[h+1]
}

// times multiplies the components of a vector by signs.
func times(s, v geom.Vec) geom.Vec {
	return geom.XYZ(float32(s.X*v.X), float32(s.Y*v.Y), float32(s.Z*v.Z))
}

// halfOf splits the signs of scales into that of their product and a half turn.
func halfOf(s geom.Vec) (sign float32, h half) {
	a := s.Array()
	sign = float32(float32(a[0]*a[1]) * a[2])
	for k, v := range a {
		if v == sign && !(a[(k+1)%3] == sign) {
			return sign, half(k)
		}
	}
	return sign, noHalf
}

// signsOf are the signs of scales; 0 counts as positive.
func signsOf(v [3]float32) geom.Vec {
	for k, x := range v {
		if v[k] = 1; x < 0 {
			v[k] = -1
		}
	}
	return geom.VecOf(v)
}

// mirrors is −1 where a scale times a matrix mirrors, else 1.
func mirrors(scale float32, m *soa.Affine) float32 {
	x, y, z := geom.Columns(m)
	x, y, z = x.Unit(geom.Vec{X: 1}), y.Unit(geom.Vec{Y: 1}), z.Unit(geom.Vec{Z: 1})
	if (x.Cross(y).Dot(z) < 0) != (scale < 0) {
		return -1
	}
	return 1
}
