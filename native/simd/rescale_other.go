//go:build purego || !(amd64 || arm64)

package simd

func rescaleRotation16(a *Lanewise) { rescaleRotation16Go(a) }
