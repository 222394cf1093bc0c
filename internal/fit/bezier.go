package fit

import "math"

// Bezier returns the value and the derivative of a cubic Bézier curve at u.
func Bezier(p *[4]float64, u float64) (value, slope float64) {
	v := 1 - u
	value = float64(v*v*v*p[0]) + float64(3*v*v*u*p[1]) + float64(3*v*u*u*p[2]) + float64(u*u*u*p[3])
	slope = float64(3*v*v*(p[1]-p[0])) + float64(6*v*u*(p[2]-p[1])) + float64(3*u*u*(p[3]-p[2]))
	return value, slope
}

// BezierParameter returns the parameter at which the Bézier curve 0, p, q, 1 has the value x, by
// Newton's method with bisection.
func BezierParameter(p, q, x float64) float64 {
	points := [4]float64{0, p, q, 1}
	low, high, u := 0., 1., x
	for range 80 {
		at, slope := Bezier(&points, u)
		off := at - x
		if math.Abs(off) < 1e-16 {
			break
		}
		if off < 0 {
			low = u
		} else {
			high = u
		}
		next := u - off/slope
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if next == u {
			break
		}
		u = next
	}
	return u
}
