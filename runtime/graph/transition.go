package graph

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime"
)

// Transition leads to another state as soon as all its conditions hold. Of several that
// may, the one with the least Priority goes first.
type Transition struct {
	To       string
	Priority int
	When     []Condition
	Fade     Fade
	// Start is where the clips of the next state start, as a part of their length; Match
	// starts them at the phase of the state before.
	Start float64
	Match bool
	// Interrupt says which transitions may end this one before its fade is over.
	Interrupt Interrupt
	// Self lets a transition of Any lead from To to itself.
	Self bool
	// Cooldown is the time after it has passed in which it does not again, in seconds.
	Cooldown float64
}

// Fade is how a state follows another one.
type Fade struct {
	Seconds, Part float64 // Part: in lengths of what comes; they add up
	Curve         runtime.Curve
	// Inertialize plays what comes alone, and lets the difference die out.
	Inertialize bool
}

// Interrupt says which transitions may end another one before its fade is over.
type Interrupt uint8

const (
	InterruptDestination Interrupt = iota // those of the state that comes, and Any
	InterruptNone
	InterruptSource // those of the state that goes, and Any, with a lesser Priority than its
	InterruptBoth
)

var (
	curveNames     = []string{runtime.Smooth.String(), runtime.Straight.String(), runtime.EaseIn.String(), runtime.EaseOut.String()}
	interruptNames = []string{"destination", "none", "source", "both"}
)

// String returns the name in files.
func (i Interrupt) String() string { return nameIn(interruptNames, int(i)) }

// transitions visits a list of them. The priority of one that says none is its place in
// the list; all of Any go before those of states.
func transitions(p place, to *[]Transition, any bool) {
	jsondoc.List(p, to, 0, MaxStates, func(p place, t *Transition) {
		usual := p.Index
		if any {
			usual -= len(*to)
		}
		p.Object(func(o *object) { t.fields(o, usual, any) })
	})
}

func (t *Transition) fields(o *object, usual int, any bool) {
	priority := "The transition of the least number goes first. Numbers of one state are unique, and different from those of any state. Without one it is the place in the list, from 0 on."
	if o.Type("transition", "A way to another state, which is taken as soon as all its conditions hold."); any {
		o.Type("anyTransition", "A way to a state from all others.")
		priority = "The transition of the least number goes first. Without one it is the place in the list, from minus its length on."
	}
	reference(o.At("to", "The name of the next state."), stateNoun, &t.To, true)
	o.At("priority", priority).Integer(&t.Priority, jsondoc.Numbers{Low: jsondoc.All, High: jsondoc.Most, Usual: float64(usual), Varies: true})
	when := o.At("when", "The conditions, all of which have to hold.")
	if any && o.Describes() {
		when.Also("minItems", "1")
		when.Missing()
	}
	jsondoc.List(when, &t.When, 0, MaxInputs, func(p place, c *Condition) { p.Object(c.fields) })
	fade(o.At("fade", "How the next state follows."), &t.Fade)
	o.At("start", "Where the clips of the next state start, as a part of their length.").Number(&t.Start, jsondoc.Part)
	o.At("match", "The clips of the next state start at the phase of the state before.").Flag(&t.Match)
	jsondoc.Choice(o.At("interrupt", "Whose transitions may end this one before its fade is over, beside those of any state: the next state's, nobody's, the former state's, or both."), &t.Interrupt, interruptNames, false)
	if any {
		o.At("self", "It leads from the state to itself, too.").Flag(&t.Self)
	}
	o.At("cooldown", "The time after the transition in which it does not go again.").Number(&t.Cooldown, jsondoc.Positive.In(jsondoc.Seconds))
	o.Rule("if", `{"properties": {"match": {"const": true}}, "required": ["match"]}`)
	o.Rule("then", `{"properties": {"start": {"const": 0}}}`)
	if !o.Checks() {
		return
	}
	switch {
	case t.Match && t.Start != 0:
		o.Wrong("match and start both say where the clips start")
	case any && len(t.When) == 0:
		o.Wrong("a transition of any state needs a condition")
	case !any && t.Self:
		o.Wrong("self is for transitions of any state")
	}
}

// fade visits a Fade: a number of seconds, or an object.
func fade(p place, f *Fade) {
	p.OrShort("seconds", *f == Fade{Seconds: f.Seconds}, f.fields)
	p.Also("default", "0")
}

func (f *Fade) fields(o *object) {
	o.Type("fade", "How something follows another thing: a number of seconds, or an object.")
	o.At("seconds", "The length.").Number(&f.Seconds, jsondoc.Positive.In(jsondoc.Seconds))
	o.At("part", "The length in lengths of what comes. It is added to seconds.").Number(&f.Part, jsondoc.Positive)
	jsondoc.Choice(o.At("curve", "The course of the weight."), &f.Curve, curveNames, false)
	o.At("inertialize", "What comes plays alone, and the difference dies out.").Flag(&f.Inertialize)
}

// compile compiles a transition of a state whose leaves are those from first on.
func (t *Transition) compile(c *compiler, states []State, first int, b below) (transition, error) {
	out := transition{
		to:   slices.IndexFunc(states, func(s State) bool { return s.Name == t.To }),
		path: b.path, priority: t.Priority, fade: t.Fade, start: t.Start, match: t.Match, interrupt: t.Interrupt, cooldown: t.Cooldown,
	}
	if t.Cooldown > 0 {
		out.clock = c.p.cooldowns
		c.p.cooldowns++
	}
	for k := range t.When {
		x, err := t.When[k].compile(c, first, b.at("/when/%d", k))
		if err != nil {
			return out, err
		}
		out.when = append(out.when, x)
	}
	return out, nil
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
	if f.Curve != runtime.Smooth {
		text += ", " + f.Curve.String()
	}
	return text
}

// TransitionText says for people when a transition of the graph is taken, and how.
func (g *Graph) TransitionText(t *Transition) string {
	text := phrase{"at once"}
	if len(t.When) > 0 {
		text = phrase{"when " + g.conditionsText(t.When)}
	}
	if t.Fade.Seconds != 0 || t.Fade.Part != 0 {
		text.add("%v", t.Fade)
	}
	if t.Match {
		text.add("at the same phase")
	}
	if t.Start != 0 {
		text.add("from %s %% of the clip on", short(100*t.Start))
	}
	if t.Interrupt != InterruptDestination {
		text.add("interrupted by %v", t.Interrupt)
	}
	if t.Cooldown > 0 {
		text.add("then not for %s s", short(t.Cooldown))
	}
	return text.String()
}
