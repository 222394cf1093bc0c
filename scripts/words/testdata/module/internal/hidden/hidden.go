// Package hidden cannot be imported from outside.
package hidden

// Vec is a vector.
type Vec [3]float64

// Of returns a vector of three equal numbers.
func Of(x float64) Vec { return Vec{x, x, x} }
