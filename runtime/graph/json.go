package graph

import (
	"crypto/sha256"
	_ "embed" // the schema
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema (2020-12) of graphs, for completion and checks in editors. Parse alone
// resolves names and compares values.
func Schema() []byte { return slices.Clone(schema) }

//go:generate go test -run TestDescriptions -update .

// Parse reads a graph in the form of Schema. Errors begin with a JSON pointer. They wrap
// soa.ErrFormat for another form or version, soa.ErrOption for steps of masks, ErrLimit, or
// ErrGraph for contradictions.
func Parse(data []byte) (*Graph, error) {
	g := new(Graph)
	w, _ := newWalk(g)
	if err := w.Read(data, g.place); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}

// JSON writes the graph in canonical form: fields in a fixed order, without those at their default.
// Parse reads it back equal. A node in several places is written at each. The error wraps
// ErrGraph or ErrLimit.
func (g *Graph) JSON() ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	w, _ := newWalk(g)
	return w.JSON(g.place)
}

// Hash identifies the meaning of a graph. It does not depend on the graph's name, on the order of
// parameters, masks, syncs, subgraphs, states, transitions and conditions, or on notation. It is
// 0 for an invalid graph.
func (g *Graph) Hash() uint64 {
	if err := g.check(); err != nil {
		return 0
	}
	return g.hash()
}

// hash is Hash of a valid graph.
func (g *Graph) hash() uint64 {
	w, _ := newWalk(g)
	sum := sha256.Sum256([]byte(w.Text(jsondoc.Hashing, g.place).Plain(false)))
	return binary.LittleEndian.Uint64(sum[:])
}

// newWalk prepares a walk. The order of transitions, which have priorities, and of conditions has
// no meaning.
func newWalk(g *Graph) (*jsondoc.Walk, *scope) {
	s := &scope{graph: g}
	return &jsondoc.Walk{Contradiction: ErrGraph, Limit: ErrLimit, Loose: []string{"transitions", "any", "when"}, Of: s}, s
}

// check reports unknown names, numbers out of range, cycles of nodes, and exceeded limits. The
// error begins with a JSON pointer and wraps ErrGraph or ErrLimit.
func (g *Graph) check() error {
	if g == nil {
		return fmt.Errorf("%w: it is nil", ErrGraph)
	}
	w, s := newWalk(g)
	s.collect(w)
	if w.Check(g.place) == nil {
		s.expand(w, len(g.SubGraphs))
	}
	for k := range g.SubGraphs {
		if w.Err == nil {
			s.expand(w, k)
		}
	}
	return w.Err
}

// collect gathers the names that nodes can refer to.
func (s *scope) collect(w *jsondoc.Walk) {
	g := s.graph
	s.values, s.within, s.units = make(map[string]Type), make(map[Node]bool), make([]unit, len(g.SubGraphs)+1)
	s.names, s.used = make(map[noun]map[string]int), make(map[noun]map[string]bool)
	for _, t := range g.tables() {
		s.names[t.of], s.used[t.of] = make(map[string]int), make(map[string]bool)
		for k, name := range t.names {
			s.names[t.of][name] = k
		}
	}
	for _, q := range g.Parameters {
		s.values[q.Name] = q.Type
	}
	for _, q := range g.Parameters {
		if q.Type != Vec2 {
			continue
		}
		for _, part := range []string{q.Name + ".x", q.Name + ".y"} {
			if _, taken := s.values[part]; taken {
				w.Fail("/parameters/"+strict.Escaper.Replace(part), ErrGraph, "%q is a part of the parameter %q already", part, q.Name)
			}
			s.values[part] = Float
		}
	}
}

// table is the names of a field of a graph.
type table struct {
	of    noun
	key   string
	names []string
}

// tables lists the names that nodes can refer to.
func (g *Graph) tables() []table {
	return []table{
		{parameterNoun, "parameters", namesOf(g.Parameters, func(x *Parameter) string { return x.Name })},
		{maskNoun, "masks", namesOf(g.Masks, func(x *Mask) string { return x.Name })},
		{syncNoun, "sync", namesOf(g.Sync, func(x *Sync) string { return x.Name })},
		{subgraphNoun, "subgraphs", namesOf(g.SubGraphs, func(x *Named) string { return x.Name })},
	}
}
