//go:build !purego

package simd

import (
	"math"
	"unsafe"
)

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	line, out := (*byte)(unsafe.Pointer(&clip.lines[0])), unsafe.SliceData(clip.out)
	switch level := Current(); {
	case level == AVX512 && lanes>>turnLanes != 0: // else a turn of AVX2 is sooner done
		kernel := sampleKeys16AVX512
		if lanes != math.MaxUint16 {
			kernel = sampleKeys16MaskedAVX512
		}
		kernel(&pose[0], &clip.values[0], &clip.cells[0], line, len(clip.lines), out, &at.Tick[0], uint64(lanes))
	case level >= AVX2:
		for first := 0; first < Lanes; first += turnLanes {
			sampleKeysTurn(pose[first:], clip, &at.Tick[first], uint8(lanes>>first))
		}
	default:
		sampleKeys16Go(pose, clip, at, lanes)
	}
}

// sampleKeysTurn samples eight lanes.
func sampleKeysTurn(pose []float32, clip *KeyClip, at *float32, lanes uint8) {
	if lanes == 0 {
		return
	}
	line, out := (*byte)(unsafe.Pointer(&clip.lines[0])), unsafe.SliceData(clip.out)
	// Called by name: through a variable the mask would be taken to escape.
	if lanes == math.MaxUint8 {
		sampleKeys8AVX2(&pose[0], &clip.values[0], &clip.cells[0], line, len(clip.lines), out, at, nil)
		return
	}
	var mask [turnLanes]int32
	for l := range mask {
		mask[l] = -int32(lanes >> l & 1)
	}
	sampleKeys8MaskedAVX2(&pose[0], &clip.values[0], &clip.cells[0], line, len(clip.lines), out, at, &mask[0])
}
