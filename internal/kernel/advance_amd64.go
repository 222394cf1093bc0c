//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"math/bits"
	"unsafe"
)

// advanceBlocks is the number of blocks per call of the assembly.
const advanceBlocks = 8

func advance16(at []simd.Frames, c *Clocks, first int, dt float64) {
	isa := simd.Current()
	if isa == simd.Generic {
		advance16Go(at, c, first, dt)
		return
	}
	var left [advanceBlocks]uint16
	for len(at) > 0 {
		n, i := min(len(at), advanceBlocks), simd.Lanes*first
		if isa == simd.AVX512 {
			advance16AVX512(&c.phase[i], &c.speed[i], &c.period[i], &c.clip[i], &c.frames[0], &c.mode[i], &c.cycle[i],
				&at[0], &left[0], n, dt, c.stride, unsafe.SliceData(c.cells))
		} else {
			advance16AVX2(&c.phase[i], &c.speed[i], &c.period[i], &c.clip[i], &c.frames[0], &c.mode[i], &c.cycle[i],
				&at[0], &left[0], n, dt, c.stride, unsafe.SliceData(c.cells))
		}
		for b := range n {
			for m := left[b]; m != 0; m &= m - 1 {
				l := bits.TrailingZeros16(m)
				at[b].Row[l], at[b].Alpha[l] = c.Advance(i+simd.Lanes*b+l, dt)
			}
		}
		at, first = at[n:], first+n
	}
}
