package soa

import (
	"fmt"
	"math"
)

// unitTolerance bounds how far the square of a quaternion's length may be from
// one: float32 rounding leaves about 2e-7, anything near 1e-3 was never
// normalised.
const unitTolerance = 1e-4

// MaxMagnitude bounds every number of a valid model: lengths in metres, factors, weights,
// ticks, custom properties. They are less than it, and so are the control points of splines,
// between which these run, and the product of the scales along any chain of joints; what
// is computed from them is finite in float32 then.
const MaxMagnitude = 1 << 41

// bounded reports whether a number is less than MaxMagnitude, which infinities and NaN
// are not.
func bounded(v float32) bool { return v > -MaxMagnitude && v < MaxMagnitude }

// boundedTime is bounded for times in ticks or seconds, and for rates.
func boundedTime(v float64) bool { return v > -MaxMagnitude && v < MaxMagnitude }

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

// checkBoundedAt is checkBounded of element i of an array of arrays. What it is
// called is not put together unless it is wrong.
func checkBoundedAt(array string, i int, values []float32) error {
	if allBounded(values) {
		return nil
	}
	return checkBounded(fmt.Sprintf("%s[%d]", array, i), values)
}

// MaxName is the greatest length of a name, in bytes: what prints, compares or joins the names
// of a model takes no more memory than a few kilobytes for each.
const MaxName = 4096

// checkName reports a name that is too long, without it.
func checkName(what string, name string) error {
	if len(name) <= MaxName {
		return nil
	}
	return fmt.Errorf("%w: the name of %s has %d bytes, at most %d are possible", ErrInvalid, what, len(name), MaxName)
}

// checkLen reports an array whose length is neither want nor, where optional,
// zero.
func checkLen(what string, got, want int, optional bool) error {
	if got == want || optional && got == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s has %d values, want %d", ErrInvalid, what, got, want)
}
