package graph

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/runtime"
)

// String returns the type's name in files.
func (t Type) String() string { return nameIn(typeNames, int(t)) }

// String returns the method's name in files.
func (m Method) String() string { return nameIn(methodNames, int(m)) }

// String returns the name in files.
func (i Interrupt) String() string { return nameIn(interruptNames, int(i)) }

func nameIn(names []string, k int) string {
	if k >= len(names) {
		return strconv.Itoa(k)
	}
	return names[k]
}

// Kind returns the type that a node has in files, or "nothing" for nil.
func Kind(n Node) string {
	if u, ok := n.(*Unknown); ok {
		return u.Type
	}
	if n == nil {
		return "nothing"
	}
	return nameOf(n)
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

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

// ConditionText says for people when a condition of the graph holds.
func (g *Graph) ConditionText(c Condition) string {
	truth := false
	for _, p := range g.Parameters {
		truth = truth || p.Name == c.Name && p.Type == Bool
	}
	switch c.Test {
	case Is, IsNot:
		switch {
		case truth && (c.Value != 0) == (c.Test == Is):
			return c.Name
		case truth:
			return "not " + c.Name
		case c.Test == Is:
			return c.Name + " = " + short(c.Value)
		}
		return c.Name + " ≠ " + short(c.Value)
	case Above:
		return c.Name + " > " + short(c.Value)
	case Below:
		return c.Name + " < " + short(c.Value)
	case Fired:
		return "trigger " + c.Name
	case Exit:
		if c.Value > 1 {
			return fmt.Sprintf("%s loops have passed", short(c.Value))
		}
		return fmt.Sprintf("at %s %% of a loop", short(100*c.Value))
	case After:
		return fmt.Sprintf("after %s s", short(c.Value))
	case Remaining:
		return fmt.Sprintf("%s s before the end", short(c.Value))
	case Passed:
		return "event " + c.Name
	}
	return "?"
}

// TransitionText says for people when a transition of the graph is taken, and how.
func (g *Graph) TransitionText(t *Transition) string {
	var when []string
	for _, c := range t.When {
		when = append(when, g.ConditionText(c))
	}
	parts := []string{"at once"}
	if len(when) > 0 {
		parts[0] = "when " + strings.Join(when, " and ")
	}
	if t.Fade.Seconds != 0 || t.Fade.Part != 0 {
		parts = append(parts, t.Fade.String())
	}
	if t.Match {
		parts = append(parts, "at the same phase")
	}
	if t.Start != 0 {
		parts = append(parts, fmt.Sprintf("from %s %% of the clip on", short(100*t.Start)))
	}
	if t.Interrupt != InterruptDestination {
		parts = append(parts, "interrupted by "+t.Interrupt.String())
	}
	if t.Cooldown > 0 {
		parts = append(parts, fmt.Sprintf("then not for %s s", short(t.Cooldown)))
	}
	return strings.Join(parts, ", ")
}

// Text says for people what a parameter is.
func (x Parameter) Text() string {
	parts := []string{x.Type.String()}
	switch x.Type {
	case Trigger:
		switch {
		case math.IsInf(x.Lifetime, 1):
			parts = append(parts, "waits until it is used")
		case x.Lifetime > 0:
			parts = append(parts, fmt.Sprintf("waits for %s s", short(x.Lifetime)))
		}
	case Vec2:
		parts = append(parts, fmt.Sprintf("%s, %s", short(x.Default), short(x.DefaultY)))
	case Bool:
		parts = append(parts, strconv.FormatBool(x.Default != 0))
	default:
		parts = append(parts, short(x.Default))
	}
	switch low, high := !math.IsInf(x.Min, -1), !math.IsInf(x.Max, 1); {
	case !(x.Min < x.Max):
	case low && high:
		parts = append(parts, fmt.Sprintf("from %s to %s", short(x.Min), short(x.Max)))
	case low:
		parts = append(parts, "at least "+short(x.Min))
	case high:
		parts = append(parts, "at most "+short(x.Max))
	}
	if x.Smooth > 0 {
		parts = append(parts, fmt.Sprintf("half of the way in %s s", short(x.Smooth)))
	}
	return strings.Join(parts, ", ")
}
