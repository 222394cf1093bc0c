//go:build !purego

package simd

//go:noescape
func addPose16NEON(pose, delta *float32, rotations, others int, weight, mask *float32, maskStep int, origin *float32)

//go:noescape
func addRowNEON(row, delta *float32, rotations, others int, weight float32, mask *float32, maskStep int, origin *float32)

func addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) {
	if Current() != NEON {
		addPose16Go(pose, delta, c, weight, mask, origin)
		return
	}
	masks, step := maskOf(mask, 1)
	addPose16NEON(&pose[0], &delta[0], c.Rotations, c.Others, &weight[0], masks, step, &origin[0])
}

func addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32) {
	if Current() != NEON {
		addRowGo(row, delta, c, weight, mask, origin)
		return
	}
	masks, step := maskOf(mask, 4)
	addRowNEON(&row[0], &delta[0], c.Rotations, c.Others, weight, masks, step, &origin[0])
}
