package graph

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/layers"
)

// value visits a Value: a number, the name of a parameter, or an object. Without need
// the zero Value is left out.
func (p place) value(v *Value, need bool) {
	switch {
	case p.w.Err != nil:
	case p.Absent() || p.w.Task != jsondoc.Reading && *v == (Value{}):
		if need {
			p.Missing()
		}
	case p.w.Task == jsondoc.Hashing && !need && v.Parameter == "" && v.Offset == 1:
	case p.w.Task == jsondoc.Reading && p.In.Is("-0123456789"):
		x, err := p.In.Float(64)
		*v = Number(x)
		p.Read(err)
	case p.w.Task != jsondoc.Reading && v.Parameter == "":
		p.Number(&v.Offset, jsondoc.Any.Needed())
	default:
		p.orShort("parameter", *v == Of(v.Parameter), v.fields)
	}
}

// fields visits a Value of a parameter.
func (v *Value) fields(o *object) {
	o.at("parameter").parameter(&v.Parameter)
	scale := o.at("scale")
	scale.Number(&v.Scale, jsondoc.Any.Or(1))
	if scale.Checks() && v.Scale == 0 {
		scale.Wrong("with 0 the parameter has no effect")
	}
	o.at("offset").Number(&v.Offset, jsondoc.Any)
}

// parameter visits the name of a parameter that is a number.
func (p place) parameter(name *string) {
	p.name(name)
	if !p.Checks() {
		return
	}
	switch t, ok := p.w.values[*name]; {
	case ok && t != Vec2 && t != Trigger:
	case ok && t == Vec2:
		p.Wrong("%q has two parts, %q and %q", *name, *name+".x", *name+".y")
	case ok:
		p.Wrong("%q is a trigger, which has no value", *name)
	default:
		var known []string
		for name, t := range p.w.values {
			if t != Vec2 && t != Trigger {
				known = append(known, name)
			}
		}
		slices.Sort(known)
		p.unknown(parameterNoun, *name, known)
	}
}

// trigger visits the name of a trigger.
func (p place) trigger(name *string) {
	p.reference(parameterNoun, name, true)
	if p.Checks() && p.w.values[*name] != Trigger {
		p.Wrong("%q is a %s, no trigger", *name, typeNames[p.w.values[*name]])
	}
}

// fade visits a Fade: a number of seconds, or an object.
func (p place) fade(f *Fade) { p.orShort("seconds", *f == Fade{Seconds: f.Seconds}, f.fields) }

func (f *Fade) fields(o *object) {
	o.at("seconds").Number(&f.Seconds, jsondoc.Positive)
	o.at("part").Number(&f.Part, jsondoc.Positive)
	choice(o.at("curve"), &f.Curve, curveNames, false)
	o.at("inertialize").Flag(&f.Inertialize)
}

var (
	typeNames      = []string{"float", "int", "bool", "trigger", "vec2"}
	loopNames      = []string{runtime.Wrap.String(), runtime.Clamp.String(), runtime.PingPong.String()}
	curveNames     = []string{runtime.Smooth.String(), runtime.Straight.String(), runtime.EaseIn.String(), runtime.EaseOut.String()}
	methodNames    = []string{"triangles", "cartesian", "polar"}
	interruptNames = []string{"destination", "none", "source", "both"}
	testNames      = []string{"is", "not", "above", "below", "trigger", "exit", "after", "remaining", "event"}
)

// truth visits a number that is 0 or 1 as false or true. Without need false is left out.
func (p place) truth(to *float64, need bool) {
	yes := *to != 0
	switch {
	case p.w.Err != nil:
	case p.Absent():
		if need {
			p.Missing()
		}
	case p.w.Writes() && need && !yes:
		p.EmitRaw([]byte("false"))
	case p.Checks() && yes && *to != 1:
		p.Wrong("%v is neither 0 nor 1", *to)
	default:
		p.Flag(&yes)
		if p.w.Task == jsondoc.Reading && yes {
			*to = 1
		}
	}
}

// pair visits two numbers. Without need two zeros are left out.
func (p place) pair(x, y *float64, need bool) {
	switch {
	case p.w.Err != nil:
	case p.Absent():
		if need {
			p.Missing()
		}
	case p.w.Writes() && !need && *x == 0 && *y == 0:
	default:
		both := []float64{*x, *y}
		if p.w.Task == jsondoc.Reading {
			both = nil
		}
		list(p, &both, 2, 2, func(p place, v *float64) { p.Number(v, jsondoc.Any.Needed()) })
		if p.w.Err == nil {
			*x, *y = both[0], both[1]
		}
	}
}

// reach visits the limits of a parameter. One of them can be missing.
func (o *object) reach(least, greatest *float64) {
	low, high := o.at("min"), o.at("max")
	limits := *least != *greatest
	switch {
	case o.w.Err != nil:
		return
	case o.w.Task == jsondoc.Reading:
		if limits = low.Has || high.Has; limits {
			*least, *greatest = math.Inf(-1), math.Inf(1)
		}
	case !limits && *least == 0:
		return
	}
	if low.Has || o.w.Task != jsondoc.Reading && *least != math.Inf(-1) {
		low.Number(least, jsondoc.Any.Needed())
	}
	if high.Has || o.w.Task != jsondoc.Reading && *greatest != math.Inf(1) {
		high.Number(greatest, jsondoc.Any.Needed())
	}
	if !o.w.Writes() && (limits || *least != 0) && !(*least < *greatest) {
		low.Wrong("%v is not below max, which is %v", *least, *greatest)
	}
}

// lifetime visits the lifetime of a trigger: seconds, or "used".
func (p place) lifetime(to *float64) {
	switch {
	case p.Reads() && p.In.Is(`"`):
		s, err := p.In.Text()
		if p.Read(err); err == nil && s != "used" {
			p.Wrong(`%q is neither a number of seconds nor "used"`, s)
		}
		*to = math.Inf(1)
	case p.w.Writes() && *to == math.Inf(1):
		p.EmitString("used")
	case p.Checks() && *to == math.Inf(1):
	default:
		p.Number(to, jsondoc.Positive)
	}
}

// sync visits the name of a phase; false stands for none.
func (p place) sync(to *string) {
	switch {
	case p.Reads() && p.In.Is("tf"):
		yes, err := p.In.Truth()
		if p.Read(err); err == nil && yes {
			p.Wrong("it is the name of a sync, or false")
		}
		*to = SyncNone
	case p.w.Writes() && *to == SyncNone:
		p.EmitRaw([]byte("false"))
	case p.Checks() && *to == SyncNone:
	default:
		p.reference(syncNoun, to, false)
		if p.Reads() && *to == SyncNone {
			p.Wrong("%q is no name; false stands for no sync", *to)
		}
	}
}

// steps visits the steps of a mask.
func (p place) steps(to *[]layers.Step) {
	switch {
	case p.Reads():
		steps, err := layers.ReadMask(p.In)
		*to = steps
		p.Read(err)
	case p.Checks() && len(*to) == 0:
		p.Wrong("it has no steps")
	case p.Checks():
		for k, s := range *to {
			if err := s.Validate(); err != nil {
				p.Entry(k, "").Wrong("%v", err)
			}
		}
	case p.w.Writes():
		made := &jsondoc.Text{Open: '['}
		for _, s := range *to {
			made.Entries = append(made.Entries, &jsondoc.Text{Raw: string(s.AppendJSON(nil))})
		}
		p.Emit(made)
	}
}
