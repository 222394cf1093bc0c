//go:build !purego

package simd

//go:noescape
func aimPose16NEON(arguments *[12][]float32, uniforms, memory *float32)

func aimPose16(a *Lanewise) { a.run(aimPose16NEON, aimPose16Go) }
