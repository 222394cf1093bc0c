//go:build !purego

package simd

//go:noescape
func boneTurn16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func fixedRig16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func fixedGeneral16NEON(arguments *[12][]float32, uniforms, memory *float32)

func boneTurn16(a *Lanewise)     { a.run(boneTurn16NEON, boneTurn16Go) }
func fixedRig16(a *Lanewise)     { a.run(fixedRig16NEON, fixedRig16Go) }
func fixedGeneral16(a *Lanewise) { a.run(fixedGeneral16NEON, fixedGeneral16Go) }
