//go:build purego || !(amd64 || arm64)

package simd

func machineLevels() []Level { return nil }

func sampleRows16(pose []float32, rows *Rows, at *Frames) { sampleRows16Go(pose, rows, at) }

func sampleShortRows16(pose []float32, rows *ShortRows, at *Frames) {
	sampleShortRows16Go(pose, rows, at)
}

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rig, scratch)
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	rigRows16Go(out, rows, at, rig, scratch)
}

func rigShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	rigShortRows16Go(out, rows, at, rig, scratch)
}

func absolutePalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	absolutePalette16Go(out, pose, rig, scratch)
}

func absoluteRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	absoluteRows16Go(out, rows, at, rig, scratch)
}

func absoluteShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *Rig, scratch []float32) {
	absoluteShortRows16Go(out, rows, at, rig, scratch)
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	generalPalette16Go(out, pose, rig, scratch)
}

func generalRows16(out *Palettes, rows *Rows, at []Frames, rig *GeneralRig, scratch []float32) {
	generalRows16Go(out, rows, at, rig, scratch)
}

func generalShortRows16(out *Palettes, rows *ShortRows, at []Frames, rig *GeneralRig, scratch []float32) {
	generalShortRows16Go(out, rows, at, rig, scratch)
}
