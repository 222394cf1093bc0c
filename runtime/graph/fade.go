package graph

import (
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Fade is the transition from one state to another.
type Fade struct {
	Seconds, Part float64 // add up; Part is in lengths of the next state
	Curve         play.Curve
	Inertialize   bool // plays the next state alone while the difference decays
}

// Interrupt selects the transitions that may end another one before its fade is over.
type Interrupt uint8

const (
	InterruptDestination Interrupt = iota // those of the next state, and Any
	InterruptNone
	InterruptSource // those of the former state, and Any, with a lower Priority number
	InterruptBoth
)

var (
	curveNames     = []string{play.Smooth.String(), play.Straight.String(), play.EaseIn.String(), play.EaseOut.String()}
	interruptNames = []string{"destination", "none", "source", "both"}
)

// String returns the name in files.
func (i Interrupt) String() string { return nameIn(interruptNames, int(i)) }

// fade visits a Fade: a number of seconds, or an object.
func fade(p place, f *Fade) {
	p.OrShort("seconds", *f == Fade{Seconds: f.Seconds}, f.fields)
	p.Also("default", "0")
}

func (f *Fade) fields(o *object) {
	o.Type("fade", "A transition between states: seconds, or an object.")
	o.At("seconds", "The length.").Number(&f.Seconds, jsondoc.Positive.WithUnit(jsondoc.Seconds))
	o.At("part", "The length in lengths of the next state, added to seconds.").Number(&f.Part, jsondoc.Positive)
	jsondoc.Choice(o.At("curve", "The curve of the weight."), &f.Curve, curveNames, false)
	o.At("inertialize", "The next state plays alone while the difference decays.").Flag(&f.Inertialize)
}

// String returns the fade for people: "fade 0.2 s, straight", or "at once".
func (f Fade) String() string {
	if f.Seconds == 0 && f.Part == 0 {
		return "at once"
	}
	text := "fade "
	if f.Inertialize {
		text = "inertialize "
	}
	switch {
	case f.Part == 0:
		text += short(f.Seconds) + " s"
	case f.Seconds == 0:
		text += short(f.Part) + " of the clip"
	default:
		text += short(f.Seconds) + " s + " + short(f.Part) + " of the clip"
	}
	if f.Curve != play.Smooth {
		text += ", " + f.Curve.String()
	}
	return text
}
