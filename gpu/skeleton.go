package gpu

import "slices"

// BoneTriangles is the greatest number of triangles that drawing a skeleton takes per joint:
// two octahedra, of the joint and of the bone to its parent.
const BoneTriangles = 2 * trianglesPerBone

// hasSkeletons reports whether an item shows its skeleton.
func hasSkeletons(items []Item) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Skeleton && len(it.World) > 0 })
}

// drawSkeletons draws the items' skeletons. They hide each other by depth, and the
// caller makes sure that nothing else hides them.
func (r *Renderer) drawSkeletons(items []Item) {
	for i := range items {
		it := &items[i]
		if !it.Skeleton || len(it.World) == 0 {
			continue
		}
		of := it.Model.on
		parent := of.data.Skeleton.Parent
		r.bones.reset()
		for k := range it.World {
			r.bones.add(parent, of.figure, it.Joints[k*len(parent):], &it.World[k])
		}
		c := it.SkeletonColor
		if c == (Color{}) {
			c = SRGB(0xff, 0x9a, 0x1f)
		}
		r.bones.draw(r.bone, c)
	}
}
