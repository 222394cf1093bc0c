//go:build purego || !(amd64 || arm64)

package simd

func sampleRows1(pose, a, b []float32, alpha float32) { sampleRows1Go(pose, a, b, alpha) }
