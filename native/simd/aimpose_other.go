//go:build purego || !(amd64 || arm64)

package simd

func aimPose16(a *Lanewise) { aimPose16Go(a) }
