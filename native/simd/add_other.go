//go:build purego || !(amd64 || arm64)

package simd

func addPose16(pose, delta []float32, c Columns, weight *[Lanes]float32, mask, origin []float32) {
	addPose16Go(pose, delta, c, weight, mask, origin)
}

func addRow(row, delta []float32, c Columns, weight float32, mask, origin []float32) {
	addRowGo(row, delta, c, weight, mask, origin)
}
