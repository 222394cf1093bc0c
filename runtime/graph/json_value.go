package graph

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/layers"
)

// value visits a Value: a number, the name of a parameter, or an object. Without need
// the zero Value is left out.
func (p place) value(v *Value, need bool) {
	switch {
	case p.w.err != nil:
	case p.absent() || p.w.task != reading && *v == (Value{}):
		if need {
			p.missing()
		}
	case p.w.task == hashing && !need && v.Parameter == "" && v.Offset == 1:
	case p.w.task == reading && p.in.Is("-0123456789"):
		x, err := p.in.Float(64)
		*v = Number(x)
		p.read(err)
	case p.w.task != reading && v.Parameter == "":
		p.needed(&v.Offset, all, most)
	default:
		p.orShort("parameter", *v == Of(v.Parameter), v.fields)
	}
}

// fields visits a Value of a parameter.
func (v *Value) fields(o *object) {
	o.at("parameter").parameter(&v.Parameter)
	scale := o.at("scale")
	if scale.absent() {
		v.Scale = 1
	}
	if !o.w.writes() || v.Scale != 1 {
		scale.number(&v.Scale, all, most)
	}
	if scale.checks() && v.Scale == 0 {
		scale.wrong("with 0 the parameter has no effect")
	}
	o.at("offset").number(&v.Offset, all, most)
}

// parameter visits the name of a parameter that is a number.
func (p place) parameter(name *string) {
	p.name(name)
	if !p.checks() {
		return
	}
	switch t, ok := p.w.values[*name]; {
	case ok && t != Vec2 && t != Trigger:
	case ok && t == Vec2:
		p.wrong("%q has two parts, %q and %q", *name, *name+".x", *name+".y")
	case ok:
		p.wrong("%q is a trigger, which has no value", *name)
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
	if p.checks() && p.w.values[*name] != Trigger {
		p.wrong("%q is a %s, no trigger", *name, typeNames[p.w.values[*name]])
	}
}

// fade visits a Fade: a number of seconds, or an object.
func (p place) fade(f *Fade) { p.orShort("seconds", *f == Fade{Seconds: f.Seconds}, f.fields) }

func (f *Fade) fields(o *object) {
	o.at("seconds").number(&f.Seconds, 0, most)
	o.at("part").number(&f.Part, 0, most)
	choice(o.at("curve"), &f.Curve, curveNames, false)
	o.at("inertialize").flag(&f.Inertialize)
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
	case p.w.err != nil:
	case p.absent():
		if need {
			p.missing()
		}
	case p.w.writes() && need && !yes:
		p.emitRaw([]byte("false"))
	case p.checks() && yes && *to != 1:
		p.wrong("%v is neither 0 nor 1", *to)
	default:
		p.flag(&yes)
		if p.w.task == reading && yes {
			*to = 1
		}
	}
}

// pair visits two numbers. Without need two zeros are left out.
func (p place) pair(x, y *float64, need bool) {
	switch {
	case p.w.err != nil:
	case p.absent():
		if need {
			p.missing()
		}
	case p.w.writes() && !need && *x == 0 && *y == 0:
	default:
		both := []float64{*x, *y}
		if p.w.task == reading {
			both = nil
		}
		list(p, &both, 2, 2, func(p place, v *float64) { p.needed(v, all, most) })
		if p.w.err == nil {
			*x, *y = both[0], both[1]
		}
	}
}

// reach visits the limits of a parameter. One of them can be missing.
func (o *object) reach(least, greatest *float64) {
	low, high := o.at("min"), o.at("max")
	limits := *least != *greatest
	switch {
	case o.w.err != nil:
		return
	case o.w.task == reading:
		if limits = low.has || high.has; limits {
			*least, *greatest = math.Inf(-1), math.Inf(1)
		}
	case !limits && *least == 0:
		return
	}
	if low.has || o.w.task != reading && *least != math.Inf(-1) {
		low.needed(least, all, most)
	}
	if high.has || o.w.task != reading && *greatest != math.Inf(1) {
		high.needed(greatest, all, most)
	}
	if !o.w.writes() && (limits || *least != 0) && !(*least < *greatest) {
		low.wrong("%v is not below max, which is %v", *least, *greatest)
	}
}

// lifetime visits the lifetime of a trigger: seconds, or "used".
func (p place) lifetime(to *float64) {
	switch {
	case p.reads() && p.in.Is(`"`):
		s, err := p.in.Text()
		if p.read(err); err == nil && s != "used" {
			p.wrong(`%q is neither a number of seconds nor "used"`, s)
		}
		*to = math.Inf(1)
	case p.w.writes() && *to == math.Inf(1):
		p.emitString("used")
	case p.checks() && *to == math.Inf(1):
	default:
		p.number(to, 0, most)
	}
}

// sync visits the name of a phase; false stands for none.
func (p place) sync(to *string) {
	switch {
	case p.reads() && p.in.Is("tf"):
		yes, err := p.in.Truth()
		if p.read(err); err == nil && yes {
			p.wrong("it is the name of a sync, or false")
		}
		*to = SyncNone
	case p.w.writes() && *to == SyncNone:
		p.emitRaw([]byte("false"))
	case p.checks() && *to == SyncNone:
	default:
		p.reference(syncNoun, to, false)
		if p.reads() && *to == SyncNone {
			p.wrong("%q is no name; false stands for no sync", *to)
		}
	}
}

// steps visits the steps of a mask.
func (p place) steps(to *[]layers.Step) {
	switch {
	case p.reads():
		steps, err := layers.ReadMask(p.in)
		*to = steps
		p.read(err)
	case p.checks() && len(*to) == 0:
		p.wrong("it has no steps")
	case p.checks():
		for k, s := range *to {
			if err := s.Validate(); err != nil {
				p.entry(k, "").wrong("%v", err)
			}
		}
	case p.w.writes():
		made := &text{open: '['}
		for _, s := range *to {
			made.entries = append(made.entries, &text{raw: string(s.AppendJSON(nil))})
		}
		p.emit(made)
	}
}
