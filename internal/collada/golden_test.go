package collada_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// TestGolden: what every Collada file at hand holds, and how it moves before, in and after its takes.
func TestGolden(t *testing.T) {
	files := truth.Models(t, "dae")
	table := golden.Open(t, "testdata/golden.txt", *update)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data, err := os.ReadFile(files[name])
		if err != nil {
			t.Fatal(err)
		}
		check(t, table, name, data)
	}
}

func check(t *testing.T, table *golden.Table, name string, data []byte) {
	t.Helper()
	table.Check(t, name+" patch", collada.Moves(data), collada.Patch(data))
	file, err := collada.Read(data)
	if err != nil {
		table.Check(t, name+" refused", err.Error())
		return
	}
	var nodes []any
	for i := range file.Nodes {
		nodes = append(nodes, file.Nodes[i], rest(file, i), morphs(file.Morphs(i)))
	}
	table.Check(t, name+" nodes", nodes, file.Root, file.Names())
	for i := range file.Takes {
		take := &file.Takes[i]
		table.Check(t, fmt.Sprint(name, " take ", i), take.Name, take.Start, take.End, take.Stated, bound(file, file.Bind(take)))
	}
}

func bound(file *collada.File, b *collada.Bound) (list []any) {
	first, last := collada.Window(b.Samplers)
	for _, m := range b.Motions {
		list = append(list, m.Node, motion(file, m, first, last))
	}
	for _, w := range b.Weights {
		list = append(list, w.Morph, w.Index, curve(w.Curve, first, last))
	}
	for _, n := range b.Numbers {
		list = append(list, n.Node, n.Name, curve(n.Curve, first, last))
	}
	for _, s := range b.Samplers {
		list = append(list, s.Target, s.Broken, s.Dropped, s.Unsorted, s.Shortened, s.Straightened, s.Offsets,
			s.Jumps(), s.Still(), s.Len(), s.Knots(nil, first, last, 1000))
	}
	return append(list, first, last, b.Unknown, b.Doubled, b.Broken, fmt.Sprint(b.Err))
}

// moments are times before, at the ends of, in and after a window.
func moments(first, last float64) (list []float64) {
	span := max(last-first, 0.1)
	for _, at := range []float64{-1.3, 0, 1.0 / 24, 0.31, 0.5, 0.77, 1, 1.4} {
		list = append(list, first+float64(at*span))
	}
	return list
}

func rest(file *collada.File, node int) (list []any) {
	m, n := file.Rest(node), &file.Nodes[node]
	for _, g := range n.Groups(func(element int) bool { return element%2 == 1 }) {
		t, r, s, residual := m.At(g, 0, fit.At)
		list = append(list, g, n.RestOf(g), t, r, s, residual)
	}
	return list
}

func motion(file *collada.File, m *collada.Motion, first, last float64) (list []any) {
	for _, g := range file.Nodes[m.Node].Groups(m.Drives) {
		list = append(list, g, m.Parts(g), m.Stated(g), m.Keyed(g), len(m.Samplers(g)))
		for _, time := range moments(first, last) {
			for _, side := range []fit.Side{fit.Before, fit.At, fit.After} {
				t, r, s, residual := m.At(g, time, side)
				list = append(list, t, r, s, residual)
			}
		}
	}
	return list
}

func curve(c collada.Curve, first, last float64) (list []any) {
	for _, time := range moments(first, last) {
		list = append(list, c.At(time, fit.Before), c.At(time, fit.At), c.At(time, fit.After))
	}
	low, high := c.Range()
	return append(list, low, high)
}

func morphs(all []*collada.Morph) (list []any) {
	for _, m := range all {
		list = append(list, m.ID, m.Base != nil)
		for i, target := range m.Targets {
			list = append(list, target.Name, target.Weight, target.Relative, m.Fits(i))
			if !m.Fits(i) {
				continue
			}
			for part := range m.Base.Parts {
				position, normal := m.Offsets(i, part)
				list = append(list, position, normal)
			}
		}
	}
	return list
}
