//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"unsafe"
)

func sampleKeys16(pose []float32, clip *KeyClip, at *Ticks, lanes uint16) {
	if simd.Current() != simd.NEON {
		sampleKeys16Go(pose, clip, at, lanes)
		return
	}
	for first := 0; first < simd.Lanes; first += passLanes {
		sampleKeysPass(pose[first:], clip, &at.Tick[first], lanes>>first&(1<<passLanes-1))
	}
}

// sampleKeysPass samples four lanes.
func sampleKeysPass(pose []float32, clip *KeyClip, at *float32, lanes uint16) {
	if lanes == 0 {
		return
	}
	out := unsafe.SliceData(clip.out)
	// Called by name: through a variable the mask would be taken to escape.
	if lanes == 1<<passLanes-1 {
		sampleKeys4NEON(&pose[0], &clip.values[0], &clip.cells[0], &clip.lines[0], len(clip.lines), out, at, nil)
		return
	}
	var mask [passLanes]int32
	for l := range mask {
		mask[l] = -int32(lanes >> l & 1)
	}
	sampleKeysMasked4NEON(&pose[0], &clip.values[0], &clip.cells[0], &clip.lines[0], len(clip.lines), out, at, &mask[0])
}
