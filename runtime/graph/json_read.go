package graph

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/internal/strict"
	"github.com/sinew-anim/sinew/soa"
)

// Limits of a graph's JSON and of names, in bytes.
const (
	MaxText = 4 << 20
	MaxName = 1000
)

// Parse reads a graph from JSON, of the form that Schema describes. Errors begin with a
// JSON pointer to what is wrong. They wrap soa.ErrFormat for what has another form or
// version, soa.ErrOption for steps of masks, ErrLimit, or ErrGraph for a graph that
// contradicts itself.
func Parse(data []byte) (*Graph, error) {
	if len(data) > MaxText {
		return nil, fmt.Errorf("/: %w: the text has more than %d bytes", ErrLimit, MaxText)
	}
	var valid json.RawMessage
	if err := json.Unmarshal(data, &valid); err != nil {
		return nil, fmt.Errorf("/: %w: it is not JSON%s", soa.ErrFormat, strict.Where(data, err))
	}
	if !utf8.Valid(data) {
		return nil, fmt.Errorf("/: %w: it is not UTF-8", soa.ErrFormat)
	}
	g := new(Graph)
	w := &walk{task: reading, graph: g}
	place{w: w, in: strict.Pointer(data), has: true}.object(g.fields)
	if w.err != nil {
		return nil, w.err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	return g, nil
}
