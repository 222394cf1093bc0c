//go:build !purego

package simd

//go:noescape
func unitRotation16NEON(arguments *[12][]float32, uniforms, memory *float32)

func unitRotation16(a *Lanewise) { a.run(unitRotation16NEON, unitRotation16Go) }
