//go:build !purego

package simd

import "unsafe"

// passLanes is the number of lanes of a pass: AVX2 takes a block in two.
const passLanes = 8

// othersOf is the address of lane first of a pose's other columns, or, without any, of the pose.
func othersOf(pose []float32, rotations, first int) *float32 {
	at := rotations*rotationRows*Lanes + first
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

// leaving is how the lanes' palettes leave, and where they are if they lie anywhere.
func (p *Palettes) leaving() (lanes [Lanes]int64, how int) {
	switch {
	case p.Lane != nil:
		return p.offsets(), palettesApart
	case p.Stream:
		how = palettesStreamed
	}
	return lanes, how
}

// first is where the palettes from a lane on begin, or where all do that lie anywhere.
func (p *Palettes) first(lane int) *float32 {
	if p.Lane != nil {
		lane = 0
	}
	return &p.Values[lane*p.Stride]
}
