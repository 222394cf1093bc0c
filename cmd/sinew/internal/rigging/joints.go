package rigging

import "github.com/sinew-anim/sinew/soa"

// Bindable are the joints that may hold weights: those that do in the model, and what changes add.
type Bindable []bool

// NewBindable marks the joints of a model that move a vertex of a skin; all where none does.
func NewBindable(m *soa.Model) Bindable {
	b, any := make(Bindable, m.Skeleton.Len()), false
	for _, mesh := range m.Meshes {
		for i, w := range mesh.BoneWeight {
			if w > 0 {
				b[m.Skins[mesh.Skin].Joint[mesh.BoneIndex[i]]], any = true, true
			}
		}
	}
	for j := range b {
		b[j] = b[j] || !any
	}
	return b
}

// Follow returns the joints after a change: those that there still are, and new ones.
func (b Bindable) Follow(m *soa.Model, index []int) Bindable {
	out := make(Bindable, m.Skeleton.Len())
	for j := range out {
		out[j] = true
	}
	for j, k := range index {
		if k >= 0 {
			out[k] = b[j]
		}
	}
	return out
}

// Joints lists them.
func (b Bindable) Joints() (list []int) {
	for j, yes := range b {
		if yes {
			list = append(list, j)
		}
	}
	return list
}
