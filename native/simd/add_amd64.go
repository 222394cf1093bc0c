//go:build !purego

package simd

//go:noescape
func addPose16AVX512(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)

//go:noescape
func addPose8AVX2(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)

func addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) {
	masks, step := maskOf(mask, 1)
	switch Current() {
	case AVX512:
		addPose16AVX512(&pose[0], &delta[0], c.Rotations, c.Others, &weight[0], masks, step, &origin[0])
	case AVX2:
		for l := 0; l < Lanes; l += passLanes {
			addPose8AVX2(&pose[l], &delta[l], c.Rotations, c.Others, &weight[l], masks, step, &origin[0])
		}
	default:
		addPose16Go(pose, delta, c, weight, mask, origin)
	}
}
