//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"
)

// Options are the settings of an import. The zero value means no
// post-processing and libassimp's default properties.
type Options struct {
	Flags      PostProcess
	Properties []Property
}

// PostProcess is a set of steps that libassimp runs after reading, a bit each:
// aiPostProcessSteps in libassimp's postprocess.h.
type PostProcess uint32

// The steps that package importer runs, and the one that it does better itself.
const (
	Triangulate           PostProcess = C.aiProcess_Triangulate
	GenSmoothNormals      PostProcess = C.aiProcess_GenSmoothNormals
	SortByPType           PostProcess = C.aiProcess_SortByPType           // one kind of face per mesh
	JoinIdenticalVertices PostProcess = C.aiProcess_JoinIdenticalVertices // also of different weights
)

// Names of import properties, of which libassimp's config.h lists more.
const (
	NoSkeletonMeshes  = "IMPORT_NO_SKELETON_MESHES"        // 1 makes no stand-in mesh for a bare skeleton
	FBXPreservePivots = "IMPORT_FBX_PRESERVE_PIVOTS"       // 1 (default) keeps pivots as nodes
	ColladaUseNames   = "IMPORT_COLLADA_USE_COLLADA_NAMES" // 1 names nodes by name instead of id
)

// Property is a named integer setting of an import.
type Property struct {
	name  string
	value int32
}

// Int makes a property.
func Int(name string, v int32) Property { return Property{name, v} }

// Name is the property's name.
func (p Property) Name() string { return p.name }

// propertyStore copies properties into libassimp. The store must be freed with
// C.sinew_properties_free; it is nil without properties.
func propertyStore(properties []Property) (*C.struct_aiPropertyStore, error) {
	if len(properties) == 0 {
		return nil, nil
	}
	store := C.sinew_properties_new()
	if store == nil {
		return nil, errors.New("out of memory")
	}
	for _, p := range properties {
		if err := p.put(store); err != nil {
			C.sinew_properties_free(store)
			return nil, fmt.Errorf("property %q: %w", p.name, err)
		}
	}
	return store, nil
}

func (p Property) put(store *C.struct_aiPropertyStore) error {
	if p.name == "" || strings.IndexByte(p.name, 0) >= 0 {
		return errors.New("not a property name")
	}
	name := C.CString(p.name)
	defer C.free(unsafe.Pointer(name))
	if C.sinew_properties_int(store, name, C.int(p.value)) == 0 {
		return errors.New("out of memory")
	}
	return nil
}
