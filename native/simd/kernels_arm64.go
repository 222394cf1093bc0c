//go:build !purego

package simd

// NEON kernels store palettes in the ordinary way: Palettes.Stream, which asks
// for stores around the caches, changes nothing here.

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
	if Current() != NEON {
		rigPalette16Go(out, pose, rig, scratch)
		return
	}
	rig.startNEON(scratch)
	others := pose[Lanes*rotationRows*len(rig.joints):]
	rigPaletteNEON(&out.Values[0], 4*out.Stride, &pose[0], first(others), &rig.joints[0], len(rig.joints), &scratch[0])
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigRows16Go(out, rows, at, rig, scratch)
		return
	}
	for b := range at {
		rig.startNEON(scratch)
		rigRowsNEON(&out.Values[b*Lanes*out.Stride], 4*out.Stride, &rows.Values[0], &at[b], 4*rows.Stride,
			&rig.joints[0], len(rig.joints), &scratch[0])
	}
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigShortRows16Go(out, rows, at, rig, scratch)
		return
	}
	for b := range at {
		rig.startNEON(scratch)
		rigShortRowsNEON(&out.Values[b*Lanes*out.Stride], 4*out.Stride, &rows.Values[0], &at[b], 2*rows.Stride, first(rows.Scale),
			&rig.joints[0], len(rig.joints), &scratch[0])
	}
}

func absolutePalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	if Current() != NEON {
		absolutePalette16Go(out, pose, rig, scratch)
		return
	}
	rig.startNEON(scratch)
	others := pose[Lanes*rotationRows*len(rig.joints):]
	absolutePaletteNEON(&out.Values[0], 4*out.Stride, &pose[0], first(others), &rig.joints[0], len(rig.joints), &scratch[0])
}

func absoluteRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != NEON {
		absoluteRows16Go(out, rows, at, rig, scratch)
		return
	}
	for b := range at {
		rig.startNEON(scratch)
		absoluteRowsNEON(&out.Values[b*Lanes*out.Stride], 4*out.Stride, &rows.Values[0], &at[b], 4*rows.Stride,
			&rig.joints[0], len(rig.joints), &scratch[0])
	}
}

func absoluteShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != NEON {
		absoluteShortRows16Go(out, rows, at, rig, scratch)
		return
	}
	for b := range at {
		rig.startNEON(scratch)
		absoluteShortRowsNEON(&out.Values[b*Lanes*out.Stride], 4*out.Stride, &rows.Values[0], &at[b], 2*rows.Stride, first(rows.Scale),
			&rig.joints[0], len(rig.joints), &scratch[0])
	}
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() != NEON {
		generalPalette16Go(out, pose, rig, scratch)
		return
	}
	repeat4(scratch[paletteRing*matrixBytes/16:], identity[:])
	others := pose[Lanes*rotationRows*len(rig.joints):]
	generalPaletteNEON(&out.Values[0], 4*out.Stride, &pose[0], first(others), &rig.joints[0], len(rig.joints), &scratch[0])
}

func generalRows16(out *Palettes, rows *Rows, at []Frames, rig *GeneralRig, scratch []float32) {
	if Current() == Generic {
		generalRows16Go(out, rows, at, rig, scratch)
		return
	}
	rig.staged(out, rows.Columns, at, scratch, func(pose []float32, at *Frames) { sampleRows16(pose, rows, at) })
}

func generalShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *GeneralRig, scratch []float32) {
	if Current() == Generic {
		generalShortRows16Go(out, rows, at, rig, scratch)
		return
	}
	rig.staged(out, rows.Columns, at, scratch, func(pose []float32, at *Frames) { sampleShortRows16(pose, rows, at) })
}
