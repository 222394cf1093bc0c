// Package vec computes with vectors, quaternions and matrices of float32, with the same
// bits on every processor: each product is rounded before it is added.
//
//	q := vec.Arc(vec.V{1, 0, 0}, vec.V{0, 1, 0}, vec.V{0, 0, 1})
//	q.Rotate(vec.V{1, 0, 0})   // 0 1 0
//
// Quaternions are x, y, z, w; matrices are soa.Affine, three rows of four values.
package vec

import "math"

// V is a vector or a point.
type V [3]float32

func (a V) Add(b V) V { return V{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a V) Sub(b V) V { return V{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a V) Neg() V    { return V{-a[0], -a[1], -a[2]} }

// Times is a·s.
func (a V) Times(s float32) V { return V{float32(a[0] * s), float32(a[1] * s), float32(a[2] * s)} }

// AddTimes is a + b·s.
func (a V) AddTimes(b V, s float32) V { return a.Add(b.Times(s)) }

// Dot is the scalar product.
func (a V) Dot(b V) float32 {
	return (float32(a[0]*b[0]) + float32(a[1]*b[1])) + float32(a[2]*b[2])
}

// Cross is the vector product.
func (a V) Cross(b V) V {
	return V{
		float32(a[1]*b[2]) - float32(a[2]*b[1]),
		float32(a[2]*b[0]) - float32(a[0]*b[2]),
		float32(a[0]*b[1]) - float32(a[1]*b[0]),
	}
}

// Length is the vector's length.
func (a V) Length() float32 { return Sqrt(a.Dot(a)) }

// Unit is the vector with the length 1, or otherwise where it has none, or one that
// float32 does not hold.
func (a V) Unit(otherwise V) V {
	most := max(Abs(a[0]), Abs(a[1]), Abs(a[2]))
	if !(most > 0) || math.IsInf(float64(most), 0) {
		return otherwise
	}
	a = V{a[0] / most, a[1] / most, a[2] / most} // so that no square is 0 or infinite
	n := a.Length()
	return V{a[0] / n, a[1] / n, a[2] / n}
}

// Lerp is a + (b − a)·t.
func (a V) Lerp(b V, t float32) V { return a.AddTimes(b.Sub(a), t) }

// Beside is a unit vector at a right angle to a unit vector.
func (a V) Beside() V {
	least := V{1, 0, 0}
	switch x, y, z := Abs(a[0]), Abs(a[1]), Abs(a[2]); {
	case y < x && y <= z:
		least = V{0, 1, 0}
	case z < x && z < y:
		least = V{0, 0, 1}
	}
	return a.Cross(least).Unit(V{0, 0, 1})
}

// Finite reports whether no part is infinite or not a number.
func (a V) Finite() bool { return a[0]-a[0] == 0 && a[1]-a[1] == 0 && a[2]-a[2] == 0 }

// Sqrt is the square root, correctly rounded.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Abs is the absolute value.
func Abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
