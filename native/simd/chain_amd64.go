//go:build !purego

package simd

import "unsafe"

//go:noescape
func chainBegin16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainBegin8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainKeep16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainKeep8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainEnd16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainEnd8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainMeasure16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainMeasure8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainBend16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainBend8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainBack16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainBack8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainForth16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainForth8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainTake16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainTake8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainNear16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainNear8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainToward16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainToward8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainTry16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainTry8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainNarrow16AVX512(arguments *[12][]float32, uniforms, memory *float32)

//go:noescape
func chainNarrow8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane int)

//go:noescape
func chainAside16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainAside8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainReach16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainReach8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainStraighten16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainStraighten8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainStretch16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainStretch8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

//go:noescape
func chainTurn16AVX512(arguments *[12][]float32, uniforms, memory *float32, count int)

//go:noescape
func chainTurn8AVX2(arguments *[12][]float32, uniforms, memory *float32, lane, count int)

func chainBegin16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainBegin16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainBegin8AVX2)
	default:
		chainBegin16Go(a)
	}
}

func chainKeep16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainKeep16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainKeep8AVX2)
	default:
		chainKeep16Go(a)
	}
}

func chainEnd16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainEnd16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainEnd8AVX2)
	default:
		chainEnd16Go(a)
	}
}

func chainNear16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainNear16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainNear8AVX2)
	default:
		chainNear16Go(a)
	}
}

func chainToward16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainToward16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainToward8AVX2)
	default:
		chainToward16Go(a)
	}
}

func chainTry16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainTry16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainTry8AVX2)
	default:
		chainTry16Go(a)
	}
}

func chainNarrow16(a *Lanewise) {
	switch Current() {
	case AVX512:
		chainNarrow16AVX512(&a.Rows, unsafe.SliceData(a.Uniforms), &a.memory[0])
	case AVX2:
		a.halves(chainNarrow8AVX2)
	default:
		chainNarrow16Go(a)
	}
}

func chainMeasure16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainMeasure16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainMeasure8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainMeasure8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainMeasure16Go(c, n)
	}
}

func chainBend16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainBend16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainBend8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainBend8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainBend16Go(c, n)
	}
}

func chainBack16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainBack16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainBack8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainBack8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainBack16Go(c, n)
	}
}

func chainForth16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainForth16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainForth8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainForth8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainForth16Go(c, n)
	}
}

func chainTake16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainTake16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainTake8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainTake8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainTake16Go(c, n)
	}
}

func chainAside16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainAside16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainAside8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainAside8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainAside16Go(c, n)
	}
}

func chainReach16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainReach16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainReach8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainReach8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainReach16Go(c, n)
	}
}

func chainStraighten16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainStraighten16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainStraighten8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainStraighten8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainStraighten16Go(c, n)
	}
}

func chainStretch16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainStretch16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainStretch8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainStretch8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainStretch16Go(c, n)
	}
}

func chainTurn16(c *Chain, n int) {
	switch a := c.arguments; Current() {
	case AVX512:
		chainTurn16AVX512(&a.Rows, nil, &a.memory[0], n)
	case AVX2:
		chainTurn8AVX2(&a.Rows, nil, &a.memory[0], 0, n)
		chainTurn8AVX2(&a.Rows, nil, &a.memory[0], 4*passLanes, n)
	default:
		chainTurn16Go(c, n)
	}
}
