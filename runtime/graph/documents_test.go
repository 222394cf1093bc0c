package graph

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write schema.json and fields.md anew")

// The schema and the table of fields are those of the descriptions.
func TestDocuments(t *testing.T) {
	for name, write := range map[string]func(title string) []byte{
		"schema.json": func(title string) []byte { w, g := newWalk(new(Graph)); return w.Schema(title, g.graph.place) },
		"fields.md":   func(title string) []byte { w, g := newWalk(new(Graph)); return w.Markdown(title, g.graph.place) },
	} {
		want := write("Animation graph of Sinew")
		if *update {
			if err := os.WriteFile(name, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the descriptions say (%v): go generate ./runtime/graph", name, err)
		}
	}
}
