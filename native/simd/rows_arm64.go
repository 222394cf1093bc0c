//go:build !purego

package simd

//go:noescape
func sampleRowsNEON(pose, values *float32, at *Frames, stride, rotations, others int)

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	if Current() != NEON {
		sampleRows16Go(pose, rows, at)
		return
	}
	sampleRowsNEON(&pose[0], &rows.Values[0], at, 4*rows.Stride, rows.Rotations, rows.Others)
}
