//go:build !purego

package simd

//go:noescape
func sampleRows16AVX512(pose, rows *float32, rowStride int, row *int64, alpha *float32, rotationGroups, otherGroups int)

//go:noescape
func sampleRows8AVX2(pose, rows *float32, rowStride int, row *int64, alpha *float32, rotationGroups, otherGroups int)

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	rotations, others := rows.Rotations/groupJoints, rows.Others/groupJoints
	switch Current() {
	case AVX512:
		sampleRows16AVX512(&pose[0], &rows.Values[0], rows.Stride*4, &at.Row[0], &at.Alpha[0], rotations, others)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			sampleRows8AVX2(&pose[first], &rows.Values[0], rows.Stride*4, &at.Row[first], &at.Alpha[first], rotations, others)
		}
	default:
		sampleRows16Go(pose, rows, at)
	}
}
