//go:build !purego

package simd

//go:noescape
func generalPalette1AVX2(dst, pose, others *float32, groups *uint32, count int, states *float32)

func generalPalette1(dst, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	if Current() == Generic {
		generalPalette1Go(dst, pose, rotations, rig)
		return
	}
	generalPalette1AVX2(&dst[0], &pose[0], othersOfRow(pose, rotations), &rig.groups.words[0], rig.groups.groups, &scratch[0])
}
