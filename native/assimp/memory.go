//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import "unsafe"

// Mat4 is a 4x4 matrix, row after row, for column vectors: the translation is in
// elements 3, 7 and 11.
type Mat4 [16]float32

// VertexWeight says how much a bone moves a vertex.
type VertexWeight struct {
	Vertex uint32  // index into Mesh.Vertices
	Weight float32 // usually in (0, 1]; not normalised
}

// VectorKey is a position or a scale at a time in ticks.
type VectorKey struct {
	Time  float64
	Value [3]float32
	mode  uint32 // aiVectorKey.mInterpolation, or padding that says nothing
}

// The Go types above lie over C's in memory. These arrays have a negative length,
// and the package does not compile, where a size or an offset differs.
var (
	_ [unsafe.Sizeof(VectorKey{}) - C.sizeof_struct_aiVectorKey]struct{}
	_ [C.sizeof_struct_aiVectorKey - unsafe.Sizeof(VectorKey{})]struct{}
	_ [unsafe.Offsetof(VectorKey{}.Value) - unsafe.Offsetof(C.struct_aiVectorKey{}.mValue)]struct{}
	_ [unsafe.Offsetof(C.struct_aiVectorKey{}.mValue) - unsafe.Offsetof(VectorKey{}.Value)]struct{}
	_ [unsafe.Sizeof(VertexWeight{}) - C.sizeof_struct_aiVertexWeight]struct{}
	_ [C.sizeof_struct_aiVertexWeight - unsafe.Sizeof(VertexWeight{})]struct{}
	_ [unsafe.Sizeof([3]float32{}) - C.sizeof_struct_aiVector3D]struct{}
	_ [C.sizeof_struct_aiVector3D - unsafe.Sizeof([3]float32{})]struct{}
	_ [unsafe.Sizeof([4]float32{}) - C.sizeof_struct_aiColor4D]struct{}
	_ [C.sizeof_struct_aiColor4D - unsafe.Sizeof([4]float32{})]struct{}
	_ [unsafe.Sizeof(Mat4{}) - C.sizeof_struct_aiMatrix4x4]struct{}
	_ [C.sizeof_struct_aiMatrix4x4 - unsafe.Sizeof(Mat4{})]struct{}
)

// view gives the n elements at p, as Go's T instead of C's E, which are of one
// size. A null pointer or a count of zero gives nil.
func view[T, E any](p *E, n C.uint) []T {
	if p == nil || n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(p)), int(n))
}

// at gives element i of the n pointers at p, or nil where there is none.
func at[E any](p **E, n C.uint, i int) *E {
	if p == nil || i < 0 || i >= int(n) {
		return nil
	}
	return unsafe.Slice(p, int(n))[i]
}

// count is the number of pointers at p.
func count[E any](p **E, n C.uint) int {
	if p == nil {
		return 0
	}
	return int(n)
}

// text copies a string of libassimp. Its bytes are usually, not surely, UTF-8.
func text(s *C.struct_aiString) string {
	n := min(int(s.length), len(s.data)-1)
	return string(unsafe.Slice((*byte)(unsafe.Pointer(&s.data[0])), n))
}

func matrix(m *C.struct_aiMatrix4x4) Mat4 { return *(*Mat4)(unsafe.Pointer(m)) }

func vector(v *C.struct_aiVector3D) [3]float32 { return *(*[3]float32)(unsafe.Pointer(v)) }
