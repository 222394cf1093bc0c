package classic

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// mat4 is a 4x4 matrix in row-major order.
type mat4 [16]float32

func identity4() mat4 { return mat4{0: 1, 5: 1, 10: 1, 15: 1} }

func (a *mat4) times(b *mat4) (m mat4) {
	for r := range 4 {
		for c := range 4 {
			m[4*r+c] = a[4*r]*b[c] + a[4*r+1]*b[4+c] + a[4*r+2]*b[8+c] + a[4*r+3]*b[12+c]
		}
	}
	return m
}

func toMat4(a *soa.Affine) mat4 {
	m := mat4{15: 1}
	copy(m[:], a[:])
	return m
}

func translation4(v [4]float32) mat4 {
	m := identity4()
	m[3], m[7], m[11] = v[0], v[1], v[2]
	return m
}

func scaling4(v [4]float32) mat4 { return mat4{0: v[0], 5: v[1], 10: v[2], 15: 1} }

func rotation4(q [4]float32) mat4 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return mat4{
		1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y), 0,
		2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x), 0,
		2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y), 0,
		0, 0, 0, 1,
	}
}

// compose4 is T·R·S written out, as engines have it.
func compose4(t, q, s [4]float32) mat4 {
	m := rotation4(q)
	for c := range 3 {
		m[c], m[4+c], m[8+c] = m[c]*s[c], m[4+c]*s[c], m[8+c]*s[c]
	}
	m[3], m[7], m[11] = t[0], t[1], t[2]
	return m
}

func lerp(a, b [4]float32, t float32) [4]float32 {
	return [4]float32{a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t, a[2] + (b[2]-a[2])*t, a[3] + (b[3]-a[3])*t}
}

func dot4(a, b [4]float32) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] }

func normal4(q [4]float32) [4]float32 {
	n := 1 / float32(math.Sqrt(float64(dot4(q, q))))
	return [4]float32{q[0] * n, q[1] * n, q[2] * n, q[3] * n}
}

// slerp is what aiQuaternion::Interpolate does: sines of the angle, a straight
// line where that is small.
func slerp(a, b [4]float32, t float32) [4]float32 {
	cos := dot4(a, b)
	if cos < 0 {
		cos = -cos
		b = [4]float32{-b[0], -b[1], -b[2], -b[3]}
	}
	u, v := 1-t, t
	if 1-cos > 0.0001 {
		angle := math.Acos(float64(cos))
		sin := math.Sin(angle)
		u = float32(math.Sin((1-float64(t))*angle) / sin)
		v = float32(math.Sin(float64(t)*angle) / sin)
	}
	return normal4([4]float32{u*a[0] + v*b[0], u*a[1] + v*b[1], u*a[2] + v*b[2], u*a[3] + v*b[3]})
}

// nlerp is the straight line, made unit again.
func nlerp(a, b [4]float32, t float32) [4]float32 {
	if dot4(a, b) < 0 {
		b = [4]float32{-b[0], -b[1], -b[2], -b[3]}
	}
	return normal4(lerp(a, b, t))
}
