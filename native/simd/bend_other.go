//go:build purego || !(amd64 || arm64)

package simd

func bendRotation16(a *Lanewise) { bendRotation16Go(a) }
func bendOther16(a *Lanewise)    { bendOther16Go(a) }
