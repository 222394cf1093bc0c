//go:build !purego

package simd

//go:noescape
func generalPalette16NEON(dst *float32, lanes *int64, pose, others *float32, joints *generalJoint, count int, scratch *float32)

func generalPalette16(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	if Current() != NEON {
		generalPalette16Go(out, pose, rotations, rig)
		return
	}
	lanes := out.offsets()
	repeat4(scratch[paletteRing*matrixBytes/16:], identity[:])
	generalPalette16NEON(&out.Values[0], &lanes[0], &pose[0], othersOf(pose, rotations), &rig.joints[0], len(rig.joints), &scratch[0])
}
