//go:build purego || !amd64

package simd

func offsetPose16(pose []float32, c Columns, at *Offsets) { offsetPose16Go(pose, c, at) }
