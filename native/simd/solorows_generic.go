//go:build purego || !amd64

package simd

func soloRows(dst []float32, rows *Rows, row int64, alpha float32, rig *Rig, _ []float32) {
	soloRowsGo(dst, rows, row, alpha, rig)
}

func soloShortRows(dst []float32, rows *ShortRows, row int64, alpha float32, rig *Rig, _ []float32) {
	soloShortRowsGo(dst, rows, row, alpha, rig)
}
