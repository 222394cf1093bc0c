//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
)

// Scene is an imported file. It owns memory of libassimp, which Close gives
// back.
type Scene struct {
	data      atomic.Pointer[C.struct_aiScene]
	cleanup   runtime.Cleanup
	log       []string
	filesRead []string
}

// SceneFlags says how complete a scene is.
type SceneFlags uint32

// The flags of a scene, AI_SCENE_FLAGS_* in libassimp's scene.h.
const (
	SceneIncomplete        SceneFlags = 1 << 0 // no meshes, or otherwise not whole: usual for motion files
	SceneValidated         SceneFlags = 1 << 1 // ValidateDataStructure found no error
	SceneValidationWarning SceneFlags = 1 << 2 // ValidateDataStructure found something odd
	SceneNonVerbose        SceneFlags = 1 << 3 // JoinIdenticalVertices ran: vertices are shared
	SceneTerrain           SceneFlags = 1 << 4 // pure height map
	SceneAllowShared       SceneFlags = 1 << 5
)

func newScene(data *C.struct_aiScene, log []string) *Scene {
	s := &Scene{log: log}
	s.data.Store(data)
	s.cleanup = runtime.AddCleanup(s, func(data *C.struct_aiScene) { C.sinew_release(data) }, data)
	return s
}

// Close releases the scene. All views of it become invalid; the Scene itself
// then reads as empty. Closing twice, or closing nil, does nothing.
func (s *Scene) Close() {
	if s == nil {
		return
	}
	if data := s.data.Swap(nil); data != nil {
		s.cleanup.Stop()
		C.sinew_release(data)
	}
}

// Err is ErrClosed after Close, and nil before.
func (s *Scene) Err() error {
	if s == nil || s.data.Load() == nil {
		return ErrClosed
	}
	return nil
}

// nothing is the scene a closed Scene shows.
var nothing C.struct_aiScene

func (s *Scene) c() *C.struct_aiScene {
	if s != nil {
		if data := s.data.Load(); data != nil {
			return data
		}
	}
	return &nothing
}

// Memory is the number of bytes that the scene takes, by libassimp's own count.
func (s *Scene) Memory() int64 {
	data := s.data.Load()
	if data == nil {
		return 0
	}
	var m C.struct_aiMemoryInfo
	C.aiGetMemoryRequirements(data, &m)
	return int64(m.total)
}

// Name is the name of the scene, usually empty.
func (s *Scene) Name() string { return text(&s.c().mName) }

// Flags tells how complete the scene is.
func (s *Scene) Flags() SceneFlags { return SceneFlags(s.c().mFlags) }

// Root is the root of the node tree; nil if the scene is closed.
func (s *Scene) Root() Node { return node(s, s.c().mRootNode) }

// Meshes is the number of meshes.
func (s *Scene) Meshes() int { return count(s.c().mMeshes, s.c().mNumMeshes) }

// Mesh is mesh i, as Node.Meshes counts them.
func (s *Scene) Mesh(i int) Mesh {
	return Mesh{at(s.c().mMeshes, s.c().mNumMeshes, i), s}
}

// Animations is the number of animations.
func (s *Scene) Animations() int { return count(s.c().mAnimations, s.c().mNumAnimations) }

// Animation is animation i, in the file's order.
func (s *Scene) Animation(i int) Animation {
	return Animation{at(s.c().mAnimations, s.c().mNumAnimations, i), s}
}

// Materials is the number of materials.
func (s *Scene) Materials() int { return count(s.c().mMaterials, s.c().mNumMaterials) }

// Material is material i, as Mesh.Material counts them.
func (s *Scene) Material(i int) Material {
	return Material{at(s.c().mMaterials, s.c().mNumMaterials, i), s}
}

// Textures is the number of embedded textures.
func (s *Scene) Textures() int { return count(s.c().mTextures, s.c().mNumTextures) }

// Texture is embedded texture i.
func (s *Scene) Texture(i int) Texture {
	return Texture{at(s.c().mTextures, s.c().mNumTextures, i), s}
}

// Cameras is the number of cameras.
func (s *Scene) Cameras() int { return count(s.c().mCameras, s.c().mNumCameras) }

// Camera is camera i.
func (s *Scene) Camera(i int) Camera {
	return Camera{at(s.c().mCameras, s.c().mNumCameras, i), s}
}

// Lights is the number of lights.
func (s *Scene) Lights() int { return count(s.c().mLights, s.c().mNumLights) }

// Light is light i.
func (s *Scene) Light(i int) Light {
	return Light{at(s.c().mLights, s.c().mNumLights, i), s}
}

// Metadata is what the file says of itself: axes, units, generator.
func (s *Scene) Metadata() Metadata { return Metadata{s.c().mMetaData, s} }

// FilesRead lists the names that ImportFS read, cleaned, in order of their first
// opening. It is empty for other imports.
func (s *Scene) FilesRead() []string {
	if s.Err() != nil {
		return nil
	}
	return slices.Clone(s.filesRead)
}

// Log is what libassimp logged during the import, a line each, such as
// "Warn,  T0: …", where Options.Log was set.
func (s *Scene) Log() []string {
	if s.Err() != nil {
		return nil
	}
	return slices.Clone(s.log)
}

// EmbeddedTexture finds the embedded texture that a material's texture path
// means: "*3" is number 3, and any other path means the texture whose file name,
// without directories, is the same.
func (s *Scene) EmbeddedTexture(path string) (Texture, bool) {
	if digits, ok := strings.CutPrefix(path, "*"); ok {
		i, ok := decimal(digits)
		t := s.Texture(i)
		return t, ok && !t.IsNil()
	}
	name := baseName(path)
	for i := range s.Textures() {
		if t := s.Texture(i); name != "" && baseName(t.Filename()) == name {
			return t, true
		}
	}
	return Texture{}, false
}

// decimal reads an index of at most nine digits.
func decimal(digits string) (int, bool) {
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int(d-'0')
	}
	return n, digits != "" && len(digits) <= 9
}

// baseName drops directories, with slashes either way.
func baseName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}
