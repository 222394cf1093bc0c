package control

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// axisBit is one axis of a set.
type axisBit struct {
	set *constraint.Axes
	bit constraint.Axes
}

func bit(set *constraint.Axes, axis int) axisBit { return axisBit{set, 1 << axis} }
func (b axisBit) isSet() bool                    { return *b.set&b.bit != 0 }
func (b axisBit) turnOn()                        { *b.set |= b.bit }

// bounds visits a least and a greatest value, or null where there is none; angles have both.
func bounds(p place, low, high *float32, useLow, useHigh axisBit, angles bool) {
	n, form := jsondoc.Range(-math.MaxFloat64, math.MaxFloat64).Needed(), `["number", "null"]`
	if angles {
		n, form = n.WithUnit(jsondoc.Degrees), `"number"`
	}
	jsondoc.Fixed(p, 2, useLow.isSet() || useHigh.isSet(), func(p place, k int) {
		to, use := low, useLow
		if k == 1 {
			to, use = high, useHigh
		}
		switch {
		case p.Describes():
			p.Also("type", form)
		case p.Reads() && !angles && string(p.In.Data()) == "null":
		case p.Reads():
			x := 0.
			p.Number(&x, n)
			*to = float32(x)
			use.turnOn()
		case p.W.Writes() && !use.isSet():
			p.EmitRaw([]byte("null"))
		default:
			p.Number32(to, n)
		}
	})
	if p.Checks() && useLow.isSet() && useHigh.isSet() && *low > *high {
		p.Wrong("%s is above %s", jsondoc.Append(nil, *low, n.Unit), jsondoc.Append(nil, *high, n.Unit))
	}
}

// axesNames are the names of all sets of axes.
var axesNames = func() (names []string) {
	for a := range constraint.AllAxes + 1 {
		names = append(names, a.Letters())
	}
	return names
}()

func axes(p place, to *constraint.Axes, usual constraint.Axes) {
	jsondoc.ChoiceOr(p, to, axesNames, usual)
}

// ranges visits the ranges of three axes.
func ranges(o *object, r *constraint.Range, c constraint.Channel) {
	n := jsondoc.Any
	if c == constraint.Rotation && !o.Describes() {
		n = jsondoc.Range(-1e6, 1e6).WithUnit(jsondoc.Degrees)
	}
	for i := range 3 {
		pair := []float32{r.Min[i], r.Max[i]}
		jsondoc.Row(o.At(axisLetters[i], "The range of the axis; degrees of a rotation."), pair, n)
		r.Min[i], r.Max[i] = pair[0], pair[1]
	}
}

// mapped visits the target's axis for each of the owner's: "xyz".
func mapped(p place, to *[3]uint8) {
	usual := [3]uint8{0, 1, 2}
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.Also("type", `"string"`)
		p.Also("pattern", `"^[xyz]{3}$"`)
		p.Also("default", `"xyz"`)
	case p.Absent():
		*to = usual
	case p.Reads():
		s, err := p.In.Text()
		if p.Read(err); err == nil && (len(s) != 3 || strings.Trim(s, "xyz") != "") {
			p.Wrong("%.60q is not three of x, y and z", s)
		}
		for i := 0; i < 3 && p.W.Err == nil; i++ {
			to[i] = s[i] - 'x'
		}
	case p.Checks() && slices.Max(to[:]) > 2:
		p.Wrong("there is no axis %d", slices.Max(to[:]))
	case p.W.Writes() && *to != usual:
		p.EmitString(axisNames[to[0]] + axisNames[to[1]] + axisNames[to[2]])
	}
}

// matrix visits the 12 numbers of a matrix; the identity is omitted.
func matrix(p place, m *soa.Affine) {
	switch {
	case p.Absent():
		*m = soa.IdentityAffine()
	case p.Describes():
		jsondoc.Row(p, m[:], jsondoc.Any)
	case p.W.Writes() && *m == soa.IdentityAffine():
	default:
		jsondoc.Row(p, m[:], jsondoc.Any.Needed())
	}
}

// differ refuses parallel axes.
func differ(p place, a, b constraint.Axis) {
	if p.Checks() && a%3 == b%3 {
		p.Wrong("%s is along %s", axisNames[b%6], axisNames[a%6])
	}
}
