//go:build purego || !amd64

package simd

func aimPose16(a *Lanewise) { aimPose16Go(a) }
