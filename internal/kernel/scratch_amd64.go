//go:build !purego

package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"unsafe"
)

// passLanes is the number of lanes of a pass: AVX2 takes a block in two.
const passLanes = 8

// othersOf is the address of lane first of a pose's other columns, or, without any, of the pose.
func othersOf(pose []float32, rotations, first int) *float32 {
	at := rotations*rotationRows*simd.Lanes + first
	if at >= len(pose) {
		at = 0
	}
	return (*float32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(pose)), 4*at))
}

// How palettes leave kernels: by default a stride apart.
const (
	palettesApart    = 1 + iota // anywhere
	palettesStreamed            // a stride apart, around the caches
)

// leavingPalettes is how the lanes' palettes leave, and where they are if they lie anywhere.
func leavingPalettes(p *simd.Palettes) (lanes [simd.Lanes]int64, how int) {
	switch {
	case p.Lane != nil:
		return paletteOffsets(p), palettesApart
	case p.Stream:
		how = palettesStreamed
	}
	return lanes, how
}

// firstMatrix is where the palettes from a lane on begin, or where all do that lie anywhere.
func firstMatrix(p *simd.Palettes, lane int) *float32 {
	if p.Lane != nil {
		lane = 0
	}
	return &p.Values[lane*p.Stride]
}
