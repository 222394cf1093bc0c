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

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() != NEON {
		generalPalette16Go(out, pose, rig, scratch)
		return
	}
	repeat4(scratch[paletteRing*matrixBytes/16:], identity[:])
	others := pose[Lanes*rotationRows*len(rig.joints):]
	generalPaletteNEON(&out.Values[0], 4*out.Stride, &pose[0], first(others), &rig.joints[0], len(rig.joints), &scratch[0])
}
