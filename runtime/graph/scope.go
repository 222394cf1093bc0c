package graph

import "github.com/sinew-anim/sinew/internal/jsondoc"

type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// scope is what names in a graph refer to, and what lies around the place of a walk.
type scope struct {
	graph *Graph

	// The names that nodes refer to, by what they are names of, and those that one does.
	// Values have the names of parameters, and NAME.x and NAME.y.
	names  map[noun]map[string]int
	used   map[noun]map[string]bool
	values map[string]Type

	alone  bool          // nodes are visited without their children
	depth  int           // of nodes
	within map[Node]bool // the nodes around the present one
	unit   *unit         // the part of the graph that it belongs to
	units  []unit        // of SubGraphs, and Root
}

// scopeOf is the scope of a walk.
func scopeOf(p place) *scope { return p.W.Of.(*scope) }

// noun is what a name is one of.
type noun string

const (
	parameterNoun noun = "parameter"
	maskNoun      noun = "mask"
	syncNoun      noun = "sync"
	subgraphNoun  noun = "subgraph"
	stateNoun     noun = "state" // of the machine around
)

// reference visits the name of something that the graph has.
func reference(p place, of noun, to *string, need bool) {
	s := scopeOf(p)
	p.Reference(to, need, string(of), s.names[of])
	s.use(p, of, *to)
}

// use notes that a name is in use.
func (s *scope) use(p place, of noun, name string) {
	if p.Checks() && s.used[of] != nil {
		s.used[of][name] = true
	}
}

// mask visits the name of a mask.
func mask(o *object, to *string) {
	reference(o.At("mask", "The name of a mask, by which the node reaches joints; without one it reaches the whole body."), maskNoun, to, false)
}

// trigger visits the name of a trigger.
func trigger(p place, name *string) {
	reference(p, parameterNoun, name, true)
	if t := scopeOf(p).values[*name]; p.Checks() && t != Trigger {
		p.Wrong("%q is a %s, no trigger", *name, t)
	}
}

// unit is a subgraph, or the root: nodes without copies.
type unit struct {
	nodes, depth int // those of copies too, once it has been expanded
	copies       []copied
	state        expansion
}

// copied is a copy of a subgraph.
type copied struct {
	path  string
	of    int
	depth int
}

type expansion uint8

const (
	unexpanded expansion = iota
	expanding
	expanded
)

// enter says to which unit the next nodes belong.
func (s *scope) enter(p place, k int) {
	if p.Checks() {
		s.unit = &s.units[k]
	}
}

// expand adds the copies that a unit has.
func (s *scope) expand(w *jsondoc.Walk, k int) {
	u := &s.units[k]
	if u.state == expanded {
		return
	}
	u.state = expanding
	for _, c := range u.copies {
		of := &s.units[c.of]
		if of.state == expanding {
			w.Fail(c.path, ErrGraph, "the subgraph %q contains itself", s.graph.SubGraphs[c.of].Name)
			return
		}
		if s.expand(w, c.of); w.Err != nil {
			return
		}
		u.nodes += of.nodes
		u.depth = max(u.depth, c.depth+of.depth)
		if u.nodes > MaxNodes || u.depth > MaxDepth {
			w.Fail(c.path, ErrLimit, "with this copy there are %d nodes, %d deep; %d and %d are possible", u.nodes, u.depth, MaxNodes, MaxDepth)
			return
		}
	}
	u.state = expanded
}
