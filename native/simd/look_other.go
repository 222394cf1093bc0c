//go:build purego || !(amd64 || arm64)

package simd

func lookBegin16(a *Lanewise) { lookBegin16Go(a) }
func lookShare16(a *Lanewise) { lookShare16Go(a) }
func lookHand16(a *Lanewise)  { lookHand16Go(a) }
func lookWalk16(a *Lanewise)  { lookWalk16Go(a) }
func lookMiss16(a *Lanewise)  { lookMiss16Go(a) }
func lookTake16(a *Lanewise)  { lookTake16Go(a) }
