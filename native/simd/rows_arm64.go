//go:build !purego

package simd

//go:noescape
func sampleRows16NEON(pose, rows *float32, rowStride int, at *Frames, rotations, others int)

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	if Current() != NEON {
		sampleRows16Go(pose, rows, at)
		return
	}
	sampleRows16NEON(&pose[0], &rows.Values[0], 4*rows.Stride, at, rows.Rotations, rows.Others)
}
