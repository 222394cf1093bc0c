//go:build !purego

package simd

import "unsafe"

// The kernels of native/simd/gen/neon. They trust the lengths that the
// exported functions have checked.

//go:noescape
func sampleRowsNEON(pose *float32, values *float32, at *Frames, stride int, rotations int, others int)

//go:noescape
func sampleShortRowsNEON(pose *float32, values *int16, at *Frames, stride int, rotations int, others int, scales *float32)

// first is where s starts, which may be its end.
func first(s []float32) *float32 { return unsafe.SliceData(s) }
