package kernel

import (
	"github.com/sinew-anim/sinew/native/simd"
	"unsafe"
)

// isAligned reports whether a slice starts at a cache line.
func isAligned(s []float32) bool {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s)))%simd.CacheLine == 0
}

// castQuads sees values as quads.
func castQuads(values []float32) [][4]float32 {
	return unsafe.Slice((*[4]float32)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/4)
}
