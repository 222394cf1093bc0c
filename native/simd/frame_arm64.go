//go:build !purego

package simd

//go:noescape
func frameRig16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func frameGeneral16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func frameStatic16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func turnBeside16NEON(arguments *[12][]float32, uniforms, memory *float32)

func frameRig16(a *Lanewise)     { a.run(frameRig16NEON, frameRig16Go) }
func frameGeneral16(a *Lanewise) { a.run(frameGeneral16NEON, frameGeneral16Go) }
func frameStatic16(a *Lanewise)  { a.run(frameStatic16NEON, frameStatic16Go) }
func turnBeside16(a *Lanewise)   { a.run(turnBeside16NEON, turnBeside16Go) }
