//go:build purego || !(amd64 || arm64)

package simd

func unitRotation16(a *Lanewise) { unitRotation16Go(a) }
