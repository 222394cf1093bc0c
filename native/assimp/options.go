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

// PostProcess is a bit set of libassimp's steps after reading: aiPostProcessSteps in
// postprocess.h.
type PostProcess uint32

// The steps that package importer runs, and JoinIdenticalVertices, which it replaces.
const (
	Triangulate           PostProcess = C.aiProcess_Triangulate
	GenSmoothNormals      PostProcess = C.aiProcess_GenSmoothNormals
	SortByPType           PostProcess = C.aiProcess_SortByPType           // one kind of face per mesh
	JoinIdenticalVertices PostProcess = C.aiProcess_JoinIdenticalVertices // even if weights differ
)

// Names of import properties. libassimp's config.h lists more.
const (
	NoSkeletonMeshes  = "IMPORT_NO_SKELETON_MESHES"        // 1: a skeleton without meshes gets no mesh made of its bones
	FBXPreservePivots = "IMPORT_FBX_PRESERVE_PIVOTS"       // 1 (default): pivots become nodes
	ColladaUseNames   = "IMPORT_COLLADA_USE_COLLADA_NAMES" // 1: node names from name, not id
)

// Property is a named integer setting of an import.
type Property struct {
	name  string
	value int32
}

// Int returns an integer property.
func Int(name string, v int32) Property { return Property{name, v} }

// Name is the property's name.
func (p Property) Name() string { return p.name }

// propertyStore copies properties into a libassimp store, nil without properties. The
// caller frees it with C.sinew_properties_free.
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
