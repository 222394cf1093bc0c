//go:build !purego

package simd

//go:noescape
func offsetPose16AVX512(pose, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)

//go:noescape
func offsetPose8AVX2(pose, offsets *float32, row *int64, basis *float32, rotationGroups, otherGroups int)

//go:noescape
func offsetRowAVX2(row, offset *float32, rotations, others int, value, speed, curve float32)

func offsetPose16(pose []float32, c Columns, at *Offsets) {
	rotations, others := c.Rotations/groupJoints, c.Others/groupJoints
	switch Current() {
	case AVX512:
		offsetPose16AVX512(&pose[0], &at.Values[0], &at.Row[0], &at.F[0], rotations, others)
	case AVX2:
		for first := 0; first < Lanes; first += passLanes {
			offsetPose8AVX2(&pose[first], &at.Values[0], &at.Row[first], &at.F[first], rotations, others)
		}
	default:
		offsetPose16Go(pose, c, at)
	}
}

func offsetRow(row, offset []float32, c Columns, f, g, h float32) {
	if Current() == Generic {
		offsetRowGo(row, offset, c, f, g, h)
		return
	}
	offsetRowAVX2(&row[0], &offset[0], c.Rotations, c.Others, f, g, h)
}
