//go:build !purego

package simd

//go:noescape
func rigPalette1AVX2(dst, pose, others *float32, groups *uint32, count int, states *float32, k float32)

func rigPalette1(dst, pose []float32, rotations int, rig *Rig, scratch []float32) {
	if Current() == Generic {
		rigPalette1Go(dst, pose, rotations, rig)
		return
	}
	rigPalette1AVX2(&dst[0], &pose[0], othersOfRow(pose, rotations), &rig.groups.words[0], rig.groups.groups, &scratch[0], rig.scale)
}
