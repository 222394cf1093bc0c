//go:build !purego

package simd

//go:noescape
func springAdvance16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springHit16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springHitPlane16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springPush16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springPushPlane16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func springWorld16NEON(arguments *[12][]float32, uniforms, memory *float32)

func springAdvance16(a *Lanewise)   { a.run(springAdvance16NEON, springAdvance16Go) }
func springHit16(a *Lanewise)       { a.run(springHit16NEON, springHit16Go) }
func springHitPlane16(a *Lanewise)  { a.run(springHitPlane16NEON, springHitPlane16Go) }
func springPush16(a *Lanewise)      { a.run(springPush16NEON, springPush16Go) }
func springPushPlane16(a *Lanewise) { a.run(springPushPlane16NEON, springPushPlane16Go) }
func springWorld16(a *Lanewise)     { a.run(springWorld16NEON, springWorld16Go) }
