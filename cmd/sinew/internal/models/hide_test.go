package models

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestHideMeshes: meshes go by exact name and by pattern, and what shows and hides the others
// follows them to their new places.
func TestHideMeshes(t *testing.T) {
	body := []string{"Body-0", "Prop", "Body-1", "UCX_hull"}
	for _, c := range []struct {
		patterns, left []string
		visible        []soa.Visibility
	}{
		{nil, body, []soa.Visibility{{Mesh: 1, Float: 0}, {Mesh: 2, Float: 1}, {Mesh: 3, Float: 0}}},
		{[]string{"Prop"}, []string{"Body-0", "Body-1", "UCX_hull"}, []soa.Visibility{{Mesh: 1, Float: 1}, {Mesh: 2, Float: 0}}},
		{[]string{"UCX_*", "Prop"}, []string{"Body-0", "Body-1"}, []soa.Visibility{{Mesh: 1, Float: 1}}},
		{[]string{"Body-?"}, []string{"Prop", "UCX_hull"}, []soa.Visibility{{Mesh: 0, Float: 0}, {Mesh: 1, Float: 0}}},
		{[]string{"*"}, nil, nil},
	} {
		m := &soa.Model{Floats: make([]soa.NamedFloat, 2), Visibility: []soa.Visibility{{Mesh: 1, Float: 0}, {Mesh: 2, Float: 1}, {Mesh: 3, Float: 0}}}
		for _, name := range body {
			m.Meshes = append(m.Meshes, &soa.Mesh{Name: name})
		}
		o := &Opened{Model: m}
		if err := o.HideMeshes(c.patterns); err != nil {
			t.Errorf("%q: %v", c.patterns, err)
		}
		var left []string
		for _, mesh := range o.Model.Meshes {
			left = append(left, mesh.Name)
		}
		if !slices.Equal(left, c.left) || !slices.Equal(o.Model.Visibility, c.visible) {
			t.Errorf("%q leaves %q, shown by %v", c.patterns, left, o.Model.Visibility)
		}
		if len(m.Meshes) != len(body) || len(m.Visibility) != 3 {
			t.Errorf("%q changes the model that was opened", c.patterns)
		}
	}
}

// TestHideMeshesRefused: a pattern that hides nothing says what there is.
func TestHideMeshesRefused(t *testing.T) {
	o := &Opened{Source: Source{File: "a.glb"}, Model: &soa.Model{Meshes: []*soa.Mesh{{Name: "Tail"}, {Name: "Body"}, {Name: "Body"}}}}
	err := o.HideMeshes([]string{"Body", "Trail"})
	if err == nil || !strings.Contains(err.Error(), "a.glb: --hide Trail") || !strings.Contains(err.Error(), `"Body", "Tail"`) {
		t.Error(err)
	}
	if len(o.Model.Meshes) != 3 {
		t.Error("meshes are hidden in spite of the error")
	}
	if err := (&Opened{Source: Source{File: "a.bvh"}, Model: &soa.Model{}}).HideMeshes([]string{"Body"}); err == nil || !strings.Contains(err.Error(), "no meshes") {
		t.Error(err)
	}
	if err := CheckHidden([]string{"Body*", "[a"}); err == nil || !strings.Contains(err.Error(), "[a") {
		t.Error(err)
	}
}
