package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestKnot(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e"}
	for _, c := range []struct{ arrows, want string }{
		{"", "a"},
		{"ab bc cd de", "a"},
		{"ab ba", "a b"},
		{"ab ba bc cd dc de", "a b"}, // two pairs: the first
		{"ab bc ca cd de ed", "a b c"},
		{"ab bc cd de ea", "a b c d e"},
		{"ac ca bd db de ed", "b d e"},
	} {
		g := newGraph(names)
		for _, arrow := range strings.Fields(c.arrows) {
			g.needs[arrow[0]-'a'][arrow[1]-'a'] = true
		}
		if got := strings.Join(g.knot(), " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.arrows, got, c.want)
		}
	}
}

// TestMeasure: receivers, locals, tests and generated files make no arrows.
func TestMeasure(t *testing.T) {
	got, err := measure(".", []string{"./testdata/ring"})
	if err != nil {
		t.Fatal(err)
	}
	want := []measured{{path: "testdata/ring", files: 4, knot: []string{"area.go", "shape.go"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestLimits(t *testing.T) {
	file := filepath.Join(t.TempDir(), "limits")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	check := func(tighten bool) error {
		var out bytes.Buffer
		return run(&out, ".", file, false, tighten, []string{"./testdata/ring"})
	}
	write("default 2\n")
	if err := check(false); err != nil {
		t.Error(err)
	}
	write("default 3\ntestdata/ring 1 # too strict\n")
	if err := check(false); err == nil || !strings.Contains(err.Error(), "testdata/ring: 2 files depend on each other, at most 1 may: area.go shape.go") {
		t.Errorf("above its limit: %v", err)
	}
	write("# figures\ndefault 1\ntestdata/ring  9 # falls\n")
	if err := check(true); err != nil {
		t.Error(err)
	}
	if got, _ := os.ReadFile(file); string(got) != "# figures\ndefault 1\ntestdata/ring  2 # falls\n" {
		t.Errorf("tightened to %q", got)
	}
	for text, want := range map[string]string{
		"ring 2\n":                       "no default",
		"default 2\nring\n":              "limits:2: want a package and a figure",
		"default two\n":                  "want a figure of at least 1",
		"default 2\nring 1\nring 1\n":    "limits:3: ring is listed twice",
		"default 2\ndefault 3\nring 1\n": "limits:2: default is listed twice",
	} {
		write(text)
		if err := check(false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
