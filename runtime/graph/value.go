package graph

// Value is a number, or a parameter, of which it is Offset + Scale · parameter: at most
// MaxValue, and at least −MaxValue; what is beyond counts as that. The zero Value says nothing: fields that can be left out are 1 then, and others are refused. A
// number has any Scale but Number gives it 1, by which the number 0 differs from nothing.
type Value struct {
	// Parameter is NAME, or NAME.x and NAME.y of a Vec2; of a Bool it is 0 or 1. Without
	// one the Value is Offset alone.
	Parameter     string
	Scale, Offset float64 // Scale is not 0 of a parameter
}

// MaxValue is the greatest number that a parameter is set to, and that a Value is: sums and
// differences of such numbers are finite in float32.
const MaxValue = 1e30

// bounded is a number that is not beyond MaxValue.
func bounded(v float64) float64 { return max(-MaxValue, min(v, MaxValue)) }

// Number is the Value of a number.
func Number(v float64) Value { return Value{Scale: 1, Offset: v} }

// Of is the Value of a parameter.
func Of(parameter string) Value { return Value{Parameter: parameter, Scale: 1} }

// or is the number that the zero Value stands for, or another Value.
func (v Value) or(number float64) Value {
	if v == (Value{}) {
		return Number(number)
	}
	return v
}

// String returns the value for people: 2, speed, or 2·speed + 1.
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
