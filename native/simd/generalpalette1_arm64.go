//go:build !purego

package simd

//go:noescape
func generalPalette1NEON(dst, pose, others *float32, joints *generalJoint, count int, scratch *float32)

func generalPalette1(dst, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	if Current() != NEON {
		generalPalette1Go(dst, pose, rotations, rig)
		return
	}
	copy(scratch[paletteRing*affineFloats:], identity[:])
	generalPalette1NEON(&dst[0], &pose[0], othersOfRow(pose, rotations), &rig.joints[0], len(rig.joints), &scratch[0])
}
