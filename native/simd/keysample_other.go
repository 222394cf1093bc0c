//go:build purego || !(amd64 || arm64)

package simd

func sampleKeys1(row []float32, clip *KeyClip, tick, rest float32) {
	sampleKeys1Go(row, clip, tick, rest)
}

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	sampleKeys16Go(pose, clip, at, lanes)
}
