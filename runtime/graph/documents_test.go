package graph

import (
	"flag"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
)

var update = flag.Bool("update", false, "write schema.json and fields.md anew")

// The schema and the table of fields are those of the descriptions.
func TestDescriptions(t *testing.T) {
	w, g := newWalk(new(Graph))
	documents.Described(t, w, "Animation graph of Sinew", g.graph.place, *update)
}
