//go:build purego || !(amd64 || arm64)

package simd

func generalPalette1(dst, pose []float32, rotations int, rig *GeneralRig, scratch []float32) {
	generalPalette1Go(dst, pose, rotations, rig)
}
