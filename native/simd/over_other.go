//go:build purego || !(amd64 || arm64)

package simd

func overPose16(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	overPose16Go(sum, lower, c, reference, threshold)
}

func coverPose16(lower, upper []float32, c Columns, weight *[Lanes]float32, mask, reference []float32, threshold float32) {
	coverPose16Go(lower, upper, c, weight, mask, reference, threshold)
}

func overRow(sum, lower []float32, c Columns, reference []float32, threshold float32) {
	overRowGo(sum, lower, c, reference, threshold)
}
