package graph

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

// check reports what a graph of itself contradicts: names that it does not have, numbers
// out of their ranges, nodes inside themselves, and more of anything than there may be.
// The error wraps ErrGraph or ErrLimit and begins with a JSON pointer.
func (g *Graph) check() error {
	if g == nil {
		return fmt.Errorf("%w: it is nil", ErrGraph)
	}
	w := newWalk(g)
	w.values, w.within, w.units = make(map[string]Type), make(map[Node]bool), make([]unit, len(g.Parts)+1)
	w.names = map[noun]map[string]int{
		parameterNoun: make(map[string]int), maskNoun: make(map[string]int), syncNoun: make(map[string]int), partNoun: make(map[string]int),
	}
	w.collect()
	if w.Check(w.at(g.fields)) == nil {
		w.expand(len(g.Parts))
	}
	for k := range g.Parts {
		if w.Err == nil {
			w.expand(k)
		}
	}
	return w.Err
}

// collect finds the names that nodes can refer to.
func (w *walk) collect() {
	g := w.graph
	for k, m := range g.Masks {
		w.names[maskNoun][m.Name] = k
	}
	for k, s := range g.Sync {
		w.names[syncNoun][s.Name] = k
	}
	for k, p := range g.Parts {
		w.names[partNoun][p.Name] = k
	}
	for k, q := range g.Parameters {
		w.names[parameterNoun][q.Name] = k
		w.values[q.Name] = q.Type
	}
	for _, q := range g.Parameters {
		if q.Type != Vec2 {
			continue
		}
		for _, part := range []string{q.Name + ".x", q.Name + ".y"} {
			if _, taken := w.values[part]; taken {
				w.Fail("/parameters/"+strict.Escaper.Replace(part), ErrGraph, "%q is a part of the parameter %q already", part, q.Name)
			}
			w.values[part] = Float
		}
	}
}

// check reports a default that cannot be.
func (q *Parameter) check(standard place) {
	both := []float64{q.Default}
	if q.Type == Vec2 {
		both = append(both, q.DefaultY)
	}
	for _, v := range both {
		switch {
		case q.Min != q.Max && !(v >= q.Min && v <= q.Max):
			standard.Wrong("%v is outside min to max, %v to %v", v, q.Min, q.Max)
		case q.Type == Int && v != math.Trunc(v):
			standard.Wrong("%v is no whole number", v)
		}
	}
}

// unit is a part of the graph, or its root: nodes without copies.
type unit struct {
	nodes, depth int // those of copies too, once it has been expanded
	uses         []use
	state        expansion
}

type use struct {
	path        string
	part, depth int
}

type expansion uint8

const (
	unexpanded expansion = iota
	expanding
	expanded
)

// enter says to which unit the next nodes belong.
func (w *walk) enter(k int) {
	if w.Task == jsondoc.Checking {
		w.unit = &w.units[k]
	}
}

// expand adds the copies that a unit's uses make.
func (w *walk) expand(k int) {
	u := &w.units[k]
	if u.state == expanded {
		return
	}
	u.state = expanding
	for _, use := range u.uses {
		part := &w.units[use.part]
		if part.state == expanding {
			w.Fail(use.path, ErrGraph, "the part %q contains itself", w.graph.Parts[use.part].Name)
			return
		}
		if w.expand(use.part); w.Err != nil {
			return
		}
		u.nodes += part.nodes
		u.depth = max(u.depth, use.depth+part.depth)
		if u.nodes > MaxNodes || u.depth > MaxDepth {
			w.Fail(use.path, ErrLimit, "with this copy there are %d nodes, %d deep; %d and %d are possible", u.nodes, u.depth, MaxNodes, MaxDepth)
			return
		}
	}
	u.state = expanded
}

// checkNode checks a node and those in it.
func (p place) checkNode(n Node) {
	w := p.w
	known, ok := n.(fielded)
	unknown, isUnknown := n.(*Unknown)
	switch {
	case !isUnknown && (!ok || nameOf(n) == ""):
		p.Wrong("%T is no type of nodes", n)
		return
	case reflect.ValueOf(n).IsNil():
		p.Wrong("it is a nil %T; nil alone plays nothing", n)
		return
	case w.within[n]:
		p.Wrong("the %T contains itself", n)
		return
	}
	w.depth++
	w.within[n] = true
	w.unit.nodes++
	w.unit.depth = max(w.unit.depth, w.depth)
	switch {
	case w.depth > MaxDepth:
		w.Fail(p.Path, ErrLimit, "nodes are more than %d deep", MaxDepth)
	case w.unit.nodes > MaxNodes:
		w.Fail(p.Path, ErrLimit, "there are more than %d nodes", MaxNodes)
	case isUnknown:
		unknown.check(p)
	default:
		p.visitNode(known)
		if c, ok := n.(interface{ check(p place) }); ok && w.Err == nil {
			c.check(p)
		}
	}
	w.depth--
	delete(w.within, n)
}

// check reports what would not be read as the same node.
func (n *Unknown) check(p place) {
	if !json.Valid(n.JSON) || !utf8.Valid(n.JSON) {
		p.Wrong("its text is not JSON")
		return
	}
	v := strict.Pointer(n.JSON)
	fields, err := v.Fields()
	kind, optional := "", false
	for _, f := range fields {
		switch f.Key {
		case "type":
			kind, _ = f.Value.Text()
		case "optional":
			optional = string(f.Value.Data()) == "true"
		}
	}
	switch {
	case err != nil || len(v.Data()) != len(n.JSON):
		p.Wrong("its text is no plain object")
	case n.Type == "" || kind != n.Type || !optional:
		p.Wrong("its text is no optional node of the type %q", n.Type)
	case nodeType(n.Type) >= 0:
		p.Wrong("the type %q is known", n.Type)
	}
}

func (n *Blend1D) check(p place) {
	for k, s := range n.Samples {
		for i, before := range n.Samples[:k] {
			if before.X == s.X {
				p.sample(k).Wrong("the samples %d and %d are both at %v", i, k, s.X)
			}
		}
	}
}

func (n *Blend2D) check(p place) {
	for k, s := range n.Samples {
		for i, before := range n.Samples[:k] {
			if before.X == s.X && before.Y == s.Y {
				p.sample(k).Wrong("the samples %d and %d are both at %v, %v", i, k, s.X, s.Y)
			}
		}
	}
}

func (p place) sample(k int) place {
	p.Path = fmt.Sprintf("%s/samples/%d/at", p.Path, k)
	return p
}

func (n *Use) check(p place) {
	w := p.w
	w.unit.uses = append(w.unit.uses, use{p.Path, w.names[partNoun][n.Part], w.depth})
}

// check reports transitions of one state that no priority tells apart.
func (n *Machine) check(p place) {
	for _, s := range n.States {
		taken := make(map[int]string)
		find := func(path string, t *Transition) {
			if first, ok := taken[t.Priority]; ok {
				p.w.Fail(path, ErrGraph, "the state %q has another transition of priority %d: %s", s.Name, t.Priority, first)
			}
			taken[t.Priority] = path
		}
		for k := range n.Any {
			if t := &n.Any[k]; t.To != s.Name || t.Self {
				find(fmt.Sprintf("%s/any/%d", p.Path, k), t)
			}
		}
		for k := range s.Transitions {
			find(fmt.Sprintf("%s/states/%s/transitions/%d", p.Path, strict.Escaper.Replace(s.Name), k), &s.Transitions[k])
		}
	}
}
