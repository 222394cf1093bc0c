//go:build purego || !(amd64 || arm64)

package simd

func chainBegin16(a *Lanewise)          { chainBegin16Go(a) }
func chainKeep16(a *Lanewise)           { chainKeep16Go(a) }
func chainNear16(a *Lanewise)           { chainNear16Go(a) }
func chainToward16(a *Lanewise)         { chainToward16Go(a) }
func chainTry16(a *Lanewise)            { chainTry16Go(a) }
func chainNarrow16(a *Lanewise)         { chainNarrow16Go(a) }
func chainEnd16(a *Lanewise)            { chainEnd16Go(a) }
func chainMeasure16(c *Chain, n int)    { chainMeasure16Go(c, n) }
func chainBend16(c *Chain, n int)       { chainBend16Go(c, n) }
func chainBack16(c *Chain, n int)       { chainBack16Go(c, n) }
func chainForth16(c *Chain, n int)      { chainForth16Go(c, n) }
func chainTake16(c *Chain, n int)       { chainTake16Go(c, n) }
func chainAside16(c *Chain, n int)      { chainAside16Go(c, n) }
func chainReach16(c *Chain, n int)      { chainReach16Go(c, n) }
func chainStraighten16(c *Chain, n int) { chainStraighten16Go(c, n) }
func chainStretch16(c *Chain, n int)    { chainStretch16Go(c, n) }
func chainTurn16(c *Chain, n int)       { chainTurn16Go(c, n) }
