//go:build !purego

package simd

//go:noescape
func sampleRows16AVX512(pose, rows *float32, rowStride int, frames *Frames, rotationGroups, otherGroups int)

//go:noescape
func sampleRows8AVX2(pose, rows *float32, rowStride int, table *passFrames, rotationGroups, otherGroups int)

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	switch Current() {
	case AVX512:
		sampleRows16AVX512(&pose[0], &rows.Values[0], rows.Stride*4, at, rows.Rotations/groupJoints, rows.Others/groupJoints)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			table := newPassFrames(at, first)
			sampleRows8AVX2(&pose[first], &rows.Values[0], rows.Stride*4, &table, rows.Rotations/groupJoints, rows.Others/groupJoints)
		}
	default:
		sampleRows16Go(pose, rows, at)
	}
}

// passFrames is Frames as AVX2 reads them.
type passFrames struct {
	offset [Lanes]int64   // of each lane's row, in bytes
	weight [Lanes]float32 // of the row after it
}

func newPassFrames(at *Frames, first int) (t passFrames) {
	for i := range passLanes {
		t.offset[i], t.weight[i] = at.Row[first+i]*4, at.Alpha[first+i]
	}
	return t
}
