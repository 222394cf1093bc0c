package soa

import (
	"fmt"
	"math"
)

// unitTolerance bounds how far the square of a quaternion's length may be from
// one: float32 rounding leaves about 2e-7, anything near 1e-3 was never
// normalised.
const unitTolerance = 1e-4

func finite(v float32) bool {
	return v-v == 0 // Inf-Inf and NaN-NaN are NaN
}

func unitQuaternion(x, y, z, w float32) bool {
	n := float64(x)*float64(x) + float64(y)*float64(y) + float64(z)*float64(z) + float64(w)*float64(w)
	return math.Abs(n-1) <= unitTolerance
}

// allFinite reports whether no value is infinite or NaN. Such a value has all
// bits of its exponent set, and adding one to them carries into the sign's place.
func allFinite(values []float32) bool {
	const exponent, one = 0x7f800000, 0x00800000
	var a, b, c, d uint32
	for ; len(values) >= 4; values = values[4:] {
		a |= math.Float32bits(values[0])&exponent + one
		b |= math.Float32bits(values[1])&exponent + one
		c |= math.Float32bits(values[2])&exponent + one
		d |= math.Float32bits(values[3])&exponent + one
	}
	for _, v := range values {
		a |= math.Float32bits(v)&exponent + one
	}
	return (a|b|c|d)>>31 == 0
}

// checkFinite reports the first value of an array that is infinite or NaN.
func checkFinite(what string, values []float32) error {
	if allFinite(values) {
		return nil
	}
	for i, v := range values {
		if !finite(v) {
			return fmt.Errorf("%w: %s[%d] is %v", ErrInvalid, what, i, v)
		}
	}
	return nil
}

// checkFiniteAt is checkFinite of element i of an array of arrays. What it is
// called is not put together unless it is wrong.
func checkFiniteAt(array string, i int, values []float32) error {
	if allFinite(values) {
		return nil
	}
	return checkFinite(fmt.Sprintf("%s[%d]", array, i), values)
}

// checkLen reports an array whose length is neither want nor, where optional,
// zero.
func checkLen(what string, got, want int, optional bool) error {
	if got == want || optional && got == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s has %d values, want %d", ErrInvalid, what, got, want)
}
