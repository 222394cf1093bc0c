package graph_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// What the reader takes is read again as it was written, and what it refuses has a place
// and a kind.
func FuzzGraph(f *testing.F) {
	f.Add(documents.Everything(f))
	for _, s := range []string{
		`{"version":1}`, within(`"a"`), within(`{"type":"subgraph", "name":"legs"}`), within(`{"type":"x","optional":true,"y":{"z":[1.0]}}`),
		within(`{"type":"switch","by":{"parameter":"n","scale":-0,"offset":1e-300},"inputs":[null,"a\u0000\ud800"],"fade":{"part":1}}`),
		machine(`{"to":"air","priority":-0.0,"when":[{"parameter":"on","not":false},{"parameter":"move.y","below":-1e38}]},{"to":"run","when":[],"fade":0}`),
		within(`{"type":"blend2d","x":0,"y":"speed","samples":[{"at":[0,0],"node":{"type":"one-shot","trigger":"jump","in":{"curve":"ease-out"}}},{"at":[-0.0,1]}]}`),
		`{"version":1,"masks":{"":[{"match":"[a-z]"}]},"sync":{"a":{"markers":[]}},"subgraphs":{"a":{"type":"subgraph", "name":"b"},"b":{"type":"subgraph", "name":"a"}}}`,
		`{"version":1,"parameters":{"a":{"type":"vec2","default":[1,-0.0],"min":-1},"a.x":{"type":"trigger","lifetime":"used"}}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := graph.Parse(data)
		if err != nil {
			known := errors.Is(err, soa.ErrFormat) || errors.Is(err, soa.ErrOption) || errors.Is(err, graph.ErrGraph) || errors.Is(err, graph.ErrLimit)
			if !known || !strings.HasPrefix(err.Error(), "/") {
				t.Fatalf("the error %q is of no known kind or has no place", err)
			}
			return
		}
		text, err := g.JSON()
		if errors.Is(err, graph.ErrLimit) && len(data) > jsondoc.MaxText/100 {
			return // with line breaks it is too long
		}
		must.Do(t, err)
		back, err := graph.Parse(text)
		must.Do(t, err)
		if !reflect.DeepEqual(back, g) {
			t.Fatalf("it is read otherwise from\n%s", text)
		}
		again, err := back.JSON()
		must.Do(t, err)
		if !bytes.Equal(again, text) || g.Hash() != back.Hash() || g.Hash() == 0 {
			t.Fatalf("it is written otherwise:\n%s\nand then\n%s", text, again)
		}
	})
}
