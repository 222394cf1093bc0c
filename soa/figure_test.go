package soa_test

import (
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestFigure: what leads to a figure is not part of it.
func TestFigure(t *testing.T) {
	// root ─ hips ─┬ leg ─ foot       spine ─ head is under hips too,
	//   └ camera   └ spine ─ head     and prop is a tree by itself.
	k := &soa.Skeleton{
		Name:   []string{"root", "camera", "hips", "leg", "foot", "spine", "head", "prop"},
		Parent: []int16{-1, 0, 0, 2, 3, 2, 5, -1},
	}
	rotates := func(j int16) []*soa.Clip {
		return []*soa.Clip{{
			Tracks: []soa.Track{{Target: j, Property: soa.Rotation}},
			Time:   []float32{0, 1}, X: []float32{0, 1}, Y: make([]float32, 2), Z: make([]float32, 2), W: []float32{1, 0},
		}}
	}
	for _, c := range []struct {
		name  string
		model soa.Model
		out   []string
	}{
		{"a rig without clips", soa.Model{Skeleton: k}, []string{"root", "camera"}},
		{"a root that turns", soa.Model{Skeleton: k, Clips: rotates(0)}, nil},
		{"a camera that turns", soa.Model{Skeleton: k, Clips: rotates(1)}, nil},
		{"hips that turn", soa.Model{Skeleton: k, Clips: rotates(2)}, []string{"root", "camera"}},
		{"a mesh on the root", soa.Model{Skeleton: k, Meshes: []*soa.Mesh{{Skin: soa.None, Joint: 0}}}, nil},
		{"a skin whose palette has the root", soa.Model{
			Skeleton: k, Skins: []*soa.Skin{{Joint: []uint16{0, 2}}},
			Meshes: []*soa.Mesh{{BoneIndex: []uint16{1, 0}, BoneWeight: []float32{1, 0}}},
		}, []string{"root", "camera"}},
	} {
		var out []string
		for j, in := range c.model.Figure() {
			if !in {
				out = append(out, k.Name[j])
			}
		}
		if !slices.Equal(out, c.out) {
			t.Errorf("%s: left out are %q, want %q", c.name, out, c.out)
		}
	}
}

// A joint that would be left alone keeps its parent, so that one sees where it is.
func TestFigureOfABone(t *testing.T) {
	for _, c := range []struct {
		parent []int16
		want   []bool
	}{
		{[]int16{-1, 0}, []bool{true, true}},
		{[]int16{-1, 0, 1}, []bool{false, true, true}},
		{[]int16{-1}, []bool{true}},
	} {
		end := int16(len(c.parent) - 1)
		m := soa.Model{
			Skeleton: &soa.Skeleton{Parent: c.parent},
			Clips: []*soa.Clip{{
				Tracks: []soa.Track{{Target: end, Property: soa.Rotation}},
				Time:   []float32{0, 1}, X: []float32{0, 1}, Y: make([]float32, 2), Z: make([]float32, 2), W: []float32{1, 0},
			}},
		}
		if got := m.Figure(); !slices.Equal(got, c.want) {
			t.Errorf("parents %v: the figure is %v, want %v", c.parent, got, c.want)
		}
	}
}

// A rotation track turns its joint if any component of any key differs from the first.
func TestFigureOfAnyTurn(t *testing.T) {
	k := &soa.Skeleton{Name: []string{"root", "hips", "leg"}, Parent: []int16{-1, 0, 1}}
	for differs := range 13 {
		c := &soa.Clip{Tracks: []soa.Track{{Target: 2, Property: soa.Rotation}, {Target: 0, Property: soa.Rotation, First: 1}}, Time: make([]float32, 4)}
		for a, list := range []*[]float32{&c.X, &c.Y, &c.Z, &c.W} {
			if *list = make([]float32, 4); differs < 12 && differs%4 == a {
				(*list)[1+differs/4] = 1
			}
		}
		m := soa.Model{Skeleton: k, Clips: []*soa.Clip{c}}
		if got := m.Figure()[0]; got != (differs < 12) {
			t.Errorf("key %d differs in component %d: the root is in the figure: %v", differs/4, differs%4, got)
		}
	}
}
