//go:build !purego

package simd

//go:noescape
func rescaleRotation16NEON(arguments *[12][]float32, uniforms, memory *float32)

func rescaleRotation16(a *Lanewise) { a.run(rescaleRotation16NEON, rescaleRotation16Go) }
