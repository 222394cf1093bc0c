//go:build !purego

package simd

//go:noescape
func lookBegin16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookShare16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookHand16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookWalk16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookMiss16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func lookTake16NEON(arguments *[12][]float32, uniforms, memory *float32)

func lookBegin16(a *Lanewise) { a.run(lookBegin16NEON, lookBegin16Go) }
func lookShare16(a *Lanewise) { a.run(lookShare16NEON, lookShare16Go) }
func lookHand16(a *Lanewise)  { a.run(lookHand16NEON, lookHand16Go) }
func lookWalk16(a *Lanewise)  { a.run(lookWalk16NEON, lookWalk16Go) }
func lookMiss16(a *Lanewise)  { a.run(lookMiss16NEON, lookMiss16Go) }
func lookTake16(a *Lanewise)  { a.run(lookTake16NEON, lookTake16Go) }
