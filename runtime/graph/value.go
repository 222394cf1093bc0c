package graph

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

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

// value visits a Value: a number, the name of a parameter, or an object. Without need
// the zero Value is left out, and is 1.
func value(p place, v *Value, need bool) {
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.Define("value", "A number, the name of a parameter, or offset + scale · parameter.", func(p place) {
			p.AnyOf(func(p place) { p.Number(&v.Offset, jsondoc.Any.Needed()) }, func(p place) { p.OrShort("parameter", false, v.fields) })
		})
		if need {
			p.Missing()
		} else {
			p.Also("default", "1")
		}
	case p.Absent() || p.W.Task != jsondoc.Reading && *v == (Value{}):
		if need {
			p.Missing()
		}
	case p.W.Task == jsondoc.Hashing && !need && v.Parameter == "" && v.Offset == 1:
	case p.Reads() && p.In.Is("-0123456789"):
		x, err := p.In.Float(64)
		*v = Number(x)
		p.Read(err)
	case p.W.Task != jsondoc.Reading && v.Parameter == "":
		p.Number(&v.Offset, jsondoc.Any.Needed())
	default:
		p.OrShort("parameter", *v == Of(v.Parameter), v.fields)
	}
}

// fields visits a Value of a parameter.
func (v *Value) fields(o *object) {
	o.Type("parameterValue", "offset + scale · parameter.")
	numeric(o.At("parameter", "The parameter: NAME, or NAME.x and NAME.y of a vec2."), &v.Parameter)
	scale := o.At("scale", "The factor of the parameter.")
	scale.Number(&v.Scale, jsondoc.Any.Or(1))
	scale.Also("not", `{"const": 0}`)
	if scale.Checks() && v.Scale == 0 {
		scale.Wrong("with 0 the parameter has no effect")
	}
	o.At("offset", "What is added.").Number(&v.Offset, jsondoc.Any)
}

// numeric visits the name of a parameter that is a number.
func numeric(p place, name *string) {
	p.Name(name)
	if !p.Checks() {
		return
	}
	s := scopeOf(p)
	switch t, ok := s.values[*name]; {
	case ok && t != Vec2 && t != Trigger:
		s.use(p, parameterNoun, *name)
		if n := len(*name) - 2; n > 0 && ((*name)[n:] == ".x" || (*name)[n:] == ".y") {
			s.use(p, parameterNoun, (*name)[:n])
		}
	case ok && t == Vec2:
		p.Wrong("%q has two parts, %q and %q", *name, *name+".x", *name+".y")
	case ok:
		p.Wrong("%q is a trigger, which has no value", *name)
	default:
		var known []string
		for name, t := range s.values {
			if t != Vec2 && t != Trigger {
				known = append(known, name)
			}
		}
		slices.Sort(known)
		p.Unknown(string(parameterNoun), *name, known)
	}
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
