package rig

import (
	"fmt"

	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/soa"
)

func (o *Options) checkParts(m *soa.Model) error {
	for i := range o.PerPart {
		if err := o.PerPart[i].check(m); err != nil {
			return fmt.Errorf("part %d: %w", i, err)
		}
	}
	return nil
}

func (p *Part) check(m *soa.Model) error {
	if p.Method < 0 || int(p.Method) >= len(methods) {
		return fmt.Errorf("%w: Method is %v", soa.ErrOption, p.Method)
	}
	named := 0
	for _, name := range [...]string{p.Mesh, p.Material, p.Joint} {
		if name != "" {
			named++
		}
	}
	if named != 1 {
		return fmt.Errorf("%w: want one of Mesh, Material and Joint, got %q, %q and %q", ErrPart, p.Mesh, p.Material, p.Joint)
	}
	switch {
	case p.Joint != "":
		if m.Skeleton.Joint(p.Joint) == soa.NoJoint {
			return fmt.Errorf("%w: joint %q", ErrPart, p.Joint)
		}
		return nil
	default:
		for _, mesh := range m.Meshes {
			if p.has(m, mesh) {
				return nil
			}
		}
	}
	return fmt.Errorf("%w: mesh %q, material %q", ErrPart, p.Mesh, p.Material)
}

// has reports whether the part is named after a mesh or its material.
func (p *Part) has(m *soa.Model, mesh *soa.Mesh) bool {
	if p.Mesh != "" {
		return mesh.Name == p.Mesh || mesh.Node == p.Mesh
	}
	return p.Material != "" && mesh.Material != soa.None && m.Materials[mesh.Material].Name == p.Material
}

// byPart replaces the weights of points that belong to a part.
func (t *task) byPart(rows []bone.Row) ([]bone.Row, error) {
	if len(t.options.PerPart) == 0 {
		return rows, nil
	}
	part := make([]int, len(rows)) // of a point, plus one
	for i := len(t.options.PerPart) - 1; i >= 0; i-- {
		t.options.PerPart[i].mark(t, rows, part, i+1)
	}
	other := map[Method][]bone.Row{t.options.Method: rows}
	out := make([]bone.Row, len(rows))
	for p := range rows {
		method := t.options.Method
		if part[p] > 0 {
			method = t.options.PerPart[part[p]-1].Method
		}
		if other[method] == nil {
			computed, err := t.compute(method)
			if err != nil {
				return nil, err
			}
			other[method] = computed
		}
		out[p] = other[method][p]
	}
	return out, nil
}

// mark numbers the part's points.
func (p *Part) mark(t *task, rows []bone.Row, part []int, number int) {
	if p.Joint != "" {
		below := t.model.Skeleton.Subtree(t.model.Skeleton.Joint(p.Joint))
		for i, r := range rows {
			if len(r) == 0 {
				continue
			}
			largest := r[0]
			for _, w := range r {
				if w.Value > largest.Value {
					largest = w
				}
			}
			if below[t.bones[largest.Bone].Joint] {
				part[i] = number
			}
		}
		return
	}
	for i, mesh := range t.group.Mesh {
		if p.has(t.model, t.model.Meshes[mesh]) {
			for _, point := range t.surface.Of[i] {
				part[point] = number
			}
		}
	}
}
