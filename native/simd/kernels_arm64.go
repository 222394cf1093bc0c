//go:build !purego

package simd

// machineLevels: every arm64 processor has NEON.
func machineLevels() []Level { return []Level{NEON} }

// turnLanes is the number of lanes in a turn of NEON.
const turnLanes = 4

func sampleRows16(pose []float32, rows *Rows, at *Frames) {
	if Current() == NEON {
		sampleInTurns(pose, rows.source(), at)
	} else {
		sampleRows16Go(pose, rows, at)
	}
}

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	if Current() == NEON {
		sampleInTurns(pose, rows.source(), at)
	} else {
		sampleShortRows16Go(pose, rows, at)
	}
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	if Current() == NEON {
		rigPaletteInTurns(out, pose, rig, scratch)
	} else {
		rigPalette16Go(out, pose, rig, scratch)
	}
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	if Current() == NEON {
		rigRowsInTurns(out, rows.source(), at, rig, scratch)
	} else {
		rigRows16Go(out, rows, at, rig, scratch)
	}
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	if Current() == NEON {
		rigRowsInTurns(out, rows.source(), at, rig, scratch)
	} else {
		rigShortRows16Go(out, rows, at, rig, scratch)
	}
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	if Current() == NEON {
		generalPaletteInTurns(out, pose, rig, scratch)
	} else {
		generalPalette16Go(out, pose, rig, scratch)
	}
}

func sampleTurn(pose *float32, s *rowsSource, t *byte) {
	if s.valueBytes == 4 {
		sampleRows4NEON(pose, s.rows, s.stride, t, s.rotations, s.others)
	} else {
		sampleShortRows4NEON(pose, s.rows, s.stride, t, s.rotations, s.others, s.scale)
	}
}

func rigRowsTurn(dst *float32, stride int, s *rowsSource, t, joints *byte, groups int, states, others *float32, root float32) {
	if s.valueBytes == 4 {
		rigRows4NEON(dst, stride, s.rows, s.stride, s.otherOffset, t, s.others, joints, groups, states, others, root)
	} else {
		rigShortRows4NEON(dst, stride, s.rows, s.stride, s.otherOffset, t, s.others, joints, groups, states, others, root, s.scale)
	}
}

func rigPaletteTurn(dst *float32, stride int, pose, others *float32, joints *byte, groups int, states *float32, root float32) {
	rigPalette4NEON(dst, stride, pose, joints, groups, states, others, root)
}

func generalPaletteTurn(dst *float32, stride int, pose, others *float32, joints *byte, groups int, states *float32) {
	generalPalette4NEON(dst, stride, pose, others, joints, groups, states)
}
