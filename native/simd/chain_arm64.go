//go:build !purego

package simd

//go:noescape
func chainBegin16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainMeasure16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainBend16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainBack16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainForth16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainKeep16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainTake16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainNear16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainToward16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainTry16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainNarrow16NEON(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainAside16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainReach16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainStraighten16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainStretch16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainTurn16NEON(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainEnd16NEON(arguments *[12][]float32, uniforms, memory *float32)

func chainBegin16(a *Lanewise)  { a.run(chainBegin16NEON, chainBegin16Go) }
func chainKeep16(a *Lanewise)   { a.run(chainKeep16NEON, chainKeep16Go) }
func chainNear16(a *Lanewise)   { a.run(chainNear16NEON, chainNear16Go) }
func chainToward16(a *Lanewise) { a.run(chainToward16NEON, chainToward16Go) }
func chainTry16(a *Lanewise)    { a.run(chainTry16NEON, chainTry16Go) }
func chainNarrow16(a *Lanewise) { a.run(chainNarrow16NEON, chainNarrow16Go) }
func chainEnd16(a *Lanewise)    { a.run(chainEnd16NEON, chainEnd16Go) }

func chainMeasure16(c *Chain, n int)    { c.run(chainMeasure16NEON, chainMeasure16Go, n) }
func chainBend16(c *Chain, n int)       { c.run(chainBend16NEON, chainBend16Go, n) }
func chainBack16(c *Chain, n int)       { c.run(chainBack16NEON, chainBack16Go, n) }
func chainForth16(c *Chain, n int)      { c.run(chainForth16NEON, chainForth16Go, n) }
func chainTake16(c *Chain, n int)       { c.run(chainTake16NEON, chainTake16Go, n) }
func chainAside16(c *Chain, n int)      { c.run(chainAside16NEON, chainAside16Go, n) }
func chainReach16(c *Chain, n int)      { c.run(chainReach16NEON, chainReach16Go, n) }
func chainStraighten16(c *Chain, n int) { c.run(chainStraighten16NEON, chainStraighten16Go, n) }
func chainStretch16(c *Chain, n int)    { c.run(chainStretch16NEON, chainStretch16Go, n) }
func chainTurn16(c *Chain, n int)       { c.run(chainTurn16NEON, chainTurn16Go, n) }

// run runs a kernel that goes along the chain, n times.
func (c *Chain) run(neon func(arguments *[12][]float32, uniforms, memory *float32, count int), plain func(*Chain, int), n int) {
	if Current() != NEON {
		plain(c, n)
		return
	}
	neon(&c.arguments.Rows, nil, &c.arguments.memory[0], n)
}
