package graph

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
)

// Transition leads to another state as soon as all its conditions hold. The one with the
// lowest Priority number goes first.
type Transition struct {
	To       string
	Priority int
	When     []Condition
	Fade     Fade
	// Start is where the clips of the next state start, as a part of their length; Match starts
	// them at the phase of the former state.
	Start     float64
	Match     bool
	Interrupt Interrupt // the transitions that may end its fade
	Self      bool      // a transition of Any also leads from To to itself
	Cooldown  float64   // seconds after it in which it is not taken again
}

// transitions visits a list of them. The default priority is the index in the list; those of Any
// precede those of states.
func transitions(p place, to *[]Transition, any bool) {
	jsondoc.List(p, to, 0, maxStates, func(p place, t *Transition) {
		usual := p.Index
		if any {
			usual -= len(*to)
		}
		p.Object(func(o *object) { t.fields(o, usual, any) })
	})
}

func (t *Transition) fields(o *object, usual int, any bool) {
	priority := "The least number goes first. Numbers are unique in a state, and differ from those of any state. The default is the index in the list."
	if o.Type("transition", "A transition to another state, taken as soon as all its conditions hold."); any {
		o.Type("anyTransition", "A transition to a state from all others.")
		priority = "The least number goes first. The default is the index in the list minus its length."
	}
	reference(o.At("to", "The name of the next state."), stateNoun, &t.To, true)
	o.At("priority", priority).Integer(&t.Priority, jsondoc.Numbers{Low: jsondoc.All, High: jsondoc.Most, Usual: float64(usual), Varies: true})
	when := o.At("when", "The conditions, all of which must hold.")
	if any && o.Describes() {
		when.Also("minItems", "1")
		when.Missing()
	}
	jsondoc.List(when, &t.When, 0, maxInputs, func(p place, c *Condition) { p.Object(c.fields) })
	fade(o.At("fade", "The fade to the next state."), &t.Fade)
	o.At("start", "Where the clips of the next state start, as a part of their length.").Number(&t.Start, jsondoc.Part)
	o.At("match", "The clips of the next state start at the phase of the former state.").Flag(&t.Match)
	jsondoc.Choice(o.At("interrupt", "The transitions that may end this one's fade, besides those of any state: the next state's, none, the former state's, or both."), &t.Interrupt, interruptNames, false)
	if any {
		o.At("self", "It also leads from the state to itself.").Flag(&t.Self)
	}
	o.At("cooldown", "The time after the transition in which it is not taken again.").Number(&t.Cooldown, jsondoc.Positive.WithUnit(jsondoc.Seconds))
	o.Rule("if", `{"properties": {"match": {"const": true}}, "required": ["match"]}`)
	o.Rule("then", `{"properties": {"start": {"const": 0}}}`)
	if !o.Checks() {
		return
	}
	switch {
	case t.Match && t.Start != 0:
		o.Wrong("match and start exclude each other")
	case any && len(t.When) == 0:
		o.Wrong("a transition of any state needs a condition")
	case !any && t.Self:
		o.Wrong("self is for transitions of any state")
	}
}

// compile compiles a transition of a state with the leaves from first on.
func (t *Transition) compile(c *compiler, states []State, first int, b below) transition {
	out := transition{
		to:   slices.IndexFunc(states, func(s State) bool { return s.Name == t.To }),
		path: b.path, priority: t.Priority, fade: t.Fade, start: t.Start, match: t.Match, interrupt: t.Interrupt, cooldown: t.Cooldown,
	}
	if t.Cooldown > 0 {
		out.clock = c.p.cooldowns
		c.p.cooldowns++
	}
	for k := range t.When {
		out.when = append(out.when, t.When[k].compile(c, first, b.at("/when/%d", k)))
	}
	return out
}

// TransitionText describes a transition of the graph in a line.
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

