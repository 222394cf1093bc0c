package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/strict"
)

// Finding is something in a graph that is allowed and has no effect.
type Finding struct {
	Path string // in the file
	Kind FindingKind
	Text string
}

// FindingKind says what a Finding is about.
type FindingKind string

const (
	// Shadowed: a transition that is never taken, since another one of its state goes
	// first whenever its conditions hold.
	Shadowed FindingKind = "shadowed"
	// Impossible: a transition whose conditions never hold together.
	Impossible FindingKind = "impossible"
	// Unreachable: a state that no transition leads to.
	Unreachable FindingKind = "unreachable"
	// Unused: a parameter, mask, sync or subgraph that nothing names.
	Unused FindingKind = "unused"
)

// Findings lists what in a graph has no effect, whatever the parameters.
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
	// overtaken are states of the machine at hand that come while transitions of states
	// that go are looked at, but for those that lead there too.
	overtaken map[string]bool
}

func (f *finder) add(path string, kind FindingKind, format string, args ...any) {
	f.list = append(f.list, Finding{path, kind, fmt.Sprintf(format, args...)})
}

// unused finds what nothing in the scope of a graph names.
func (f *finder) unused(s *scope) {
	for _, t := range f.g.tables() {
		for _, name := range t.names {
			if !s.used[t.of][name] {
				f.add("/"+t.key+"/"+strict.Escaper.Replace(name), Unused, "nothing uses the %s %q", t.of, name)
			}
		}
	}
}

// placed is a transition and where it stands.
type placed struct {
	*Transition
	path, name string
}

// findings finds what can have no effect in a machine.
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

// leftBy counts the states that a transition of Any leads away from.
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

// shadow finds what goes before transition n of a state whenever it could be taken.
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

// shadows reports whether first is taken whenever t could be. Of transitions whose
// conditions hold the one goes first that could be taken first, and by then what a
// condition implies holds too.
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

// implies reports whether b holds whenever a does, and has then for as long.
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

// plain gives conditions of a Bool one form.
func (f *finder) plain(c Condition) Condition {
	if c.Test == IsNot && slices.ContainsFunc(f.g.Parameters, func(x Parameter) bool { return x.Name == c.Name && x.Type == Bool }) {
		c.Test, c.Value = Is, 1-c.Value
	}
	return c
}

// span is the numbers from low to high, or but for one number all of them.
type span struct {
	low, high         float64
	openLow, openHigh bool
	but               bool // all but low
}

func rangeOf(c Condition) span {
	switch c.Test {
	case Is:
		return span{low: c.Value, high: c.Value}
	case Above:
		return span{low: c.Value, high: math.Inf(1), openLow: true}
	case Below:
		return span{low: math.Inf(-1), high: c.Value, openHigh: true}
	}
	return span{low: c.Value, but: true}
}

func (s span) has(v float64) bool {
	if s.but {
		return v != s.low
	}
	return (v > s.low || v == s.low && !s.openLow) && (v < s.high || v == s.high && !s.openHigh)
}

// contains reports whether all numbers of another span are in this one.
func (s span) contains(o span) bool {
	switch {
	case s.but && o.but:
		return s.low == o.low
	case s.but:
		return !o.has(s.low)
	case o.but:
		return false
	}
	low := o.low > s.low || o.low == s.low && (!s.openLow || o.openLow)
	return low && (o.high < s.high || o.high == s.high && (!s.openHigh || o.openHigh))
}

// possible reports whether conditions can hold together, as far as parameters alone
// decide it.
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

// and is what two spans have in common; that one number is missing counts where it is
// all there is.
func (s span) and(o span) span {
	if o.but {
		if s.low == s.high && s.low == o.low {
			s.openLow = true
		}
		return s
	}
	if o.low > s.low || o.low == s.low && o.openLow {
		s.low, s.openLow = o.low, o.openLow
	}
	if o.high < s.high || o.high == s.high && o.openHigh {
		s.high, s.openHigh = o.high, o.openHigh
	}
	return s
}

func (s span) empty() bool {
	return s.low > s.high || s.low == s.high && (s.openLow || s.openHigh)
}
