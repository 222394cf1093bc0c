//go:build purego || !(amd64 || arm64)

package simd

func rigPalette1(dst, pose []float32, rotations int, rig *Rig, _ []float32) {
	rigPalette1Go(dst, pose, rotations, rig)
}
