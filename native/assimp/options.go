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

// Options says how to import. The zero value changes nothing: no
// post-processing, libassimp's default properties, no log.
type Options struct {
	Flags      PostProcess
	Properties []Property
	// Log collects what libassimp logs during the import, for Scene.Log. The
	// first import with it attaches a log stream to the library for good, after
	// which libassimp formats its messages in every import of the process.
	Log bool
}

// PostProcess is a set of steps that libassimp runs after reading.
type PostProcess uint32

// The post-processing steps, aiPostProcessSteps in libassimp's postprocess.h.
const (
	CalcTangentSpace         PostProcess = 1 << 0
	JoinIdenticalVertices    PostProcess = 1 << 1
	MakeLeftHanded           PostProcess = 1 << 2
	Triangulate              PostProcess = 1 << 3
	RemoveComponent          PostProcess = 1 << 4
	GenNormals               PostProcess = 1 << 5
	GenSmoothNormals         PostProcess = 1 << 6
	SplitLargeMeshes         PostProcess = 1 << 7
	PreTransformVertices     PostProcess = 1 << 8 // destroys the hierarchy and the animation
	LimitBoneWeights         PostProcess = 1 << 9 // drops bones it empties
	ValidateDataStructure    PostProcess = 1 << 10
	ImproveCacheLocality     PostProcess = 1 << 11
	RemoveRedundantMaterials PostProcess = 1 << 12
	FixInfacingNormals       PostProcess = 1 << 13
	PopulateArmatureData     PostProcess = 1 << 14
	SortByPType              PostProcess = 1 << 15
	FindDegenerates          PostProcess = 1 << 16
	FindInvalidData          PostProcess = 1 << 17
	GenUVCoords              PostProcess = 1 << 18
	TransformUVCoords        PostProcess = 1 << 19
	FindInstances            PostProcess = 1 << 20
	OptimizeMeshes           PostProcess = 1 << 21
	OptimizeGraph            PostProcess = 1 << 22 // destroys the hierarchy
	FlipUVs                  PostProcess = 1 << 23
	FlipWindingOrder         PostProcess = 1 << 24
	SplitByBoneCount         PostProcess = 1 << 25
	Debone                   PostProcess = 1 << 26
	GlobalScale              PostProcess = 1 << 27
	EmbedTextures            PostProcess = 1 << 28
	ForceGenNormals          PostProcess = 1 << 29
	DropNormals              PostProcess = 1 << 30
	GenBoundingBoxes         PostProcess = 1 << 31
)

// Names of import properties, from libassimp's config.h, that matter for
// animated files. Any other name of that header may be given as a string.
const (
	NoSkeletonMeshes      = "IMPORT_NO_SKELETON_MESHES"             // Int: 1 makes no stand-in mesh for a bare skeleton
	FBXPreservePivots     = "IMPORT_FBX_PRESERVE_PIVOTS"            // Int: 1 (default) keeps pivots as helper nodes
	FBXReadAllMaterials   = "IMPORT_FBX_READ_ALL_MATERIALS"         // Int
	FBXStrict             = "IMPORT_FBX_STRICT_MODE"                // Int
	ColladaUseNames       = "IMPORT_COLLADA_USE_COLLADA_NAMES"      // Int: 1 names nodes by name instead of id
	ColladaIgnoreUp       = "IMPORT_COLLADA_IGNORE_UP_DIRECTION"    // Int
	MD5NoAnimAutoload     = "IMPORT_MD5_NO_ANIM_AUTOLOAD"           // Int: 1 leaves X.md5anim beside X.md5mesh alone
	GlobalKeyframe        = "IMPORT_GLOBAL_KEYFRAME"                // Int: which frame of vertex-animated formats
	SmoothingAngle        = "PP_GSN_MAX_SMOOTHING_ANGLE"            // Float, degrees: GenSmoothNormals
	TangentSmoothingAngle = "PP_CT_MAX_SMOOTHING_ANGLE"             // Float, degrees: CalcTangentSpace
	RemovePrimitives      = "PP_SBP_REMOVE"                         // Int, Primitive* bits: SortByPType drops these
	RemoveComponents      = "PP_RVC_FLAGS"                          // Int, aiComponent bits: RemoveComponent
	GlobalScaleFactor     = "GLOBAL_SCALE_FACTOR"                   // Float: GlobalScale
	MultithreadingHint    = "GLOB_MULTITHREADING"                   // Int
	LWSAnimStart          = "IMPORT_LWS_ANIM_START"                 // Int, frame
	LWSAnimEnd            = "IMPORT_LWS_ANIM_END"                   // Int, frame
	OgreMaterialFile      = "IMPORT_OGRE_MATERIAL_FILE"             // String
	OgreTextureTypeByName = "IMPORT_OGRE_TEXTURETYPE_FROM_FILENAME" // Int
)

// Property is a named setting of an import; Int, Float, String and Matrix make
// one.
type Property struct {
	name  string
	value any // int32, float32, string or Mat4
}

// Int makes an integer property. Values beyond 32 bits make the import fail.
func Int(name string, v int) Property {
	if int(int32(v)) != v {
		return Property{name, fmt.Errorf("%d does not fit 32 bits", v)}
	}
	return Property{name, int32(v)}
}

// Float makes a floating point property.
func Float(name string, v float32) Property { return Property{name, v} }

// String makes a text property of at most 1,023 bytes.
func String(name, v string) Property { return Property{name, v} }

// Matrix makes a matrix property.
func Matrix(name string, v Mat4) Property { return Property{name, v} }

// Name is the property's name.
func (p Property) Name() string { return p.name }

// propertyStore copies properties into libassimp. The store must be freed with
// C.sinew_properties_free; it is nil where there are none.
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
	var done C.int
	switch v := p.value.(type) {
	case error:
		return v
	case int32:
		done = C.sinew_properties_int(store, name, C.int(v))
	case float32:
		done = C.sinew_properties_float(store, name, C.float(v))
	case Mat4:
		done = C.sinew_properties_matrix(store, name, (*C.float)(&v[0]))
	case string:
		if len(v) > C.SINEW_MAX_STRING || strings.IndexByte(v, 0) >= 0 {
			return fmt.Errorf("not a text of at most %d bytes without NUL", int(C.SINEW_MAX_STRING))
		}
		text := C.CString(v)
		defer C.free(unsafe.Pointer(text))
		done = C.sinew_properties_string(store, name, text, C.size_t(len(v)))
	default:
		return errors.New("has no value")
	}
	if done == 0 {
		return errors.New("out of memory")
	}
	return nil
}
