//go:build purego || !(amd64 || arm64)

package simd

func generalPalette16(out *Palettes, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	generalPalette16Go(out, pose, rotations, rig)
}
