package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Finding is an element of a valid graph that has no effect.
type Finding struct {
	Path string // in the file
	Kind FindingKind
	Text string
}

// FindingKind is the kind of a Finding.
type FindingKind string

const (
	Shadowed    FindingKind = "shadowed"    // a transition that another one always precedes
	Impossible  FindingKind = "impossible"  // a transition whose conditions never hold together
	Unreachable FindingKind = "unreachable" // a state without a transition to it
	Unused      FindingKind = "unused"      // a parameter, mask, sync or subgraph without a use
)

// Findings lists elements that have no effect, whatever the parameters.
func (g *Graph) Findings() []Finding {
	f := finder{g: g}
	w, s := newWalk(g)
	s.collect(w)
	s.alone, s.unit = true, new(unit)
	g.Walk(func(path string, n Node) {
		w.Err = nil
		w.Check(func(p place) { visitNode(p, n) }) // notes the names that the node uses
		if n, ok := n.(interface{ findings(f *finder, path string) }); ok {
			n.findings(&f, path)
		}
	})
	f.unused(s)
	return f.list
}

type finder struct {
	g    *Graph
	list []Finding
	// overtaken are the states of a machine to which a fade may be interrupted by transitions of
	// the former state, except to the same state.
	overtaken map[string]bool
}

func (f *finder) add(path string, kind FindingKind, format string, args ...any) {
	f.list = append(f.list, Finding{path, kind, fmt.Sprintf(format, args...)})
}

// unused finds names without a use.
func (f *finder) unused(s *scope) {
	for _, t := range f.g.tables() {
		for _, name := range t.names {
			if !s.used[t.of][name] {
				f.add("/"+t.key+"/"+strict.Escaper.Replace(name), Unused, "nothing uses the %s %q", t.of, name)
			}
		}
	}
}

// placed is a transition with its place.
type placed struct {
	*Transition
	path, name string
}

// findings finds elements of a machine that have no effect.
func (m *Machine) findings(f *finder, path string) {
	reached := map[string]bool{m.Start: true}
	if m.Start == "" && len(m.States) > 0 {
		reached[m.States[0].Name] = true
	}
	f.overtaken = make(map[string]bool)
	note := func(list []Transition) {
		for _, t := range list {
			f.overtaken[t.To] = f.overtaken[t.To] || t.Interrupt == InterruptSource || t.Interrupt == InterruptBoth
		}
	}
	note(m.Any)
	for k := range m.States {
		note(m.States[k].Transitions)
	}
	var any []placed
	for k := range m.Any {
		t := &m.Any[k]
		any = append(any, placed{t, fmt.Sprintf("%s/any/%d", path, k), "any → " + t.To})
	}
	shadows := make(map[*Transition][]string) // of Any: the states in which they are shadowed
	for k := range m.States {
		s := &m.States[k]
		list := f.leaving(path, s, any)
		for n := range list {
			if t := &list[n]; f.possible(t.When) {
				reached[t.To] = reached[t.To] || t.To != s.Name
			}
			f.shadow(s, list, n, shadows)
		}
	}
	for _, t := range any {
		if !f.possible(t.When) {
			f.add(t.path, Impossible, "%s: its conditions never hold together", t.name)
		}
		if n := len(shadows[t.Transition]); n > 0 && n == f.leftBy(m, t.Transition) {
			f.add(t.path, Shadowed, "%s is never taken: in each state another transition goes first", t.name)
		}
	}
	for k := range m.States {
		if name := m.States[k].Name; !reached[name] {
			f.add(path+"/states/"+strict.Escaper.Replace(name), Unreachable, "no transition leads to the state %q", name)
		}
	}
}

// leftBy counts the states that a transition of Any leaves.
func (f *finder) leftBy(m *Machine, t *Transition) (n int) {
	for k := range m.States {
		if m.States[k].Name != t.To || t.Self {
			n++
		}
	}
	return n
}

// leaving lists the transitions of a state, its own first.
func (f *finder) leaving(path string, s *State, any []placed) (list []placed) {
	for k := range s.Transitions {
		t := &s.Transitions[k]
		p := placed{t, fmt.Sprintf("%s/states/%s/transitions/%d", path, strict.Escaper.Replace(s.Name), k), s.Name + " → " + t.To}
		if !f.possible(t.When) {
			f.add(p.path, Impossible, "%s: its conditions never hold together", p.name)
		}
		list = append(list, p)
	}
	for _, t := range any {
		if t.To != s.Name || t.Self {
			list = append(list, t)
		}
	}
	return list
}

