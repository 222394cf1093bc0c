package models

import (
	"fmt"
	"path"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa"
)

// CheckHidden checks the patterns of --hide.
func CheckHidden(patterns []string) error {
	for _, p := range patterns {
		if _, err := path.Match(p, ""); err != nil {
			return console.Usagef("--hide: %q is not a pattern", p)
		}
	}
	return nil
}

// HideMeshes removes the meshes whose names match one of the patterns. A pattern that matches
// no mesh is an error that lists the names.
func (o *Opened) HideMeshes(patterns []string) error {
	if len(patterns) == 0 {
		return nil
	}
	used, at := make([]bool, len(patterns)), make([]int, len(o.Model.Meshes))
	m := *o.Model
	m.Meshes, m.Visibility = nil, nil
	for i, mesh := range o.Model.Meshes {
		hidden := false
		for k, p := range patterns {
			if ok, err := path.Match(p, mesh.Name); ok && err == nil {
				hidden, used[k] = true, true
			}
		}
		if at[i] = len(m.Meshes); hidden {
			at[i] = soa.None
			continue
		}
		m.Meshes = append(m.Meshes, mesh)
	}
	if k := slices.Index(used, false); k >= 0 {
		var names []string
		for _, mesh := range o.Model.Meshes {
			names = append(names, mesh.Name)
		}
		slices.Sort(names)
		if names = slices.Compact(names); len(names) == 0 {
			return fmt.Errorf("%s: --hide %s: the file has no meshes", o.File, patterns[k])
		}
		return fmt.Errorf("%s: --hide %s matches no mesh; the file has %s", o.File, patterns[k], nameList(names))
	}
	for _, v := range o.Model.Visibility {
		if v.Mesh = at[v.Mesh]; v.Mesh != soa.None {
			m.Visibility = append(m.Visibility, v)
		}
	}
	o.Model = &m
	return nil
}
