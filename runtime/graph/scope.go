package graph

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// scope is the context of a walk through a graph.
type scope struct {
	graph *Graph

	// The names that nodes can refer to, and those in use. Values also have NAME.x and NAME.y.
	names  map[noun]map[string]int
	used   map[noun]map[string]bool
	values map[string]Type

	alone  bool          // nodes are visited without their children
	depth  int           // of nodes
	within map[Node]bool // the ancestors of the current node
	unit   *unit         // the part of the graph that it belongs to
	units  []unit        // of SubGraphs, and Root
}

func scopeOf(p place) *scope { return p.W.Of.(*scope) }

// noun is the kind of a name.
type noun string

const (
	parameterNoun noun = "parameter"
	maskNoun      noun = "mask"
	syncNoun      noun = "sync"
	subgraphNoun  noun = "subgraph"
	stateNoun     noun = "state" // of the machine around
)

// reference visits the name of an element of the graph.
func reference(p place, of noun, to *string, need bool) {
	s := scopeOf(p)
	p.Reference(to, need, string(of), s.names[of])
	s.use(p, of, *to)
}

func (s *scope) use(p place, of noun, name string) {
	if p.Checks() && s.used[of] != nil {
		s.used[of][name] = true
	}
}

// mask visits the name of a mask.
func mask(o *object, to *string) {
	reference(o.At("mask", "The name of the mask of joints; without one the whole body."), maskNoun, to, false)
}

// trigger visits the name of a trigger.
func trigger(p place, name *string) {
	reference(p, parameterNoun, name, true)
	if t := scopeOf(p).values[*name]; p.Checks() && t != Trigger {
		p.Wrong("%q is a %s, no trigger", *name, t)
	}
}

// unit is a subgraph or the root.
type unit struct {
	nodes, depth int // with those of copies, once expanded
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

// enter sets the unit of the next nodes.
func (s *scope) enter(p place, k int) {
	if p.Checks() {
		s.unit = &s.units[k]
	}
}

// expand adds the sizes of a unit's copies.
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
		if u.nodes > maxNodes || u.depth > maxDepth {
			w.Fail(c.path, ErrLimit, "with this copy there are %d nodes, %d deep; %d and %d are possible", u.nodes, u.depth, maxNodes, maxDepth)
			return
		}
	}
	u.state = expanded
}

// value visits a Value: a number, the name of a parameter, or an object. Without need the zero
// Value is omitted and means 1.
func value(p place, v *Value, need bool) {
	switch {
	case p.W.Err != nil:
	case p.Describes():
		p.Define("value", "A number, the name of a parameter, or offset + scale · parameter.", func(p place) {
			p.AnyOf(func(p place) { p.Number(&v.Offset, jsondoc.Any.Needed()) }, func(p place) { p.OrShort("parameter", false, v.fields) })
		})
		if need {
			p.Missing()
		} else {
			p.Also("default", "1")
		}
	case p.Absent() || p.W.Task != jsondoc.Reading && *v == (Value{}):
		if need {
			p.Missing()
		}
	case p.W.Task == jsondoc.Hashing && !need && v.Parameter == "" && v.Offset == 1:
	case p.Reads() && p.In.Is("-0123456789"):
		x, err := p.In.Float(64)
		*v = Number(x)
		p.Read(err)
	case p.W.Task != jsondoc.Reading && v.Parameter == "":
		p.Number(&v.Offset, jsondoc.Any.Needed())
	default:
		p.OrShort("parameter", *v == ValueOf(v.Parameter), v.fields)
	}
}

// fields visits a Value of a parameter.
func (v *Value) fields(o *object) {
	o.Type("parameterValue", "offset + scale · parameter.")
	numeric(o.At("parameter", "The parameter: NAME, or NAME.x and NAME.y of a vec2."), &v.Parameter)
	scale := o.At("scale", "The factor of the parameter.")
	scale.Number(&v.Scale, jsondoc.Any.Or(1))
	scale.Also("not", `{"const": 0}`)
	if scale.Checks() && v.Scale == 0 {
		scale.Wrong("with 0 the parameter has no effect")
	}
	o.At("offset", "The number that is added.").Number(&v.Offset, jsondoc.Any)
}

// numeric visits the name of a parameter that is a number.
func numeric(p place, name *string) {
	p.Name(name)
	if !p.Checks() {
		return
	}
	s := scopeOf(p)
	switch t, ok := s.values[*name]; {
	case ok && t != Vec2 && t != Trigger:
		s.use(p, parameterNoun, *name)
		if n := len(*name) - 2; n > 0 && ((*name)[n:] == ".x" || (*name)[n:] == ".y") {
			s.use(p, parameterNoun, (*name)[:n])
		}
	case ok && t == Vec2:
		p.Wrong("%q has two parts, %q and %q", *name, *name+".x", *name+".y")
	case ok:
		p.Wrong("%q is a trigger, which has no value", *name)
	default:
		var known []string
		for name, t := range s.values {
			if t != Vec2 && t != Trigger {
				known = append(known, name)
			}
		}
		slices.Sort(known)
		p.Unknown(string(parameterNoun), *name, known)
	}
}
