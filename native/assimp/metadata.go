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

// Metadata is a view of a file's metadata: numbers by key.
type Metadata struct {
	p *C.struct_aiMetadata
	s *Scene
}

// The types of values, aiMetadataType in libassimp's metadata.h. The last two
// came after 5.2.
const (
	metadataInt32  = 1
	metadataUint64 = 2
	metadataFloat  = 3
	metadataDouble = 4
	metadataInt64  = 8
	metadataUint32 = 9
)

// Int returns an integer of any size; ok is false if the key is missing or has another
// type.
func (m Metadata) Int(key string) (v int64, ok bool) {
	kind, p := m.find(key)
	switch {
	case p == nil:
	case kind == metadataInt32:
		return int64(*(*int32)(p)), true
	case kind == metadataInt64:
		return *(*int64)(p), true
	case kind == metadataUint32:
		return int64(*(*uint32)(p)), true
	case kind == metadataUint64:
		v := *(*uint64)(p)
		return int64(v), v <= math.MaxInt64
	}
	return 0, false
}

// Float returns a number of any type.
func (m Metadata) Float(key string) (v float64, ok bool) {
	kind, p := m.find(key)
	switch {
	case p == nil:
	case kind == metadataFloat:
		return float64(*(*float32)(p)), true
	case kind == metadataDouble:
		return *(*float64)(p), true
	case kind == metadataUint64:
		return float64(*(*uint64)(p)), true
	}
	i, ok := m.Int(key)
	return float64(i), ok
}

// find returns the type and the address of a value, nil if the key is missing.
func (m Metadata) find(key string) (kind uint32, p unsafe.Pointer) {
	if m.p == nil || m.p.mValues == nil {
		return 0, nil
	}
	keys := view[C.struct_aiString](m.p.mKeys, m.p.mNumProperties)
	for i := range keys {
		if shared(&keys[i]) == key {
			value := unsafe.Slice(m.p.mValues, len(keys))[i]
			return uint32(value.mType), value.mData
		}
	}
	return 0, nil
}
