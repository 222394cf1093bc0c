//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

import (
	"runtime"
	"sync/atomic"
)

// Scene is an imported file. It owns libassimp's memory, which Close releases.
type Scene struct {
	data    atomic.Pointer[C.struct_aiScene]
	cleanup runtime.Cleanup
}

func newScene(data *C.struct_aiScene) *Scene {
	s := &Scene{}
	s.data.Store(data)
	s.cleanup = runtime.AddCleanup(s, func(data *C.struct_aiScene) { C.sinew_release(data) }, data)
	return s
}

// Close releases the scene. Its views become invalid; the Scene itself reads as empty.
// Closing twice, or closing nil, does nothing.
func (s *Scene) Close() {
	if s == nil {
		return
	}
	if data := s.data.Swap(nil); data != nil {
		s.cleanup.Stop()
		C.sinew_release(data)
	}
}

// nothing is the content of a closed Scene.
var nothing C.struct_aiScene

func (s *Scene) c() *C.struct_aiScene {
	if s != nil {
		if data := s.data.Load(); data != nil {
			return data
		}
	}
	return &nothing
}

// Memory is the number of bytes that the scene occupies, by libassimp's count.
func (s *Scene) Memory() int64 {
	data := s.c()
	if data == &nothing {
		return 0
	}
	return int64(C.sinew_memory(data))
}

// Root is the root of the node tree; nil for a closed scene.
func (s *Scene) Root() Node { return node(s, s.c().mRootNode) }

// Meshes is the number of meshes.
func (s *Scene) Meshes() int { return count(s.c().mMeshes, s.c().mNumMeshes) }

// Mesh is mesh i; Node.Meshes holds such indices.
func (s *Scene) Mesh(i int) Mesh {
	return Mesh{elementAt(s.c().mMeshes, s.c().mNumMeshes, i), s}
}

// Animations is the number of animations.
func (s *Scene) Animations() int { return count(s.c().mAnimations, s.c().mNumAnimations) }

// Animation is animation i, in the file's order.
func (s *Scene) Animation(i int) Animation {
	return Animation{elementAt(s.c().mAnimations, s.c().mNumAnimations, i), s}
}

// Materials is the number of materials.
func (s *Scene) Materials() int { return count(s.c().mMaterials, s.c().mNumMaterials) }

// Material is material i; Mesh.Material is such an index.
func (s *Scene) Material(i int) Material {
	return Material{elementAt(s.c().mMaterials, s.c().mNumMaterials, i), s}
}

// Textures is the number of embedded textures.
func (s *Scene) Textures() int { return count(s.c().mTextures, s.c().mNumTextures) }

// Texture is embedded texture i.
func (s *Scene) Texture(i int) Texture {
	return Texture{elementAt(s.c().mTextures, s.c().mNumTextures, i), s}
}

// Cameras is the number of cameras.
func (s *Scene) Cameras() int { return count(s.c().mCameras, s.c().mNumCameras) }

// Lights is the number of lights.
func (s *Scene) Lights() int { return count(s.c().mLights, s.c().mNumLights) }

// Metadata is the file's own description: axes, units, generator.
func (s *Scene) Metadata() Metadata { return Metadata{s.c().mMetaData, s} }
