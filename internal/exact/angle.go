package exact

import "math"

// The parts of π/2: the first two have 33 bits, so that their products with integers
// below 2²⁰ are exact.
const (
	halfPi1 = 0x1.921fb544p+0
	halfPi2 = 0x1.0b4611a6p-34
	halfPi3 = 0x1.3198a2e037073p-69
)

// SinCos returns the sine and the cosine of an angle in radians, to a few units in
// 1e-16. Of an angle of more than 1e6 they are those of its remainder by the float64
// nearest to 2π.
func SinCos(x float64) (s, c float64) {
	if !(math.Abs(x) <= 1e6) {
		if x-x != 0 {
			return 0, 1
		}
		x = math.Mod(x, 2*math.Pi)
	}
	n := math.RoundToEven(x * (2 / math.Pi))
	r := ((x - float64(n*halfPi1)) - float64(n*halfPi2)) - float64(n*halfPi3)
	half := sin(math.Abs(r) / 2)
	s, c = sin(math.Abs(r)), 1-float64(2*float64(half*half)) // 1 of no angle
	if r < 0 {
		s = -s
	}
	switch int64(n) & 3 {
	case 1:
		return c, -s
	case 2:
		return -s, -c
	case 3:
		return -c, s
	}
	return s, c
}

// Atan2 returns the angle in [−π, π] whose tangent is y/x, in the quadrant of (x, y),
// to a few units in 1e-16; 0 where both are 0.
func Atan2(y, x float64) float64 {
	a, b := math.Abs(y), math.Abs(x)
	if a == 0 && b == 0 {
		return 0
	}
	angle := atan(min(a, b) / max(a, b))
	if a > b {
		angle = math.Pi/2 - angle
	}
	if x < 0 {
		angle = math.Pi - angle
	}
	if y < 0 {
		return -angle
	}
	return angle
}
