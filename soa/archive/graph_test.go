package archive_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// An archive has the graph that it was given, or none, and no graph that is not JSON.
func TestGraph(t *testing.T) {
	c := everything(t)
	file := filepath.Join("testdata", "graph.sinew")
	golden(t, file, encode(t, c))
	a, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	check(t, a, c)
	if got, err := a.Graph(); err != nil || string(got) != string(c.Graph) {
		t.Errorf("%q, %v", got, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Graph(); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("of a closed archive: %v", err)
	}
	for _, text := range []string{"", "{", "{}{}", "\"\xff\""} {
		c.Graph = []byte(text)
		if _, err := archive.Encode(c); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%q: %v", text, err)
		}
	}
	c.Graph = nil
	if a, err = archive.Decode(encode(t, c)); err != nil {
		t.Fatal(err)
	}
	if got, err := a.Graph(); got != nil || err != nil {
		t.Errorf("without a graph: %q, %v", got, err)
	}
}
