//go:build !purego

package simd

//go:noescape
func rigPaletteNEON(out *float32, outStride int, pose, others *float32, joints *rigJoint, count int, scratch *float32)

//go:noescape
func rigRowsNEON(out *float32, outStride int, values *float32, at *Frames, stride int, joints *rigJoint, count int, scratch *float32)

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigPalette16Go(out, pose, rig, scratch)
		return
	}
	rig.start(scratch)
	rigPaletteNEON(&out.Values[0], 4*out.Stride, &pose[0], othersOf(pose, len(rig.joints)), &rig.joints[0], len(rig.joints), &scratch[0])
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() != NEON {
		rigRows16Go(out, rows, at, rig, scratch)
		return
	}
	for b := range at {
		rig.start(scratch)
		rigRowsNEON(&out.Values[b*Lanes*out.Stride], 4*out.Stride, &rows.Values[0], &at[b], 4*rows.Stride,
			&rig.joints[0], len(rig.joints), &scratch[0])
	}
}
