package geom

import "math"

// Vec is a vector or a point.
type Vec struct{ X, Y, Z float32 }

// XYZ is the vector of three parts.
func XYZ(x, y, z float32) Vec { return Vec{x, y, z} }

// VecOf is an array as a vector.
func VecOf(a [3]float32) Vec { return Vec{a[0], a[1], a[2]} }

// Array is the vector as an array.
func (a Vec) Array() [3]float32 { return [...]float32{a.X, a.Y, a.Z} }

func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }
func (a Vec) Neg() Vec      { return Vec{-a.X, -a.Y, -a.Z} }

// Times is a·s.
func (a Vec) Times(s float32) Vec {
	return Vec{float32(a.X * s), float32(a.Y * s), float32(a.Z * s)}
}

// AddTimes is a + b·s.
func (a Vec) AddTimes(b Vec, s float32) Vec {
	return Vec{a.X + float32(b.X*s), a.Y + float32(b.Y*s), a.Z + float32(b.Z*s)}
}

// Dot is the scalar product.
func (a Vec) Dot(b Vec) float32 {
	return (float32(a.X*b.X) + float32(a.Y*b.Y)) + float32(a.Z*b.Z)
}

// Cross is the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{
		float32(a.Y*b.Z) - float32(a.Z*b.Y),
		float32(a.Z*b.X) - float32(a.X*b.Z),
		float32(a.X*b.Y) - float32(a.Y*b.X),
	}
}

// Length is the vector's length.
func (a Vec) Length() float32 { return Sqrt(a.Dot(a)) }

// Unit is the vector with the length 1, or otherwise where it has none, or one that
// float32 does not hold.
func (a Vec) Unit(otherwise Vec) Vec {
	most := max(Abs(a.X), Abs(a.Y), Abs(a.Z))
	if !(most > 0 && most <= math.MaxFloat32) {
		return otherwise
	}
	a = Vec{a.X / most, a.Y / most, a.Z / most} // so that no square is 0 or infinite
	n := a.Length()
	return Vec{a.X / n, a.Y / n, a.Z / n}
}

// Normal is the vector with the length 1, or otherwise where it is shorter than 1e-15 or
// longer than 1e18: it takes less time than Unit, and differs in the last bit.
func (a Vec) Normal(otherwise Vec) Vec {
	if n := a.Dot(a); n > 1e-30 && n < 1e36 {
		return a.Times(1 / Sqrt(n))
	}
	return otherwise
}

// Lerp is a + (b − a)·t.
func (a Vec) Lerp(b Vec, t float32) Vec { return a.AddTimes(b.Sub(a), t) }

// Min has the lesser of each part.
func (a Vec) Min(b Vec) Vec { return Vec{min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)} }

// Max has the greater of each part.
func (a Vec) Max(b Vec) Vec { return Vec{max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)} }

// Perpendicular is a unit vector at a right angle to a unit vector and to the axis along which that is least.
func (a Vec) Perpendicular() Vec {
	least := Vec{1, 0, 0}
	switch x, y, z := Abs(a.X), Abs(a.Y), Abs(a.Z); {
	case y < x && y <= z:
		least = Vec{0, 1, 0}
	case z < x && z < y:
		least = Vec{0, 0, 1}
	}
	return a.Cross(least).Unit(Vec{0, 0, 1})
}

// Finite reports whether no part is infinite or not a number.
func (a Vec) Finite() bool { return (a.X-a.X)+(a.Y-a.Y)+(a.Z-a.Z) == 0 }

// Sqrt is the square root, correctly rounded.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Abs is the absolute value.
func Abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
