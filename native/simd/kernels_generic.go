//go:build purego || !(amd64 || arm64)

package simd

func machineLevels() []Level { return nil }

func sampleRows16(pose []float32, rows *Rows, at *Frames) { sampleRows16Go(pose, rows, at) }

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rig, scratch)
}

func rigRows16(out *Palettes, rows *Rows, at []Frames, rig *Rig, scratch []float32) {
	rigRows16Go(out, rows, at, rig, scratch)
}

func generalPalette16(out *Palettes, pose []float32, rig *GeneralRig, scratch []float32) {
	generalPalette16Go(out, pose, rig, scratch)
}
