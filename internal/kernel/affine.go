package kernel

import (
	"math"
	"unsafe"
)

// affine is a 3x4 matrix, row-major.
type affine = [affineFloats]float32

// affines is the same memory seen as whole matrices. A remainder of less than
// one matrix is left out.
func affines(values []float32) []affine {
	return unsafe.Slice((*affine)(unsafe.Pointer(unsafe.SliceData(values))), len(values)/affineFloats)
}

// sqrt32 is the correctly rounded square root: the float64 root of a float32
// rounds to the same value, and compilers emit the single instruction for it.
func sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
