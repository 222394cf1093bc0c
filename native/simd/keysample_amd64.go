//go:build !purego

package simd

import "unsafe"

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	if Current() != AVX512 {
		sampleKeys16Go(pose, clip, at, lanes)
		return
	}
	kernel := sampleKeys16AVX512
	if lanes != 1<<Lanes-1 {
		kernel = sampleKeys16MaskedAVX512
	}
	kernel(unsafe.SliceData(pose), unsafe.SliceData(clip.values), unsafe.SliceData(clip.cells),
		(*byte)(unsafe.Pointer(unsafe.SliceData(clip.lines))), len(clip.lines), unsafe.SliceData(clip.out), &at.Tick[0], uint64(lanes))
}
