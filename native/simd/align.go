package simd

import "unsafe"

// CacheLine is the alignment of the package's buffers in bytes. Kernels accept
// any alignment; only streaming stores insist on it.
const CacheLine = 64

// AlignedFloat32 makes a slice of n zeros that starts at a cache line: cut out of
// a longer one, for Go aligns no slice to more than the size of its elements.
func AlignedFloat32(n int) []float32 {
	const size = 4
	b := make([]float32, n+CacheLine/size)
	skip := (CacheLine - int(uintptr(unsafe.Pointer(unsafe.SliceData(b)))%CacheLine)) % CacheLine / size
	return b[skip : skip+n : skip+n]
}

// isAligned reports whether a slice starts at a cache line.
func isAligned(s []float32) bool {
	return uintptr(unsafe.Pointer(unsafe.SliceData(s)))%CacheLine == 0
}

// castSpins sees values as what plain Go keeps of joints.
func castSpins(values []float32) []rigSpin {
	return unsafe.Slice((*rigSpin)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/spinFloats)
}

// castQuads sees values as quads.
func castQuads(values []float32) [][4]float32 {
	return unsafe.Slice((*[4]float32)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/4)
}

// castMatrices sees values as affine matrices of one lane.
func castMatrices(values []float32) []affine12 {
	return unsafe.Slice((*affine12)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/affineFloats)
}
