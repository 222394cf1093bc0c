//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"strings"
	"unsafe"
)

// Mat4 is a 4x4 matrix, row after row, for column vectors: the translation is in
// elements 3, 7 and 11.
type Mat4 [16]float32

// VertexWeight is the influence of a bone on a vertex.
type VertexWeight struct {
	Vertex uint32  // index into Mesh.Vertices
	Weight float32 // usually in (0, 1]; not normalized
}

// VectorKey is a position or a scale at a time in ticks.
type VectorKey struct {
	Time  float64
	Value [3]float32
	_     uint32 // aiVectorKey.mInterpolation, or padding
}

// The Go types above share memory with C's. If a size or an offset differs, one of these
// arrays has a negative length and the package does not compile.
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

// view returns the n elements at p, as Go's T instead of C's E, or nil. If the sizes of T
// and E differ, n counts elements of T.
func view[T, E any](p *E, n C.uint) []T {
	if p == nil || n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(p)), int(n))
}

// elementAt returns element i of the n pointers at p, or an empty element if out of range.
func elementAt[E any](p **E, n C.uint, i int) *E {
	if list := view[*E](p, n); i >= 0 && i < len(list) && list[i] != nil {
		return list[i]
	}
	return new(E)
}

// count is the number of pointers at p.
func count[E any](p **E, n C.uint) int { return len(view[*E](p, n)) }

// text copies a string of libassimp, usually but not always UTF-8.
func text(s *C.struct_aiString) string { return strings.Clone(shared(s)) }

// shared is the string in libassimp's memory.
func shared(s *C.struct_aiString) string {
	n := min(int(s.length), len(s.data)-1)
	return unsafe.String((*byte)(unsafe.Pointer(&s.data[0])), n)
}

func matrix(m *C.struct_aiMatrix4x4) Mat4 { return *(*Mat4)(unsafe.Pointer(m)) }
