//go:build purego || !(amd64 || arm64)

package simd

func sampleRows16(pose []float32, rows *Rows, at *Frames) { sampleRows16Go(pose, rows, at) }