// shadow finds a transition that always precedes transition n of a state.
func (f *finder) shadow(s *State, list []placed, n int, shadows map[*Transition][]string) {
	t := &list[n]
	if !f.possible(t.When) {
		return
	}
	for k := range list {
		first := &list[k]
		if k == n || first.Priority >= t.Priority || !f.shadows(first, t) {
			continue
		}
		if n >= len(s.Transitions) {
			shadows[t.Transition] = append(shadows[t.Transition], s.Name)
			return
		}
		f.add(t.path, Shadowed, "%s is never taken: %s (priority %d) goes first whenever %s", t.name, first.name, first.Priority, f.g.conditionsText(first.When))
		return
	}
}

// shadows reports whether first is taken whenever t could be. The transition that could be taken
// first is taken, and by then all that its conditions imply holds too.
func (f *finder) shadows(first, t *placed) bool {
	if first.Cooldown > 0 {
		return false
	}
	if t.To != first.To && f.overtaken[first.To] {
		return false
	}
	for _, c := range first.When {
		if !slices.ContainsFunc(t.When, func(other Condition) bool { return f.implies(other, c) }) {
			return false
		}
	}
	return true
}

// implies reports whether b holds whenever a does, and for at least as long.
func (f *finder) implies(a, b Condition) bool {
	a, b = f.plain(a), f.plain(b)
	switch b.Test {
	case Is, IsNot, Above, Below:
		if a.Test > Below || a.Name != b.Name {
			return false
		}
		is, isNot := rangeOf(a), rangeOf(b)
		return isNot.contains(is)
	case Fired, Passed:
		return a.Test == b.Test && a.Name == b.Name
	case After:
		return a.Test == After && a.Value >= b.Value
	case Remaining:
		return a.Test == Remaining && a.Value <= b.Value
	}
	return a.Test == b.Test && a.Value == b.Value
}

// plain normalizes conditions on a Bool.
func (f *finder) plain(c Condition) Condition {
	if c.Test == IsNot && slices.ContainsFunc(f.g.Parameters, func(x Parameter) bool { return x.Name == c.Name && x.Type == Bool }) {
		c.Test, c.Value = Is, 1-c.Value
	}
	return c
}

// span is the numbers from low to high, or all but low.
type span struct {
	low, high float64
	but       bool
}

func rangeOf(c Condition) span {
	switch c.Test {
	case Is:
		return span{low: c.Value, high: c.Value}
	case Above:
		return span{low: math.Nextafter(c.Value, math.Inf(1)), high: math.Inf(1)}
	case Below:
		return span{low: math.Inf(-1), high: math.Nextafter(c.Value, math.Inf(-1))}
	}
	return span{low: c.Value, but: true}
}

// contains reports whether a span contains another.
func (s span) contains(o span) bool {
	switch {
	case s.but && o.but:
		return s.low == o.low
	case s.but:
		return s.low < o.low || s.low > o.high
	}
	return !o.but && s.low <= o.low && o.high <= s.high
}

// possible reports whether conditions on parameters can hold together.
func (f *finder) possible(when []Condition) bool {
	for k, c := range when {
		if c.Test > Below {
			continue
		}
		at := span{low: math.Inf(-1), high: math.Inf(1)}
		for _, x := range f.g.Parameters {
			if x.Name == c.Name && x.Min < x.Max {
				at.low, at.high = x.Min, x.Max
			}
		}
		for _, missing := range []bool{false, true} { // one number can only be missed where others are not left
			for _, other := range when[:k+1] {
				if other = f.plain(other); other.Test <= Below && other.Name == c.Name && (other.Test == IsNot) == missing {
					at = at.and(rangeOf(other))
				}
			}
		}
		if at.empty() {
			return false
		}
	}
	return true
}

// and intersects two spans. A missing number counts where it is the only one.
func (s span) and(o span) span {
	if !o.but {
		return span{low: max(s.low, o.low), high: min(s.high, o.high)}
	}
	if s.low == s.high && s.low == o.low {
		s.high = math.Inf(-1)
	}
	return s
}

func (s span) empty() bool { return s.low > s.high }
