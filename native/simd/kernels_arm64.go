//go:build !purego

package simd

// Every arm64 processor that Go runs on has NEON.
func machineLevels() []Level { return []Level{NEON} }

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	if Current() != NEON {
		sampleRows16Go(pose, rows, at)
		return
	}
	sampleRowsNEON(&pose[0], &rows.Values[0], at, 4*rows.Stride, rows.Rotations, rows.Others)
}

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	if Current() != NEON {
		sampleShortRows16Go(pose, rows, at)
		return
	}
	sampleShortRowsNEON(&pose[0], &rows.Values[0], at, 2*rows.Stride, rows.Rotations, rows.Others, first(rows.Scale))
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rig, scratch)
}

func rigRows16(out *Palettes, rows *Rows, at *Frames, rig *Rig, scratch []float32) {
	rigRows16Go(out, rows, at, rig, scratch)
}

func rigShortRows16(out *Palettes, rows *ShortRows, at *Frames, rig *Rig, scratch []float32) {
	rigShortRows16Go(out, rows, at, rig, scratch)
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	generalPalette16Go(out, pose, rig, scratch)
}
