//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math"
	"unsafe"
)

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	switch isa := simd.Current(); {
	case isa == simd.AVX512 && lanes>>passLanes != 0: // else one pass of AVX2 is faster
		kernel := sampleKeys16AVX512
		if lanes != math.MaxUint16 {
			kernel = sampleKeysMasked16AVX512
		}
		kernel(&pose[0], &clip.values[0], &clip.cells[0], &clip.lines[0], len(clip.lines), unsafe.SliceData(clip.out), &at.Tick[0], uint64(lanes))
	case isa >= simd.AVX2:
		for first := 0; first < simd.Lanes; first += passLanes {
			sampleKeysPass(pose[first:], clip, &at.Tick[first], uint8(lanes>>first))
		}
	default:
		sampleKeys16Go(pose, clip, at, lanes)
	}
}

// sampleKeysPass samples eight lanes.
func sampleKeysPass(pose []float32, clip *KeyClip, at *float32, lanes uint8) {
	if lanes == 0 {
		return
	}
	out := unsafe.SliceData(clip.out)
	// Called by name: through a variable the mask would be taken to escape.
	if lanes == math.MaxUint8 {
		sampleKeys8AVX2(&pose[0], &clip.values[0], &clip.cells[0], &clip.lines[0], len(clip.lines), out, at, nil)
		return
	}
	var mask [passLanes]int32
	for l := range mask {
		mask[l] = -int32(lanes >> l & 1)
	}
	sampleKeysMasked8AVX2(&pose[0], &clip.values[0], &clip.cells[0], &clip.lines[0], len(clip.lines), out, at, &mask[0])
}
