package control

import (
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// bit is one of a set of axes, as a truth.
type axisBit struct {
	set *constraint.Axes
	bit constraint.Axes
}

func bit(set *constraint.Axes, axis int) axisBit { return axisBit{set, 1 << axis} }
func (b axisBit) on() bool                       { return *b.set&b.bit != 0 }
func (b axisBit) turnOn()                        { *b.set |= b.bit }

// bounds visits two bounds, or null where there is none.
func (p place) bounds(low, high *float32, useLow, useHigh axisBit, angles bool) {
	both := []struct {
		v   *float32
		use axisBit
	}{{low, useLow}, {high, useHigh}}
	unit, bound := jsondoc.Plain, `{"type": ["number", "null"]}`
	if angles {
		unit, bound = jsondoc.Degrees, `{"type": "number"}`
	}
	switch {
	case p.Describes():
		p.Also("type", `"array"`)
		p.Also("items", bound)
		p.Also("minItems", "2")
		p.Also("maxItems", "2")
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !useLow.on() && !useHigh.on():
	case p.Reads():
		entries, err := p.In.Entries(3)
		if p.Read(err); err != nil {
			return
		}
		if len(entries) != 2 {
			p.Wrong("it needs 2 entries")
			return
		}
		for k, b := range both {
			if string(entries[k].Data()) == "null" && !angles {
				continue
			}
			x, err := entries[k].Float(64)
			if p.Read(err); err != nil {
				return
			}
			if *b.v = float32(x); angles {
				*b.v = float32(x * (math.Pi / 180))
			}
			b.use.turnOn()
		}
	case p.w.Writes():
		made := &jsondoc.Text{Open: '['}
		for _, b := range both {
			raw := "null"
			if b.use.on() {
				raw = string(jsondoc.Append(nil, *b.v, unit))
			}
			made.Entries = append(made.Entries, &jsondoc.Text{Raw: raw})
		}
		p.Emit(made)
	default:
		for _, b := range both {
			if *b.v-*b.v != 0 {
				p.Wrong("%v is no bound", *b.v)
			}
		}
		if useLow.on() && useHigh.on() && *low > *high {
			p.Wrong("%s is above %s", jsondoc.Append(nil, *low, unit), jsondoc.Append(nil, *high, unit))
		}
	}
}

// axes visits a set of axes: their letters, or none.
func (p place) axes(to *constraint.Axes, usual constraint.Axes) {
	switch {
	case p.w.Err != nil:
	case p.Describes():
		var letters []string
		for a := constraint.Axes(0); a <= constraint.AllAxes; a++ {
			letters = append(letters, string(strict.Quote(a.Letters())))
		}
		p.Also("enum", "["+strings.Join(letters, ", ")+"]")
		p.Also("default", string(strict.Quote(usual.Letters())))
	case p.Absent():
		*to = usual
	case p.Reads():
		s, err := p.In.Text()
		if p.Read(err); err != nil {
			return
		}
		for a := constraint.Axes(0); a <= constraint.AllAxes; a++ {
			if a.Letters() == s {
				*to = a
				return
			}
		}
		p.Wrong("%.60q is neither none nor some of x, y and z", s)
	case p.Checks() && *to > constraint.AllAxes:
		p.Wrong("there are no axes %d", *to)
	case p.w.Writes() && *to != usual:
		p.EmitString(to.Letters())
	}
}

// ranges visits the ranges of three axes.
func (o *object) ranges(r *constraint.Range, c constraint.Channel) {
	for i := range 3 {
		p := o.at(axisLetters[i], "The range of the axis; degrees of a rotation.")
		if p.Describes() {
			jsondoc.Row(p.Place, make([]float32, 2), jsondoc.Any)
			continue
		}
		pair := []float32{r.Min[i], r.Max[i]}
		if p.Absent() || p.w.Writes() && pair[0] == 0 && pair[1] == 0 {
			continue
		}
		if p.w.Task == jsondoc.Reading {
			pair = nil
		}
		list(p, &pair, 2, 2, func(p place, v *float32) {
			if c == constraint.Rotation {
				p.Number32(v, jsondoc.Between(-1e6, 1e6).In(jsondoc.Degrees).Needed())
			} else {
				p.Number32(v, jsondoc.Any.Needed())
			}
		})
		if p.Reads() {
			r.Min[i], r.Max[i] = pair[0], pair[1]
		}
	}
}

// mapped visits which axis of the target counts for each of the owner's: "xyz".
func (p place) mapped(to *[3]uint8) {
	usual := [3]uint8{0, 1, 2}
	switch {
	case p.w.Err != nil:
	case p.Describes():
		p.Also("type", `"string"`)
		p.Also("pattern", `"^[xyz]{3}$"`)
		p.Also("default", `"xyz"`)
	case p.Absent():
		*to = usual
	case p.Reads():
		s, err := p.In.Text()
		if p.Read(err); err != nil {
			return
		}
		for i := range 3 {
			at := -1
			if len(s) == 3 {
				at = strings.IndexByte("xyz", s[i])
			}
			if at < 0 {
				p.Wrong("%.60q is not three of x, y and z", s)
				return
			}
			to[i] = uint8(at)
		}
	case p.Checks():
		for _, a := range to {
			if a > 2 {
				p.Wrong("there is no axis %d", a)
			}
		}
	case *to != usual:
		p.EmitString(axisNames[to[0]] + axisNames[to[1]] + axisNames[to[2]])
	}
}

// matrix visits the 12 numbers of a matrix, which are left out where it is the identity.
func (p place) matrix(m *soa.Affine) {
	switch {
	case p.Absent():
		*m = soa.IdentityAffine()
	case p.Describes():
		jsondoc.Row(p.Place, m[:], jsondoc.Any)
	case p.w.Writes() && *m == soa.IdentityAffine():
	default:
		jsondoc.Row(p.Place, m[:], jsondoc.Any.Needed())
	}
}

// optional visits a number, and whether it is there.
func (p place) optional(to *float32, there *bool, low, high float64) {
	n := jsondoc.Between(low, high)
	if p.Describes() {
		n.Varies = true
		p.Number32(to, n)
		return
	}
	if p.Reads() {
		*there = true
	}
	if *there {
		p.Number32(to, n.Needed())
	}
}

// differ refuses two axes that are the same or opposite.
func (p place) differ(a, b constraint.Axis) {
	if p.Checks() && a%3 == b%3 {
		p.Wrong("%s is along %s", axisNames[b%6], axisNames[a%6])
	}
}
