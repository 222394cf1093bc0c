//go:build purego || !(amd64 || arm64)

package simd

func accumulatePose16(sum, pose []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, first bool) {
	accumulatePose16Go(sum, pose, c, weight, mask, reference, first)
}

func finishPose16(sum []float32, c Columns, rest []float32, threshold float32) {
	finishPose16Go(sum, c, rest, threshold)
}

func accumulateRow(sum, row []float32, c Columns, weight float32, mask, reference []float32, first bool) {
	accumulateRowGo(sum, row, c, weight, mask, reference, first)
}

func finishRow(sum []float32, c Columns, rest []float32, threshold float32) {
	finishRowGo(sum, c, rest, threshold)
}
