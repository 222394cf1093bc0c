package simd

import "unsafe"

// CacheLine is the alignment, in bytes, of AlignedFloat32. Kernels accept any
// alignment, apart from Palettes.Stream.
const CacheLine = 64

// AlignedFloat32 returns n zeros that start at a cache line. Go aligns slices to their elements
// only.
func AlignedFloat32(n int) []float32 {
	const size = 4
	b := make([]float32, n+CacheLine/size)
	skip := (CacheLine - int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))%CacheLine)) % CacheLine / size
	return b[skip : skip+n : skip+n]
}
