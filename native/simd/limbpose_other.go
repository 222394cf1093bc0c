//go:build purego || !(amd64 || arm64)

package simd

func limbPose16(a *Lanewise) { limbPose16Go(a) }
