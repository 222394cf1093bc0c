//go:build purego || !(amd64 || arm64)

package simd

func rigPalette16(out *Palettes, pose []float32, rotations int, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rotations, rig, scratch)
}

func storeFence() {}
