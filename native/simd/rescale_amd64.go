//go:build !purego

package simd

//go:noescape
func rescaleRotation16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func rescaleRotation8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func rescaleRotation16(a *Lanewise) {
	a.run(rescaleRotation16AVX512, rescaleRotation8AVX2, rescaleRotation16Go)
}
