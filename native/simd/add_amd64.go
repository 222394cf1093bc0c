//go:build !purego

package simd

//go:noescape
func addPose16AVX512(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)

//go:noescape
func addPose8AVX2(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)

//go:noescape
func addRowAVX2(row, delta *float32, rotations, others int, weight float32, mask *float32, maskStep int, origin *float32)

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

func addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32) {
	if Current() == Generic {
		addRowGo(row, delta, c, weight, mask, origin)
		return
	}
	masks, step := maskOf(mask, 4)
	addRowAVX2(&row[0], &delta[0], c.Rotations, c.Others, weight, masks, step, &origin[0])
}
