// Package xyz computes with vectors and quaternions of float32, with the same bits on every
// processor: each product is rounded before it is added.
//
//	q := xyz.Arc(xyz.V{X: 1}, xyz.V{Y: 1}, xyz.V{Z: 1})
//	q.Rotate(xyz.V{X: 1})   // 0 1 0
//
// They are structs, which the compiler keeps in registers; arrays it keeps in memory, so
// that code which does much with few values takes several times as long with those of
// package vec. Callers write arrays; a solver converts on the way in and on the way out:
//
//	v := xyz.Vec(joint.Place)
//	joint.Place = v.Add(v).Array()
package xyz

import "math"

// V is a vector or a point.
type V struct{ X, Y, Z float32 }

// Of is the vector of some parts.
func Of(x, y, z float32) V { return V{x, y, z} }

// Vec is an array as a vector.
func Vec(a [3]float32) V { return V{a[0], a[1], a[2]} }

// Array is the vector as an array.
func (a V) Array() [3]float32 { return [...]float32{a.X, a.Y, a.Z} }

func (a V) Add(b V) V { return V{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a V) Sub(b V) V { return V{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a V) Neg() V    { return V{-a.X, -a.Y, -a.Z} }

// Times is a·s.
func (a V) Times(s float32) V { return V{float32(a.X * s), float32(a.Y * s), float32(a.Z * s)} }

// AddTimes is a + b·s.
func (a V) AddTimes(b V, s float32) V {
	return V{a.X + float32(b.X*s), a.Y + float32(b.Y*s), a.Z + float32(b.Z*s)}
}

// Dot is the scalar product.
func (a V) Dot(b V) float32 {
	return (float32(a.X*b.X) + float32(a.Y*b.Y)) + float32(a.Z*b.Z)
}

// Cross is the vector product.
func (a V) Cross(b V) V {
	return V{
		float32(a.Y*b.Z) - float32(a.Z*b.Y),
		float32(a.Z*b.X) - float32(a.X*b.Z),
		float32(a.X*b.Y) - float32(a.Y*b.X),
	}
}

// Length is the vector's length.
func (a V) Length() float32 { return Sqrt(a.Dot(a)) }

// Unit is the vector with the length 1, or otherwise where it has none, or one that
// float32 does not hold.
func (a V) Unit(otherwise V) V {
	most := max(Abs(a.X), Abs(a.Y), Abs(a.Z))
	if !(most > 0 && most <= math.MaxFloat32) {
		return otherwise
	}
	a = V{a.X / most, a.Y / most, a.Z / most} // so that no square is 0 or infinite
	n := a.Length()
	return V{a.X / n, a.Y / n, a.Z / n}
}

// Lerp is a + (b − a)·t.
func (a V) Lerp(b V, t float32) V { return a.AddTimes(b.Sub(a), t) }

// Beside is a unit vector at a right angle to a unit vector.
func (a V) Beside() V {
	least := V{1, 0, 0}
	switch x, y, z := Abs(a.X), Abs(a.Y), Abs(a.Z); {
	case y < x && y <= z:
		least = V{0, 1, 0}
	case z < x && z < y:
		least = V{0, 0, 1}
	}
	return a.Cross(least).Unit(V{0, 0, 1})
}

// Finite reports whether no part is infinite or not a number.
func (a V) Finite() bool { return (a.X-a.X)+(a.Y-a.Y)+(a.Z-a.Z) == 0 }

// Sqrt is the square root, correctly rounded.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Abs is the absolute value.
func Abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
