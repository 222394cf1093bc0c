package graph

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
)

// walk goes through a graph. The fields of every type are listed once, by its method
// fields, for reading, writing, hashing and checking.
type walk struct {
	jsondoc.Walk
	graph *Graph

	// The names that nodes refer to, by what they are names of. Values have the names
	// of parameters, and NAME.x and NAME.y.
	names  map[noun]map[string]int
	values map[string]Type

	depth  int           // of nodes
	within map[Node]bool // the nodes around the present one
	unit   *unit         // the part of the graph that it belongs to
	units  []unit        // of Parts, and Root
}

func newWalk(g *Graph) *walk {
	// Transitions have priorities, and conditions hold all together.
	return &walk{graph: g, Walk: jsondoc.Walk{Contradiction: ErrGraph, Limit: ErrLimit, Loose: []string{"transitions", "any", "when"}}}
}

// noun is what a name is one of.
type noun string

const (
	parameterNoun noun = "parameter"
	maskNoun      noun = "mask"
	syncNoun      noun = "sync"
	partNoun      noun = "part"
	stateNoun     noun = "state" // of the machine around
)

// place is where a value stands in a graph.
type place struct {
	jsondoc.Place
	w *walk
}

// object is an object of the text.
type object struct {
	*jsondoc.Object
	w *walk
}

func (w *walk) at(visit func(o *object)) func(p jsondoc.Place) {
	return func(p jsondoc.Place) { place{p, w}.object(visit) }
}

func (o *object) at(key string) place { return place{o.At(key, ""), o.w} }

func (p place) object(visit func(o *object)) { p.orShort("", false, visit) }

func (p place) orShort(key string, short bool, visit func(o *object)) {
	p.OrShort(key, short, func(o *jsondoc.Object) { visit(&object{o, p.w}) })
}

func (p place) name(to *string) { p.Name(to) }

func list[T any](p place, to *[]T, least, most int, visit func(p place, entry *T)) {
	jsondoc.List(p.Place, to, least, most, func(in jsondoc.Place, entry *T) { visit(place{in, p.w}, entry) })
}

func table[T any](p place, to *[]T, of noun, least, most int, name func(*T) *string, visit func(p place, entry *T)) {
	jsondoc.Table(p.Place, to, string(of), least, most, name, func(in jsondoc.Place, entry *T) { visit(place{in, p.w}, entry) })
}

func choice[T ~uint8](p place, to *T, names []string, need bool) {
	jsondoc.Choice(p.Place, to, names, need)
}

// reference visits the name of something that the graph has.
func (p place) reference(of noun, to *string, need bool) {
	p.Text(to, need)
	if !p.Checks() || *to == "" {
		return
	}
	if _, ok := p.w.names[of][*to]; !ok {
		p.unknown(of, *to, keys(p.w.names[of]))
	}
}

func (p place) unknown(of noun, name string, known []string) {
	p.Wrong("unknown %s %.60q%s", of, name, suggest.Hint(known, name))
}

// The ranges of numbers.
const (
	most = jsondoc.Most
	all  = jsondoc.All
)

// keys lists the names of a map in the order of their letters.
func keys(m map[string]int) []string {
	list := make([]string, 0, len(m))
	for name := range m {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