// fields visits a condition, whose kind is the name of a field.
func (c *Condition) fields(o *object) {
	o.Type("condition", "A condition: a parameter with one of is, not, above and below, or one of the others.")
	o.One(int(c.Test), testNames, func(k int) {
		at := func() place { return o.At(testNames[k], testDocs[k]) }
		switch c.Test = Test(k); c.Test {
		case Is, IsNot, Above, Below:
			numeric(o.At("parameter", "The parameter that is compared: NAME, or NAME.x and NAME.y of a vec2."), &c.Name)
			c.compare(at())
		case Fired:
			trigger(at(), &c.Name)
		case Passed:
			at().Name(&c.Name)
		default:
			at().Number(&c.Value, jsondoc.Positive.Needed())
		}
	})
}

// compare visits the value that a parameter is compared with.
func (c *Condition) compare(p place) {
	if p.Describes() && c.Test <= IsNot {
		p.Also("type", `["number", "boolean"]`)
	}
	t, known := scopeOf(p).graph.typeOf(c.Name)
	switch {
	case t == Bool || p.Reads() && !known && p.In.Is("tf"): // check says that it is not known
		if p.Checks() && c.Test != Is && c.Test != IsNot {
			p.Wrong(`%q is a bool; use "is" or "not"`, c.Name)
		}
		p.Truth(&c.Value, true)
	default:
		p.Number(&c.Value, jsondoc.Any.Needed())
		if p.Checks() && t == Int && c.Test <= IsNot && c.Value != math.Trunc(c.Value) {
			p.Wrong("%q is a whole number and %v is none", c.Name, c.Value)
		}
	}
}

// typeOf returns the type of a parameter, if it exists.
func (g *Graph) typeOf(parameter string) (t Type, ok bool) {
	for _, q := range g.Parameters {
		if q.Name == parameter {
			return q.Type, true
		}
	}
	return Float, false
}

// compile compiles a condition of a state with the leaves from first on.
func (c *Condition) compile(in *compiler, first int, b below) condition {
	x := condition{test: c.Test, than: c.Value}
	switch c.Test {
	case Is, IsNot, Above, Below:
		x.at = in.value(ValueOf(c.Name))
	case Fired:
		x.trigger = in.parameter(c.Name)
	case Passed:
		if x.moments = in.moments(c.Name, first); x.moments == nil {
			b.stop(ErrGraph, "no clip of the state has an event %q%s", c.Name, suggest.Hint(in.events(first), c.Name))
		}
	}
	return x
}

// moments lists the moments of an event in the leaves from first on.
func (c *compiler) moments(name string, first int) (list []moment) {
	for k := first; k < len(c.p.leaves); k++ {
		clip := &c.cast.Clips[c.p.leaves[k].clip]
		for _, e := range clip.Events {
			if e.Name == name {
				list = append(list, moment{k, min(float64(e.Time)/clip.TicksPerSecond, clip.Seconds)})
			}
		}
	}
	return list
}

// events lists the names of the events of the leaves from first on.
func (c *compiler) events(first int) (list []string) {
	for _, l := range c.p.leaves[first:] {
		for _, e := range c.cast.Clips[l.clip].Events {
			if !slices.Contains(list, e.Name) {
				list = append(list, e.Name)
			}
		}
	}
	return list
}

// ConditionText describes a condition of the graph.
func (g *Graph) ConditionText(c Condition) string {
	v := short(c.Value)
	switch t, _ := g.typeOf(c.Name); {
	case c.Test <= IsNot && t == Bool && (c.Value != 0) == (c.Test == Is):
		return c.Name
	case c.Test <= IsNot && t == Bool:
		return "not " + c.Name
	case c.Test <= Below:
		return c.Name + []string{" = ", " ≠ ", " > ", " < "}[c.Test] + v
	case c.Test == Fired:
		return "trigger " + c.Name
	case c.Test == Exit && c.Value > 1:
		return v + " loops have passed"
	case c.Test == Exit:
		return fmt.Sprintf("at %s %% of a loop", short(100*c.Value))
	case c.Test == After:
		return fmt.Sprintf("after %s s", v)
	case c.Test == Remaining:
		return v + " s before the end"
	case c.Test == Passed:
		return "event " + c.Name
	}
	return "?"
}

func (g *Graph) conditionsText(when []Condition) string {
	if len(when) == 0 {
		return "the state plays"
	}
	var list []string
	for _, c := range when {
		list = append(list, g.ConditionText(c))
	}
	return strings.Join(list, " and ")
}
