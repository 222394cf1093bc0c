package graph

// Value is a number, or Offset + Scale · parameter, clamped to ±1e30. The zero Value is unset:
// it means 1 in optional fields and is refused in others. Number sets Scale to 1, so that the
// number 0 is not unset.
type Value struct {
	// Parameter is NAME, or NAME.x or NAME.y of a Vec2; a Bool is 0 or 1. Without one the Value is
	// Offset.
	Parameter     string
	Scale, Offset float64 // Scale is not 0 with a parameter
}

// maxValue bounds parameters and Values: their sums and differences are finite in float32.
const maxValue = 1e30

// bounded clamps a number to ±maxValue.
func bounded(v float64) float64 { return max(-maxValue, min(v, maxValue)) }

// Number returns a constant Value.
func Number(v float64) Value { return Value{Scale: 1, Offset: v} }

// ValueOf returns the Value of a parameter.
func ValueOf(parameter string) Value { return Value{Parameter: parameter, Scale: 1} }

// or replaces the zero Value by a number.
func (v Value) or(number float64) Value {
	if v == (Value{}) {
		return Number(number)
	}
	return v
}

// String returns the value in words: 2, speed, or 2·speed + 1.
func (v Value) String() string {
	if v.Parameter == "" {
		return short(v.Offset)
	}
	text := v.Parameter
	switch v.Scale {
	case 1:
	case -1:
		text = "−" + text
	default:
		text = short(v.Scale) + "·" + text
	}
	switch {
	case v.Offset > 0:
		text += " + " + short(v.Offset)
	case v.Offset < 0:
		text += " − " + short(-v.Offset)
	}
	return text
}
