package exact

import "math"

// Quat is a quaternion x, y, z, w.
type Quat [4]float64

// IdentityQuat returns the identity.
func IdentityQuat() Quat { return Quat{3: 1} }

// dot4 is a·x + b·y + c·z + d·w.
func dot4(a, b, c, d, x, y, z, w float64) float64 {
	return (float64(a*x) + float64(b*y)) + (float64(c*z) + float64(d*w))
}

// Mul returns the rotation that applies r, then q.
func (q Quat) Mul(r Quat) Quat {
	return Quat{
		dot4(q[3], q[0], q[1], -q[2], r[0], r[3], r[2], r[1]),
		dot4(q[3], -q[0], q[1], q[2], r[1], r[2], r[3], r[0]),
		dot4(q[3], q[0], -q[1], q[2], r[2], r[1], r[0], r[3]),
		dot4(q[3], -q[0], -q[1], -q[2], r[3], r[0], r[1], r[2]),
	}
}

// Float32 rounds q.
func (q Quat) Float32() [4]float32 {
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

// Conjugate returns the inverse of a unit quaternion.
func (q Quat) Conjugate() Quat { return Quat{-q[0], -q[1], -q[2], q[3]} }

// Negate returns −q, the same rotation in the other hemisphere.
func (q Quat) Negate() Quat { return Quat{-q[0], -q[1], -q[2], -q[3]} }

// Distance returns the length of r − q.
func (q Quat) Distance(r Quat) float64 {
	d := Quat{r[0] - q[0], r[1] - q[1], r[2] - q[2], r[3] - q[3]}
	return d.Length()
}

// Length returns the Euclidean length.
func (q Quat) Length() float64 { return math.Sqrt(q.Dot(q)) }

// Dot returns the inner product.
func (q Quat) Dot(r Quat) float64 {
	return dot4(q[0], q[1], q[2], q[3], r[0], r[1], r[2], r[3])
}

// NearestSign returns q or −q, whichever lies in the hemisphere of r.
func (q Quat) NearestSign(r Quat) Quat {
	if q.Dot(r) < 0 {
		return q.Negate()
	}
	return q
}

// Lerp returns q + (r−q)·f, component by component.
func (q Quat) Lerp(r Quat, f float64) Quat {
	for i := range q {
		q[i] += float64((r[i] - q[i]) * f)
	}
	return q
}

// Unit returns q normalized, or the identity for a zero quaternion.
func (q Quat) Unit() Quat {
	l := q.Length()
	if l == 0 || l-l != 0 {
		return IdentityQuat()
	}
	return Quat{q[0] / l, q[1] / l, q[2] / l, q[3] / l}
}

// Rotate applies the rotation to a vector.
func (q Quat) Rotate(v Vec) Vec { return q.Matrix().Direction(v) }

// Matrix returns the rotation matrix of a unit quaternion.
func (q Quat) Matrix() Matrix {
	x, y, z, w := q[0], q[1], q[2], q[3]
	xx, yy, zz := float64(x*x), float64(y*y), float64(z*z)
	xy, xz, yz := float64(x*y), float64(x*z), float64(y*z)
	wx, wy, wz := float64(w*x), float64(w*y), float64(w*z)
	return Matrix{
		0: 1 - 2*(yy+zz), 1: 2 * (xy - wz), 2: 2 * (xz + wy),
		4: 2 * (xy + wz), 5: 1 - 2*(xx+zz), 6: 2 * (yz - wx),
		8: 2 * (xz - wy), 9: 2 * (yz + wx), 10: 1 - 2*(xx+yy),
	}
}

// fromAxes returns the rotation that takes the coordinate axes to a, b and c,
// perpendicular unit vectors (Shepperd's method: divide by the largest term).
func fromAxes(a, b, c Vec) Quat {
	var q Quat
	switch xx, yy, zz := a[0], b[1], c[2]; {
	case xx+yy+zz > 0:
		q = Quat{b[2] - c[1], c[0] - a[2], a[1] - b[0], 1 + xx + yy + zz}
	case xx >= yy && xx >= zz:
		q = Quat{1 + xx - yy - zz, a[1] + b[0], a[2] + c[0], b[2] - c[1]}
	case yy >= zz:
		q = Quat{a[1] + b[0], 1 + yy - xx - zz, b[2] + c[1], c[0] - a[2]}
	default:
		q = Quat{a[2] + c[0], b[2] + c[1], 1 + zz - xx - yy, a[1] - b[0]}
	}
	return q.Unit()
}

// RotationBetween returns the shortest rotation from one unit vector to another, and where they are
// opposite half a turn about an axis, a unit vector at a right angle to them.
func RotationBetween(from, to, axis Vec) Quat {
	w := 1 + from.Dot(to)
	if w < 1e-12 {
		return Quat{axis[0], axis[1], axis[2], 0}
	}
	c := from.Cross(to)
	return Quat{c[0], c[1], c[2], w}.Unit()
}

// Slerp interpolates between the unit quaternions q (f = 0) and r (f = 1) at constant speed on the
// shorter great arc. The result is of unit length.
func Slerp(q, r Quat, f float64) Quat {
	a := NewArc(q, r)
	return a.At(f)
}

// Arc is the shorter great arc between two unit quaternions.
type Arc struct {
	from, to Quat
	angle    float64 // 0 where the chord is the arc to the last bit
	scale    float64 // 1 over the sine of the angle
}

// NewArc returns the arc from q to r.
func NewArc(q, r Quat) Arc {
	r = r.NearestSign(q)
	var less, sum Quat
	for i := range q {
		less[i], sum[i] = r[i]-q[i], r[i]+q[i]
	}
	// Half the angle between them has the tangent |r−q|/|r+q|, at most 1.
	angle := 2 * atan(math.Sqrt(less.Dot(less))/math.Sqrt(sum.Dot(sum)))
	if angle < 1e-8 {
		return Arc{from: q, to: r}
	}
	return Arc{q, r, angle, 1 / sin(angle)}
}

// At returns the unit quaternion at f of the way.
func (a *Arc) At(f float64) Quat {
	if a.angle == 0 {
		return a.from.Lerp(a.to, f)
	}
	g, h := float64(sin(float64((1-f)*a.angle))*a.scale), float64(sin(float64(f*a.angle))*a.scale)
	return Quat{
		float64(g*a.from[0]) + float64(h*a.to[0]), float64(g*a.from[1]) + float64(h*a.to[1]),
		float64(g*a.from[2]) + float64(h*a.to[2]), float64(g*a.from[3]) + float64(h*a.to[3]),
	}
}

// CubeRoot returns the cube root of a positive number, to the last place or two.
func CubeRoot(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return x
	}
	fraction, exponent := math.Frexp(x)
	for exponent%3 != 0 {
		fraction, exponent = fraction/2, exponent+1
	}
	root := 0.75 // of a number in [1/8, 1): Newton's method converges in six steps
	for range 6 {
		root -= (root - fraction/float64(root*root)) / 3
	}
	return math.Ldexp(root, exponent/3)
}

