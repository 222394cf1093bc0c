//go:build purego || !(amd64 || arm64)

package simd

func rigPalette16(out *Palettes, pose []float32, rig *Rig, scratch []float32) {
	rigPalette16Go(out, pose, rig, scratch)
}

func storeFence() {}
