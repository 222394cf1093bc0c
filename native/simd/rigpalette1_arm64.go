//go:build !purego

package simd

//go:noescape
func rigPalette1NEON(dst, pose, others *float32, joints *rigJoint, count int, scratch *float32)

func rigPalette1(dst, pose []float32, rotations int, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigPalette1Go(dst, pose, rotations, rig)
		return
	}
	rig.start1(scratch)
	rigPalette1NEON(&dst[0], &pose[0], othersOfRow(pose, rotations), &rig.joints[0], len(rig.joints), &scratch[0])
}

// start1 writes the state of the frame above roots to the first place of scratch:
// the quaternion, s, and the matrix by columns.
func (r *Rig) start1(scratch []float32) {
	copy(scratch, []float32{3: 1, 4: 2, 8: r.scale, 13: r.scale, 18: r.scale, 23: 0})
}
