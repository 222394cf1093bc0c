package golden

import (
	"math"
	"path/filepath"
	"testing"
)

type node struct {
	name  string
	next  *node
	table map[string][]float32
	at    any
}

// Each change of a value changes its sum, and nothing else does.
func TestSum(t *testing.T) {
	whole := func(change func(n *node)) string {
		n := &node{"a", &node{name: "b", at: 3}, map[string][]float32{"x": {0, 1}, "y": nil}, [2]bool{true, false}}
		n.next.next = n // a cycle
		change(n)
		return Sum(n, []byte{1, 2})
	}
	want := whole(func(*node) {})
	for range 20 { // maps have no order
		if got := whole(func(n *node) { n.table = map[string][]float32{"y": nil, "x": {0, 1}} }); got != want {
			t.Fatalf("%s, then %s", want, got)
		}
	}
	seen := map[string]string{want: "nothing"}
	for name, change := range map[string]func(n *node){
		"an unexported string": func(n *node) { n.name = "c" },
		"a number below":       func(n *node) { n.next.at = 4 },
		"another kind":         func(n *node) { n.next.at = 3. },
		"a cycle":              func(n *node) { n.next.next = n.next },
		"no cycle":             func(n *node) { n.next.next = nil },
		"a sign of zero":       func(n *node) { n.table["x"][0] = float32(math.Copysign(0, -1)) },
		"a key":                func(n *node) { n.table["z"] = nil },
		"a length":             func(n *node) { n.table["y"] = []float32{0} },
		"a bool":               func(n *node) { n.at = [2]bool{true, true} },
	} {
		sum := whole(change)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s has the sum of %s", name, other)
		}
		seen[sum] = name
	}
	if Sum("ab", "c") == Sum("a", "bc") || len(want) != 16 {
		t.Errorf("sums of strings run together, or %q", want)
	}
}

// failures counts what a table reports.
type failures struct {
	testing.TB
	count   int
	cleanup []func()
}

func (f *failures) Helper()               {}
func (f *failures) Errorf(string, ...any) { f.count++ }
func (f *failures) Error(...any)          { f.count++ }
func (f *failures) Fatal(...any)          { f.count++ }
func (f *failures) Cleanup(do func())     { f.cleanup = append(f.cleanup, do) }

func TestTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "golden.txt")
	run := func(write bool, results map[string]int) int {
		f := &failures{TB: t}
		g := Open(f, file, write)
		for name, v := range results {
			g.Check(f, name, v)
		}
		for _, do := range f.cleanup {
			do()
		}
		return f.count
	}
	f := &failures{TB: t}
	g := Open(f, file, true)
	if g.Check(f, "a", 1); f.count != 0 {
		t.Errorf("%d failures of the first result", f.count)
	}
	if g.Check(f, "a", 1); f.count != 1 {
		t.Error("two results have one name")
	}
	if run(false, map[string]int{"a": 1}) == 0 {
		t.Error("a table that is not there accepts a result")
	}
	if n := run(true, map[string]int{"a b": 1, "c": 2}); n != 0 {
		t.Errorf("%d failures of writing", n)
	}
	for name, c := range map[string]struct {
		results map[string]int
		want    int
	}{
		"the same":  {map[string]int{"a b": 1, "c": 2}, 0},
		"one":       {map[string]int{"c": 2}, 0},
		"another":   {map[string]int{"a b": 1, "c": 3}, 1},
		"a new one": {map[string]int{"d": 1}, 1},
		"nothing":   {nil, 1},
	} {
		if got := run(false, c.results); got != c.want {
			t.Errorf("%s: %d failures, want %d", name, got, c.want)
		}
	}
}
