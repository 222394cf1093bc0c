//go:build !purego

package simd

//go:noescape
func addPoseNEON(pose *float32, rotations, others int, delta, weight, mask *float32, maskStep int, origin *float32)

//go:noescape
func addRowNEON(row *float32, rotations, others int, delta, mask *float32, maskStep int, origin *float32, weight float32)

func addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) {
	if Current() != NEON {
		addPose16Go(pose, delta, c, weight, mask, origin)
		return
	}
	masks, step := maskOf(mask, 1)
	addPoseNEON(&pose[0], c.Rotations, c.Others, &delta[0], &weight[0], masks, step, &origin[0])
}

func addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32) {
	if Current() != NEON {
		addRowGo(row, delta, c, weight, mask, origin)
		return
	}
	masks, step := maskOf(mask, 4)
	addRowNEON(&row[0], c.Rotations, c.Others, &delta[0], masks, step, &origin[0], weight)
}
