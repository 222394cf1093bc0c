//go:build purego || !(amd64 || arm64)

package simd

func offsetPose16(pose []float32, c Columns, at *Offsets) { offsetPose16Go(pose, c, at) }

func offsetRow(row, offset []float32, c Columns, f, g, h float32) {
	offsetRowGo(row, offset, c, f, g, h)
}
