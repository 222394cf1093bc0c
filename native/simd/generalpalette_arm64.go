//go:build !purego

package simd

//go:noescape
func generalPaletteNEON(out *float32, at *int64, pose, others *float32, joints *generalJoint, count int, scratch *float32)

func generalPalette16(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	if Current() != NEON {
		generalPalette16Go(out, pose, rotations, rig)
		return
	}
	lanes := out.offsets()
	repeat4(scratch[paletteRing*matrixBytes/16:], identity[:])
	generalPaletteNEON(&out.Values[0], &lanes[0], &pose[0], othersOf(pose, rotations), &rig.joints[0], len(rig.joints), &scratch[0])
}
