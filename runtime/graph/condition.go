package graph

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Test is what a Condition compares.
type Test uint8

const (
	Is        Test = iota // parameter = Value
	IsNot                 // parameter ≠ Value
	Above                 // parameter > Value
	Below                 // parameter < Value
	Fired                 // the trigger is set; the transition clears it
	Exit                  // the state passes the part Value of its length: of each loop or, above 1, once
	After                 // the state has played for Value seconds
	Remaining             // the state's clip has at most Value seconds left
	Passed                // a clip of the state passes the event Name
)

var testNames = []string{"is", "not", "above", "below", "trigger", "exit", "after", "remaining", "event"}

var testDocs = []string{
	"The parameter is that; of a bool true or false.", "The parameter is something else; of a bool true or false.",
	"The parameter is greater.", "The parameter is less.", "The trigger is set. The transition clears it.",
	"The state passes this part of its length: of each loop or, above 1, once.",
	"The state has played for this time, in seconds.", "The state's clip has at most this time left, in seconds.",
	"A clip of the state passes an event of this name.",
}

// Condition is one of those that a transition needs.
type Condition struct {
	Test  Test
	Name  string // of the parameter or event
	Value float64
}

// fields visits a condition. What it compares is the name of its field.
func (c *Condition) fields(o *object) {
	o.Type("condition", "One condition: a parameter with one of is, not, above and below, or one of the others.")
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

// compare visits what a parameter is compared with.
func (c *Condition) compare(p place) {
	if p.Describes() && c.Test <= IsNot {
		p.Also("type", `["number", "boolean"]`)
	}
	t, known := scopeOf(p).graph.typeOf(c.Name)
	switch {
	case t == Bool || p.Reads() && !known && p.In.Is("tf"): // check says that it is not known
		if p.Checks() && c.Test != Is && c.Test != IsNot {
			p.Wrong("%q is true or false, which is and not alone compare", c.Name)
		}
		truth(p, &c.Value, true)
	default:
		p.Number(&c.Value, jsondoc.Any.Needed())
		if p.Checks() && t == Int && c.Test <= IsNot && c.Value != math.Trunc(c.Value) {
			p.Wrong("%q is a whole number and %v is none", c.Name, c.Value)
		}
	}
}

// typeOf is the type of a parameter, if there is one of the name.
func (g *Graph) typeOf(parameter string) (t Type, ok bool) {
	for _, q := range g.Parameters {
		if q.Name == parameter {
			return q.Type, true
		}
	}
	return Float, false
}

// compile compiles a condition of a state whose leaves are those from first on.
func (c *Condition) compile(in *compiler, first int, b below) (condition, error) {
	x := condition{test: c.Test, than: c.Value}
	switch c.Test {
	case Is, IsNot, Above, Below:
		x.at = in.value(Of(c.Name))
	case Fired:
		x.trigger = in.parameter(c.Name)
	case Passed:
		if x.moments = in.moments(c.Name, first); x.moments == nil {
			return x, b.wrong(ErrGraph, "no clip of the state has an event %q%s", c.Name, meant(in.events(first), c.Name))
		}
	}
	return x, nil
}

// moments lists where the leaves from first on have an event.
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

// ConditionText says for people when a condition of the graph holds.
func (g *Graph) ConditionText(c Condition) string {
	t, _ := g.typeOf(c.Name)
	v := short(c.Value)
	switch c.Test {
	case Is, IsNot:
		switch {
		case t == Bool && (c.Value != 0) == (c.Test == Is):
			return c.Name
		case t == Bool:
			return "not " + c.Name
		case c.Test == Is:
			return c.Name + " = " + v
		}
		return c.Name + " ≠ " + v
	case Above:
		return c.Name + " > " + v
	case Below:
		return c.Name + " < " + v
	case Fired:
		return "trigger " + c.Name
	case Exit:
		if c.Value > 1 {
			return v + " loops have passed"
		}
		return fmt.Sprintf("at %s %% of a loop", short(100*c.Value))
	case After:
		return fmt.Sprintf("after %s s", v)
	case Remaining:
		return v + " s before the end"
	case Passed:
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
