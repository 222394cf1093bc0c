//go:build !purego

package simd

//go:noescape
func limbPose16NEON(arguments *[12][]float32, uniforms, memory *float32)

func limbPose16(a *Lanewise) { a.run(limbPose16NEON, limbPose16Go) }
