//go:build purego || !amd64

package simd

func soloPalette(dst, a, b []float32, alpha float32, solo *Solo, scratch []float32) {
	soloPaletteGo(dst, a, b, alpha, solo, scratch)
}
