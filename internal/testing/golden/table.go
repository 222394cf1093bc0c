package golden

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// Table is a file with a line for each result: its name, and its sum.
type Table struct {
	file  string
	write bool
	sums  map[string]string
	had   map[string]bool
}

// Open reads a table. If write is set, the table takes the results of Check instead of comparing
// them, and the end of the test writes it; lines of results that the test did not have stay.
func Open(t testing.TB, file string, write bool) *Table {
	t.Helper()
	g := &Table{file: file, write: write, sums: map[string]string{}, had: map[string]bool{}}
	data, err := os.ReadFile(file)
	if err != nil && !write {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(strings.NewReader(string(data))); lines.Scan(); {
		if at := strings.LastIndexByte(lines.Text(), ' '); at > 0 {
			g.sums[lines.Text()[:at]] = lines.Text()[at+1:]
		}
	}
	t.Cleanup(func() { g.end(t) })
	return g
}

// Check compares the sum of values with the line of a name. It may be called by one goroutine.
func (g *Table) Check(t testing.TB, name string, values ...any) {
	t.Helper()
	sum := Sum(values...)
	twice := g.had[name]
	g.had[name] = true
	switch want, ok := g.sums[name]; {
	case twice:
		t.Errorf("%s: two results have this name", name)
	case g.write:
		g.sums[name] = sum
	case !ok:
		t.Errorf("%s has no line for %s %s", g.file, name, sum)
	case want != sum:
		t.Errorf("%s: other bits: %s, not %s", name, sum, want)
	}
}

// end writes the table, or reports if the test had nothing to compare.
func (g *Table) end(t testing.TB) {
	if len(g.had) == 0 {
		t.Errorf("%s: nothing was compared", g.file)
	}
	if !g.write {
		return
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(g.sums)) {
		fmt.Fprintf(&b, "%s %s\n", name, g.sums[name])
	}
	if err := os.WriteFile(g.file, []byte(b.String()), 0o666); err != nil {
		t.Error(err)
	}
}
