package soa

import (
	"fmt"
	"math"
)

// unitTolerance bounds how far the square of a quaternion's length may be from
// one: float32 rounding leaves about 2e-7, anything near 1e-3 was never
// normalized.
const unitTolerance = 1e-4

// MaxMagnitude is above the magnitude of every number of a valid model: lengths in metres,
// factors, weights, ticks, custom properties, control points of splines, and the product of the
// scales along any chain of joints. Results computed from them are then finite in float32.
const MaxMagnitude = 1 << 41

// bounded reports whether a number is less than MaxMagnitude, which infinities and NaN
// are not.
func bounded[F float32 | float64](v F) bool { return v > -MaxMagnitude && v < MaxMagnitude }

func unitQuaternion(x, y, z, w float32) bool {
	n := float64(x)*float64(x) + float64(y)*float64(y) + float64(z)*float64(z) + float64(w)*float64(w)
	return math.Abs(n-1) <= unitTolerance
}

// allBounded reports whether all numbers are less than MaxMagnitude. Adding to the
// exponents of others carries into the sign's place.
func allBounded(values []float32) bool {
	const exponent, more = 0x7f800000, (256 - 127 - 41) << 23
	var a, b, c, d uint32
	for ; len(values) >= 4; values = values[4:] {
		a |= math.Float32bits(values[0])&exponent + more
		b |= math.Float32bits(values[1])&exponent + more
		c |= math.Float32bits(values[2])&exponent + more
		d |= math.Float32bits(values[3])&exponent + more
	}
	for _, v := range values {
		a |= math.Float32bits(v)&exponent + more
	}
	return (a|b|c|d)>>31 == 0
}

// checkBounded reports the first number of an array that is not less than MaxMagnitude.
func checkBounded(what string, values []float32) error {
	if allBounded(values) {
		return nil
	}
	for i, v := range values {
		if !bounded(v) {
			return fmt.Errorf("%w: %s[%d] is %v", ErrInvalid, what, i, v)
		}
	}
	return nil
}

// checkBoundedAt is checkBounded of element i of an array of arrays. Its name is formatted only
// for an error.
func checkBoundedAt(array string, i int, values []float32) error {
	if allBounded(values) {
		return nil
	}
	return checkBounded(fmt.Sprintf("%s[%d]", array, i), values)
}

// MaxName is the greatest length of a name in bytes. It bounds the memory of everything that
// prints, compares or joins names.
const MaxName = 4096

// checkNames reports the first name that is too long, without it.
func checkNames(what string, names ...string) error {
	for _, name := range names {
		if len(name) > MaxName {
			return fmt.Errorf("%w: the name of %s has %d bytes, at most %d are possible", ErrInvalid, what, len(name), MaxName)
		}
	}
	return nil
}

// checkLen reports an array whose length is neither want nor, if optional, zero.
func checkLen(what string, got, want int, optional bool) error {
	if got == want || optional && got == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s has %d values, want %d", ErrInvalid, what, got, want)
}

// nameOf returns the name of a constant, or kind with its number.
func nameOf[T ~uint8](v T, kind string, names ...string) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%s(%d)", kind, uint8(v))
}
