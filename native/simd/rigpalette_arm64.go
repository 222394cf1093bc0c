//go:build !purego

package simd

//go:noescape
func rigPalette16NEON(dst *float32, lanes *int64, pose, others *float32, joints *rigJoint, count int, scratch *float32)

func rigPalette16(out *Palettes, pose []float32, rotations int, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigPalette16Go(out, pose, rotations, rig, scratch)
		return
	}
	lanes := out.offsets()
	rig.start(scratch)
	rigPalette16NEON(&out.Values[0], &lanes[0], &pose[0], othersOf(pose, rotations), &rig.joints[0], len(rig.joints), &scratch[0])
}

func storeFence() {}
