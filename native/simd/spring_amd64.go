//go:build !purego

package simd

//go:noescape
func springAdvance16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springAdvance8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func springHit16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springHit8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func springHitPlane16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springHitPlane8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func springPush16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springPush8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func springPushPlane16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springPushPlane8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func springWorld16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springWorld8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

func springAdvance16(a *Lanewise) {
	a.run(springAdvance16AVX512, springAdvance8AVX2, springAdvance16Go)
}
func springHit16(a *Lanewise) { a.run(springHit16AVX512, springHit8AVX2, springHit16Go) }
func springHitPlane16(a *Lanewise) {
	a.run(springHitPlane16AVX512, springHitPlane8AVX2, springHitPlane16Go)
}
func springPush16(a *Lanewise) { a.run(springPush16AVX512, springPush8AVX2, springPush16Go) }
func springPushPlane16(a *Lanewise) {
	a.run(springPushPlane16AVX512, springPushPlane8AVX2, springPushPlane16Go)
}
func springWorld16(a *Lanewise) { a.run(springWorld16AVX512, springWorld8AVX2, springWorld16Go) }
