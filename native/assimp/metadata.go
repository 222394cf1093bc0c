//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"math"
	"unsafe"
)

// Metadata is a view of what a file says of itself or of a node, by key. Each
// value has one type; asking for another one gives ok false, save that Float
// takes every number.
type Metadata struct {
	p *C.struct_aiMetadata
	s *Scene
}

// MetadataKind is the type of a value.
type MetadataKind uint32

// The types of values, aiMetadataType in libassimp's metadata.h. The last two
// came after 5.2; newer ones may follow and are of no use here.
const (
	MetadataBool   MetadataKind = 0
	MetadataInt32  MetadataKind = 1
	MetadataUint64 MetadataKind = 2
	MetadataFloat  MetadataKind = 3
	MetadataDouble MetadataKind = 4
	MetadataString MetadataKind = 5
	MetadataVector MetadataKind = 6
	MetadataNested MetadataKind = 7
	MetadataInt64  MetadataKind = 8
	MetadataUint32 MetadataKind = 9

	MetadataUnknown MetadataKind = math.MaxUint32 // no such key
)

// Len is the number of keys.
func (m Metadata) Len() int { return len(m.keys()) }

// Key is key i.
func (m Metadata) Key(i int) string {
	keys := m.keys()
	if i < 0 || i >= len(keys) {
		return ""
	}
	return text(&keys[i])
}

// Kind is the type of a value, MetadataUnknown where there is no such key.
func (m Metadata) Kind(key string) MetadataKind {
	kind, _ := m.find(key)
	return kind
}

// Bool is a truth value.
func (m Metadata) Bool(key string) (value, ok bool) {
	kind, p := m.find(key)
	if kind != MetadataBool {
		return false, false
	}
	return *(*byte)(p) != 0, true
}

// Int is an integer of any size that fits.
func (m Metadata) Int(key string) (int64, bool) {
	kind, p := m.find(key)
	switch kind {
	case MetadataInt32:
		return int64(*(*int32)(p)), true
	case MetadataInt64:
		return *(*int64)(p), true
	case MetadataUint32:
		return int64(*(*uint32)(p)), true
	case MetadataUint64:
		v := *(*uint64)(p)
		return int64(v), v <= math.MaxInt64
	}
	return 0, false
}

// Float is a number of any type.
func (m Metadata) Float(key string) (float64, bool) {
	kind, p := m.find(key)
	switch kind {
	case MetadataFloat:
		return float64(*(*float32)(p)), true
	case MetadataDouble:
		return *(*float64)(p), true
	case MetadataUint64:
		return float64(*(*uint64)(p)), true
	}
	v, ok := m.Int(key)
	return float64(v), ok
}

// String is a text.
func (m Metadata) String(key string) (string, bool) {
	kind, p := m.find(key)
	if kind != MetadataString {
		return "", false
	}
	return text((*C.struct_aiString)(p)), true
}

// Vector is a vector of three numbers.
func (m Metadata) Vector(key string) ([3]float32, bool) {
	kind, p := m.find(key)
	if kind != MetadataVector {
		return [3]float32{}, false
	}
	return *(*[3]float32)(p), true
}

// Nested is metadata within metadata, such as glTF's extras.
func (m Metadata) Nested(key string) (Metadata, bool) {
	kind, p := m.find(key)
	if kind != MetadataNested {
		return Metadata{}, false
	}
	return Metadata{(*C.struct_aiMetadata)(p), m.s}, true
}

func (m Metadata) keys() []C.struct_aiString {
	if m.p == nil || m.p.mValues == nil {
		return nil
	}
	return view[C.struct_aiString](m.p.mKeys, m.p.mNumProperties)
}

// find gives the type and the place of a value.
func (m Metadata) find(key string) (MetadataKind, unsafe.Pointer) {
	keys := m.keys()
	for i := range keys {
		if textIs(&keys[i], key) {
			value := unsafe.Slice(m.p.mValues, len(keys))[i]
			if value.mData == nil {
				break
			}
			return MetadataKind(value.mType), value.mData
		}
	}
	return MetadataUnknown, nil
}
