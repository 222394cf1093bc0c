package weights_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// dense returns the weights of groups as a matrix, with columns in the order of names.
func dense(names []string, all ...*weights.Groups) *weights.Matrix {
	m := &weights.Matrix{Columns: len(names), Joint: names}
	for _, g := range all {
		for v := range g.Vertices() {
			row := g.Row(v, nil)
			for _, name := range names {
				x := 0.
				if bone, err := g.Find(name); err == nil {
					x = row.At(bone)
				}
				m.Value = append(m.Value, float32(x))
			}
			m.Rows++
		}
	}
	return m
}

// TestTakeGivesBackWhatWasWritten: a model's own weights as a matrix, with names in any order, by the
// order of the skin and by that of the model.
func TestTakeGivesBackWhatWasWritten(t *testing.T) {
	for s := range seed.Cases(t, 6) {
		r := rand.New(rand.NewPCG(s, 9))
		m := pole()
		any := func([3]float32) (row weights.Row) {
			for _, b := range r.Perm(3)[:1+r.IntN(3)] {
				row = append(row, weights.Weight{Bone: uint16(b), Value: 1 / float64(len(row)+1)})
			}
			sum := row.Sum()
			for i := range row {
				row[i].Value /= sum
			}
			return row
		}
		addMesh(m, "a", bar(4, 5), any)
		addMesh(m, "b", bar(3, 6).Move(0, 1, 0), any)
		want := []*weights.Groups{groups(t, m, 0), groups(t, m, 1)}
		blank, _ := apply(t, m, quiet(), weights.Levels{Joint: "spine", Offset: 1})
		names := []string{"spine", "arm.L", "arm.R"}
		byOrder := dense(names, want...)
		byOrder.Joint = nil
		shuffled := slices.Clone(names)
		r.Shuffle(3, func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
		for _, from := range []*weights.Matrix{byOrder, dense(shuffled, want...)} {
			out, reports := apply(t, blank, quiet(), weights.Take{Matrix: from})
			for i := range want {
				if d := farthest(want[i], groups(t, out, i)); d > 1e-6 {
					t.Fatalf("mesh %d differs by %v", i, d)
				}
			}
			if r := reports[0].Meshes[0]; r.Rescaled != 0 || r.Unmatched != 0 {
				t.Fatalf("report %+v", r)
			}
		}
		out, _ := apply(t, blank, quiet(), weights.Take{Matrix: dense(names, want[1]), Meshes: []string{"b"}})
		if farthest(want[1], groups(t, out, 1)) > 1e-6 || farthest(groups(t, blank, 0), groups(t, out, 0)) != 0 {
			t.Fatal("one mesh of two")
		}
	}
}

// TestTakeByTheModelsOrder: a column for each joint of the model, of which the skin has two.
func TestTakeByTheModelsOrder(t *testing.T) {
	m := pole()
	m.Skins[0].Joint, m.Skins[0].InverseBind = []uint16{2, 0}, []soa.Affine{m.Skins[0].InverseBind[2], m.Skins[0].InverseBind[0]}
	addMesh(m, "a", bar(2, 3), rigid)
	n := m.Meshes[0].Vertices()
	from := &weights.Matrix{Rows: n, Columns: 3}
	for range n {
		from.Value = append(from.Value, 0.25, 0, 0.75)
	}
	out, _ := apply(t, m, quiet(), weights.Take{Matrix: from})
	g := groups(t, out, 0)
	if row := g.Row(0, nil); row.At(0) != 0.75 || row.At(1) != 0.25 {
		t.Errorf("%v of %q", row, g.Name)
	}
	from.Value[1] = 0.5
	if _, _, err := weights.Apply(context.Background(), m, quiet(), weights.Take{Matrix: from}); !errors.Is(err, weights.ErrWeight) || !strings.Contains(err.Error(), "lacks") {
		t.Errorf("a joint that the skin lacks: %v", err)
	}
}

// TestTakeChecks: shapes, values and sums.
func TestTakeChecks(t *testing.T) {
	m := pole()
	addMesh(m, "a", bar(2, 3), rigid)
	n := m.Meshes[0].Vertices()
	filled := func(columns int, values ...float32) *weights.Matrix {
		f := &weights.Matrix{Rows: n, Columns: columns}
		for range n {
			f.Value = append(f.Value, values...)
		}
		return f
	}
	named := func(f *weights.Matrix, names ...string) *weights.Matrix {
		f.Joint = names
		return f
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	short := filled(3, 1, 0, 0)
	short.Rows--
	for name, c := range map[string]struct {
		from *weights.Matrix
		want error
		says string
	}{
		"none":             {nil, soa.ErrOption, "Matrix"},
		"fewer vertices":   {short, weights.ErrShape, "rows"},
		"more joints":      {filled(4, 1, 0, 0, 0), weights.ErrShape, "4 columns"},
		"fewer joints":     {filled(2, 1, 0), weights.ErrShape, "2 columns"},
		"NaN":              {filled(3, 1, nan, 0), weights.ErrWeight, "vertex 0, column 1: NaN"},
		"infinite":         {filled(3, inf, 0, 0), weights.ErrWeight, "column 0: +Inf"},
		"negative":         {filled(3, 1, 0, -0.5), weights.ErrWeight, "column 2: -0.5"},
		"an unknown joint": {named(filled(1, 1), "tail"), weights.ErrJoint, "tail"},
		"a joint twice":    {named(filled(2, 1, 1), "spine", "spine"), weights.ErrJoint, "both"},
	} {
		_, _, err := weights.Apply(context.Background(), m, quiet(), weights.Take{Matrix: c.from})
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v with %q", name, err, c.want, c.says)
		}
	}
	out, reports := apply(t, m, quiet(), weights.Take{Matrix: filled(3, 0.5, 1.5, -1e-9)})
	if row := groups(t, out, 0).Row(3, nil); row.At(0) != 0.25 || row.At(1) != 0.75 || len(row) != 2 {
		t.Errorf("rescaled: %v", row)
	}
	if r := reports[0].Meshes[0]; r.Rescaled != n || r.WorstSum != 2 {
		t.Errorf("report %+v", r)
	}
	out, reports = apply(t, m, quiet(), weights.Take{Matrix: filled(3, 0, 0, 0)})
	if farthest(groups(t, m, 0), groups(t, out, 0)) != 0 || reports[0].Meshes[0].Unmatched != n {
		t.Errorf("rows of zeros: %+v", reports[0])
	}
}
