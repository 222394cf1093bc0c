package weights_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// rigid gives all weight to the spine.
func rigid([3]float32) weights.Row { return weights.Row{{Bone: 0, Value: 1}} }

// TestTransferToAFinerMesh: a bar with other vertices has the weights of the place, to the error of
// straight edges.
func TestTransferToAFinerMesh(t *testing.T) {
	from, to := pole(), pole()
	addMesh(from, "coarse", bar(40, 16), along)
	addMesh(to, "fine", bar(73, 33), rigid)
	out, reports := apply(t, to, quiet(), weights.Transfer{From: from})
	g := groups(t, out, 0)
	for v := range g.Vertices() {
		at := [3]float32(to.Meshes[0].Position[3*v : 3*v+3])
		want, got := along(at), g.Row(v, nil)
		for _, w := range want {
			if d := math.Abs(got.At(w.Bone) - w.Value); d > 0.04 {
				t.Fatalf("vertex %d at %v: %v, want %v", v, at, got, want)
			}
		}
	}
	if r := reports[0].Meshes[0]; r.Unmatched > r.Vertices/20 || r.Unreached != 0 {
		t.Errorf("report %+v", r)
	}
}

// TestTransferToItself: every vertex has what it had.
func TestTransferToItself(t *testing.T) {
	m := load(t)
	out, reports := apply(t, m, quiet(), weights.Transfer{From: m})
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		g, was := groups(t, out, i), groups(t, m, i)
		off := 0
		for v := range g.Vertices() {
			a, b := was.Row(v, nil), g.Row(v, nil)
			for _, w := range a {
				if math.Abs(w.Value-b.At(w.Bone)) > 1e-6 {
					off++
					break
				}
			}
		}
		if off*50 > g.Vertices() { // where other vertices are at the same place
			t.Errorf("mesh %q: %d of %d vertices have other weights: %+v", mesh.Name, off, g.Vertices(), reports)
		}
	}
}

// TestInpainting: a part that the source lacks gets weights between those around it: they are not
// negative, sum to 1 and are monotonic along a bar.
func TestInpainting(t *testing.T) {
	from, to := pole(), pole()
	addMesh(from, "ends", bar(40, 16), along)
	ends := from.Meshes[0]
	ends.Index = slices.Clone(ends.Index)
	kept := ends.Index[:0]
	for i := 0; i < len(ends.Index); i += 3 { // without the middle
		if tri := ends.Index[i : i+3]; math.Abs(float64(ends.Position[3*tri[0]])) > 0.4 {
			kept = append(kept, tri...)
		}
	}
	ends.Index = kept
	addMesh(to, "whole", bar(40, 16), rigid)
	out, reports := apply(t, to, quiet(), weights.Transfer{From: from, Within: 0.01})
	if r := reports[0].Meshes[0]; r.Unmatched < r.Vertices/5 || r.Unreached != 0 {
		t.Fatalf("report %+v", r)
	}
	g := groups(t, out, 0)
	byRing := map[float32][]float64{}
	for v := range g.Vertices() {
		row := g.Row(v, nil)
		if math.Abs(row.Sum()-1) > 1e-6 {
			t.Fatalf("vertex %d sums to %v", v, row.Sum())
		}
		x := to.Meshes[0].Position[3*v]
		byRing[x] = append(byRing[x], row.At(1)-row.At(2))
	}
	last := -2.
	var xs []float32
	for x := range byRing {
		xs = append(xs, x)
	}
	slices.Sort(xs)
	for _, x := range xs {
		mean := 0.
		for _, w := range byRing[x] {
			mean += w / float64(len(byRing[x]))
		}
		if mean < last-1e-3 {
			t.Fatalf("at x = %v the arms have %v, before %v", x, mean, last)
		}
		last = mean
	}
}

// TestTransferRefusesTheOtherSide: a thin sheet of two faces, of which the back has other weights: by
// normals each takes those of its own.
func TestTransferRefusesTheOtherSide(t *testing.T) {
	from, to := pole(), pole()
	side := func(at [3]float32) weights.Row {
		if at[1] > 0 {
			return weights.Row{{Bone: 1, Value: 1}}
		}
		return weights.Row{{Bone: 2, Value: 1}}
	}
	flat := bar(30, 4)
	for i := 1; i < len(flat.Position); i += 3 {
		flat.Position[i] *= 0.02
	}
	addMesh(from, "thin", flat, side)
	addMesh(to, "one side", bar(30, 4), rigid)
	above := to.Meshes[0]
	for i := 1; i < len(above.Position); i += 3 {
		above.Position[i] = above.Position[i]*0.02 + 0.001
	}
	out, _ := apply(t, to, quiet(), weights.Transfer{From: from, Angle: 80})
	g := groups(t, out, 0)
	for v := range g.Vertices() {
		y, row := above.Position[3*v+1], g.Row(v, nil)
		if y > 0.0025 && row.At(1) < 0.5 || y < -0.0005 && row.At(2) < 0.5 {
			t.Errorf("vertex %d at y = %v: %v", v, y, row)
		}
	}
}

// TestTransferToSeparatePieces: a piece far from all takes the nearest weights, and is counted.
func TestTransferToSeparatePieces(t *testing.T) {
	from, to := pole(), pole()
	addMesh(from, "bar", bar(20, 8), along)
	addMesh(to, "far", bar(20, 8).Move(0, 3, 0), rigid)
	out, reports := apply(t, to, quiet(), weights.Transfer{From: from})
	if r := reports[0].Meshes[0]; r.Unreached != r.Vertices {
		t.Fatalf("report %+v", r)
	}
	g := groups(t, out, 0)
	for v := range g.Vertices() {
		want := along([3]float32(to.Meshes[0].Position[3*v : 3*v+3]))
		if d := math.Abs(g.Row(v, nil).At(0) - want.At(0)); d > 0.1 {
			t.Fatalf("vertex %d: %v, want %v", v, g.Row(v, nil), want)
		}
	}
}

// TestTransferToAnotherSkeleton: joints by name in another order, a missing one to its parent.
func TestTransferToAnotherSkeleton(t *testing.T) {
	from := joints([]string{"spine", "arm.L", "arm.R", "hand.L"}, []int16{soa.NoJoint, 0, 0, 1}, [][3]float32{{}, {0.5}, {-0.5}, {0.8}})
	to := joints([]string{"spine", "arm.R", "arm.L"}, []int16{soa.NoJoint, 0, 0}, [][3]float32{{}, {-0.5}, {0.5}})
	addMesh(from, "bar", bar(20, 8), func(at [3]float32) weights.Row {
		if at[0] > 0.8 {
			return weights.Row{{Bone: 3, Value: 1}}
		}
		return along(at)
	})
	addMesh(to, "bar", bar(20, 8), rigid)
	for name, op := range map[string]weights.Operation{"transfer": weights.Transfer{From: from}, "copy": weights.Copy{From: from}} {
		out, reports := apply(t, to, quiet(), op)
		g := groups(t, out, 0)
		for v := range g.Vertices() {
			at := [3]float32(to.Meshes[0].Position[3*v : 3*v+3])
			row, want := g.Row(v, nil), along(at)
			if at[0] > 0.8 {
				want = weights.Row{{Bone: 1, Value: 1}}
			}
			if math.Abs(row.At(1)-want.At(2)) > 1e-6 || math.Abs(row.At(2)-want.At(1)) > 1e-6 {
				t.Fatalf("%s: vertex %d at %v: %v", name, v, at, row)
			}
		}
		if reports[0].Meshes[0].Lost != 0 {
			t.Errorf("%s: %+v", name, reports[0])
		}
	}
}
