//go:build purego || !amd64

package simd

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	sampleKeys16Go(pose, clip, at, lanes)
}
