//go:build purego || !amd64

package simd

func blendRows16(sum []float32, rows *Rows, parts []WeightedRows, rest, reference []float32, threshold float32, pose []float32) {
	blendRowsStaged(sum, rows, parts, rest, reference, threshold, pose)
}

func blendRows1(sum []float32, rows *Rows, parts []WeightedRow, rest, reference []float32, threshold float32, pose []float32) {
	blendRows1Staged(sum, rows, parts, rest, reference, threshold, pose)
}
