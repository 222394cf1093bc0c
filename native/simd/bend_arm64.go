//go:build !purego

package simd

//go:noescape
func bendRotation16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func bendOther16NEON(arguments *[12][]float32, uniforms, memory *float32)

func bendRotation16(a *Lanewise) { a.run(bendRotation16NEON, bendRotation16Go) }
func bendOther16(a *Lanewise)    { a.run(bendOther16NEON, bendOther16Go) }