// atan is the arc tangent on [0, 1], to a few units in the last place: two
// halvings of the angle by atan x = 2 atan(x/(1+√(1+x²))) bring x below 0.2,
// where the Taylor series is short.
func atan(x float64) float64 {
	for range 2 {
		x /= 1 + math.Sqrt(1+float64(x*x))
	}
	y := -float64(x * x)
	sum := 0.0
	for n := 23.0; n >= 1; n -= 2 {
		sum = 1/n + float64(sum*y)
	}
	return float64(4 * float64(x*sum))
}

// sinSeries is the Taylor series of sin x / x in x².
var sinSeries = [...]float64{
	1, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880, -1. / 39916800, 1. / 6227020800, -1. / 1307674368000,
	1. / 355687428096000, -1. / 121645100408832000, 1. / 51090942171709440000, -1. / 25852016738884976640000,
}

// sin is the sine on [0, π/2] by its Taylor series, to a few units in the last
// place.
func sin(x float64) float64 {
	y := float64(x * x)
	n := len(sinSeries)
	if y < 0.15 { // what follows is less than 1e-17
		n = 7
	}
	sum := 0.0
	for n--; n >= 0; n-- {
		sum = sinSeries[n] + float64(sum*y)
	}
	return float64(x * sum)
}

// Hermite is the cubic spline of the glTF 2.0 specification, appendix C.5: from a
// with the slope out to b with the slope in, slopes per tick, at f in [0, 1] of an
// interval of that many ticks.
func Hermite(a, b, out, in Quat, f, ticks float64) Quat {
	s := NewSpline(a, b, out, in, ticks)
	return s.At(f)
}

// Spline is Hermite prepared for many values of f.
type Spline struct{ a, out, b, in Quat } // slopes per interval

// NewSpline prepares Hermite.
func NewSpline(a, b, out, in Quat, ticks float64) Spline {
	for i := range a {
		out[i], in[i] = float64(out[i]*ticks), float64(in[i]*ticks)
	}
	return Spline{a, out, b, in}
}

// At returns Hermite at f.
func (s *Spline) At(f float64) Quat {
	f2 := float64(f * f)
	f3 := float64(f2 * f)
	hb := float64(3*f2) - float64(2*f3)
	ha, hout, hin := 1-hb, f3-float64(2*f2)+f, f3-f2
	return Quat{
		dot4(ha, hout, hb, hin, s.a[0], s.out[0], s.b[0], s.in[0]),
		dot4(ha, hout, hb, hin, s.a[1], s.out[1], s.b[1], s.in[1]),
		dot4(ha, hout, hb, hin, s.a[2], s.out[2], s.b[2], s.in[2]),
		dot4(ha, hout, hb, hin, s.a[3], s.out[3], s.b[3], s.in[3]),
	}
}

// HermiteSlope is the derivative of Hermite by the tick.
func HermiteSlope(a, b, out, in Quat, f, ticks float64) Quat {
	f2 := float64(f * f)
	hb, hout, hin := 6*(f-f2)/ticks, float64(3*f2)-float64(4*f)+1, float64(3*f2)-float64(2*f)
	var v Quat
	for i := range v {
		v[i] = dot3(hb, hout, hin, b[i]-a[i], out[i], in[i])
	}
	return v
}
