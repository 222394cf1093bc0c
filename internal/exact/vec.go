package exact

import "math"

// Vec is x, y, z.
type Vec [3]float64

// dot3 is a·x + b·y + c·z.
func dot3(a, b, c, x, y, z float64) float64 {
	return float64(a*x) + float64(b*y) + float64(c*z)
}

// minor is a·d − b·c.
func minor(a, b, c, d float64) float64 { return float64(a*d) - float64(b*c) }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

// Sub returns v − w.
func (v Vec) Sub(w Vec) Vec { return Vec{v[0] - w[0], v[1] - w[1], v[2] - w[2]} }

// Scale returns v·f. The products are rounded: no sum of the caller can fuse with
// them.
func (v Vec) Scale(f float64) Vec { return v.Times(Vec{f, f, f}) }

// Times multiplies component by component.
func (v Vec) Times(w Vec) Vec {
	return Vec{float64(v[0] * w[0]), float64(v[1] * w[1]), float64(v[2] * w[2])}
}

// Dot returns the inner product.
func (v Vec) Dot(w Vec) float64 { return dot3(v[0], v[1], v[2], w[0], w[1], w[2]) }

// Cross returns the vector product.
func (v Vec) Cross(w Vec) Vec {
	return Vec{minor(v[1], v[2], w[1], w[2]), minor(v[2], v[0], w[2], w[0]), minor(v[0], v[1], w[0], w[1])}
}

// Length returns the Euclidean length.
func (v Vec) Length() float64 { return math.Sqrt(v.Dot(v)) }

// Lerp returns v + (w−v)·f.
func (v Vec) Lerp(w Vec, f float64) Vec { return v.Add(w.Sub(v).Scale(f)) }

// Unit returns v normalized, or v for a zero vector.
func (v Vec) Unit() Vec {
	if l := v.Length(); l > 0 {
		return v.Scale(1 / l)
	}
	return v
}

// Perpendicular returns a unit vector perpendicular to v.
func (v Vec) Perpendicular() Vec {
	if math.Abs(v[0]) < math.Abs(v[1]) {
		return v.Cross(Vec{0: 1}).Unit()
	}
	return v.Cross(Vec{1: 1}).Unit()
}
