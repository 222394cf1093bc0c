package gpu

import "slices"

// BoneTriangles is the greatest number of triangles per joint of a drawn skeleton: two
// octahedra, for the joint and for the bone to its parent.
const BoneTriangles = 16

// hasSkeletons reports whether an item shows its skeleton.
func hasSkeletons(items []Item) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Skeleton && len(it.World) > 0 })
}

// drawSkeletons draws the items' skeletons, which hide each other by depth. The caller
// ensures that nothing else hides them.
func (r *Renderer) drawSkeletons(items []Item) {
	for i := range items {
		it := &items[i]
		if !it.Skeleton || len(it.World) == 0 {
			continue
		}
		of := it.Model.on
		parent := of.Data.Skeleton.Parent
		r.bones.Reset()
		for k := range it.World {
			r.bones.Add(parent, of.Figure, it.Joints[k*len(parent):], &it.World[k])
		}
		c := it.SkeletonColor
		if c == (Color{}) {
			c = SRGB(0xff, 0x9a, 0x1f)
		}
		r.bones.Draw(r.bone, c)
	}
}
