//go:build purego || !(amd64 || arm64)

package simd

func offsetPose16(pose, from []float32, c Columns, at *Offsets) { offsetPose16Go(pose, from, c, at) }

func offsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets) {
	offsetRowsStaged(pose, rows, at, by)
}

func offsetRow(row, offset []float32, c Columns, f, g, h float32) {
	offsetRowGo(row, offset, c, f, g, h)
}
