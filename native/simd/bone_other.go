//go:build purego || !(amd64 || arm64)

package simd

func boneTurn16(a *Lanewise)     { boneTurn16Go(a) }
func fixedRig16(a *Lanewise)     { fixedRig16Go(a) }
func fixedGeneral16(a *Lanewise) { fixedGeneral16Go(a) }
