package graph

import "github.com/sinew-anim/sinew/internal/jsondoc"

// Limits of a graph's JSON and of names, in bytes.
const (
	MaxText = jsondoc.MaxText
	MaxName = jsondoc.MaxName
)

// Parse reads a graph from JSON, of the form that Schema describes. Errors begin with a
// JSON pointer to what is wrong. They wrap soa.ErrFormat for what has another form or
// version, soa.ErrOption for steps of masks, ErrLimit, or ErrGraph for a graph that
// contradicts itself.
func Parse(data []byte) (*Graph, error) {
	g := new(Graph)
	w := newWalk(g)
	if err := w.Read(data, w.at(g.fields)); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}
