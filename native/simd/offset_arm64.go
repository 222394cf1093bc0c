//go:build !purego

package simd

//go:noescape
func offsetPose4NEON(pose, from, offsets *float32, row *int64, basis *float32, rotations, others int)

//go:noescape
func offsetRowNEON(row, offset *float32, rotations, others int, value, speed, curve float32)

func offsetPose16(pose, from []float32, c Columns, at *Offsets) {
	if Current() != NEON {
		offsetPose16Go(pose, from, c, at)
		return
	}
	for first := 0; first < Lanes; first += passLanes {
		offsetPose4NEON(&pose[first], &from[first], &at.Values[0], &at.Row[first], &at.F[first], c.Rotations, c.Others)
	}
}

func offsetRows16(pose []float32, rows *Rows, at *Frames, by *Offsets) {
	offsetRowsStaged(pose, rows, at, by)
}

func offsetRow(row, offset []float32, c Columns, f, g, h float32) {
	if Current() != NEON {
		offsetRowGo(row, offset, c, f, g, h)
		return
	}
	offsetRowNEON(&row[0], &offset[0], c.Rotations, c.Others, f, g, h)
}
