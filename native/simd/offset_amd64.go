//go:build !purego

package simd

//go:noescape
func offsetPose16AVX512(pose, from, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)

//go:noescape
func offsetPose8AVX2(pose, from, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)

//go:noescape
func offsetRows16AVX512(pose, rows *float32, rowStride int, row *int64, alpha *float32, offsets *float32, offset *int64, basis *float32, rotationGroups, otherGroups int)

//go:noescape
func offsetRowAVX2(row, offset *float32, rotations, others int, value, speed, curve float32)

func offsetPose16(pose, from []float32, c Columns, at *Offsets) {
	rotations, others := c.Rotations/groupJoints, c.Others/groupJoints
	switch Current() {
	case AVX512:
		offsetPose16AVX512(&pose[0], &from[0], &at.Values[0], &at.Row[0], &at.F[0], rotations, others)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			offsetPose8AVX2(&pose[first], &from[first], &at.Values[0], &at.Row[first], &at.F[first], rotations, others)
		}
	default:
		offsetPose16Go(pose, from, c, at)
	}
}

func offsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets) {
	if Current() != AVX512 {
		offsetRowsStaged(pose, rows, at, by)
		return
	}
	offsetRows16AVX512(&pose[0], &rows.Values[0], 4*rows.Stride, &at.Row[0], &at.Alpha[0], &by.Values[0], &by.Row[0], &by.F[0],
		rows.Rotations/groupJoints, rows.Others/groupJoints)
}

func offsetRow(row, offset []float32, c Columns, f, g, h float32) {
	if Current() == Generic {
		offsetRowGo(row, offset, c, f, g, h)
		return
	}
	offsetRowAVX2(&row[0], &offset[0], c.Rotations, c.Others, f, g, h)
}
