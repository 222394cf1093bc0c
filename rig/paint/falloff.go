package paint

import (
	"math"
	"slices"
)

// Falloff is how a mask falls from its centre to its radius. With t the distance divided by the
// radius, from 0 to 1:
//
//	SmoothFalloff    (1 − t)²·(1 + 2t)
//	LinearFalloff    1 − t
//	SharpFalloff     (1 − t)²
//	RoundFalloff     √(1 − t²)
//	ConstantFalloff  1
type Falloff uint8

const (
	SmoothFalloff Falloff = iota
	LinearFalloff
	SharpFalloff
	RoundFalloff
	ConstantFalloff
)

var falloffNames = []string{"smooth", "linear", "sharp", "round", "constant"}

// FalloffNames returns the names of falloffs in documents.
func FalloffNames() []string { return slices.Clone(falloffNames) }

// at returns the value at the square of a distance, 0 outside the radius.
func (f Falloff) at(square, radius float64) float64 {
	if !(square <= float64(radius*radius)) {
		return 0
	}
	t := min(math.Sqrt(square)/radius, 1)
	switch rest := 1 - t; f {
	case LinearFalloff:
		return rest
	case SharpFalloff:
		return float64(rest * rest)
	case RoundFalloff:
		return math.Sqrt(max(0, 1-float64(t*t)))
	case ConstantFalloff:
		return 1
	default:
		return float64(float64(rest*rest) * (1 + float64(2*t)))
	}
}
