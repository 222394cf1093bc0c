//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// Mesh is a view of one mesh: vertices of one material, in the space of the node
// that refers to it.
type Mesh struct {
	p *C.struct_aiMesh
	s *Scene
}

// PrimitiveTriangle is the bit of Mesh.PrimitiveTypes for triangles.
const PrimitiveTriangle = C.aiPrimitiveType_TRIANGLE

// Name is the mesh's name, often empty or not unique.
func (m Mesh) Name() string { return text(&m.p.mName) }

// Vertices are the positions.
func (m Mesh) Vertices() [][3]float32 { return m.vectors(m.p.mVertices) }

// Normals has one unit vector per vertex, or is nil.
func (m Mesh) Normals() [][3]float32 { return m.vectors(m.p.mNormals) }

// Tangents has one vector per vertex, or is nil.
func (m Mesh) Tangents() [][3]float32 { return m.vectors(m.p.mTangents) }

// Bitangents has one vector per vertex, or is nil.
func (m Mesh) Bitangents() [][3]float32 { return m.vectors(m.p.mBitangents) }

// UV is a set of texture coordinates, one per vertex, or nil. V points up.
func (m Mesh) UV(set int) [][3]float32 {
	if set < 0 || set >= len(m.p.mTextureCoords) {
		return nil
	}
	return m.vectors(m.p.mTextureCoords[set])
}

// Colors is a set of vertex colours, red to alpha, one per vertex, or nil.
func (m Mesh) Colors(set int) [][4]float32 {
	if set < 0 || set >= len(m.p.mColors) {
		return nil
	}
	return view[[4]float32](m.p.mColors[set], m.p.mNumVertices)
}

func (m Mesh) vectors(p *C.struct_aiVector3D) [][3]float32 {
	return view[[3]float32](p, m.p.mNumVertices)
}

// PrimitiveTypes has a bit for every kind of face in the mesh, aiPrimitiveType in
// libassimp's mesh.h.
func (m Mesh) PrimitiveTypes() uint32 { return uint32(m.p.mPrimitiveTypes) }

// Faces is the number of faces.
func (m Mesh) Faces() int { return len(m.faces()) }

// Face returns the vertices of face i: 1 for a point, 2 for a line, 3 for a
// triangle, more for a polygon.
func (m Mesh) Face(i int) []uint32 {
	faces := m.faces()
	if i < 0 || i >= len(faces) {
		return nil
	}
	return view[uint32](faces[i].mIndices, faces[i].mNumIndices)
}

func (m Mesh) faces() []C.struct_aiFace {
	return view[C.struct_aiFace](m.p.mFaces, m.p.mNumFaces)
}

// Material is the mesh's material, an index for Scene.Material.
func (m Mesh) Material() int { return int(m.p.mMaterialIndex) }

// Bones is the number of bones.
func (m Mesh) Bones() int { return count(m.p.mBones, m.p.mNumBones) }

// Bone is bone i.
func (m Mesh) Bone(i int) Bone { return Bone{elementAt(m.p.mBones, m.p.mNumBones, i), m.s} }

// AnimMeshes is the number of morph targets.
func (m Mesh) AnimMeshes() int { return count(m.p.mAnimMeshes, m.p.mNumAnimMeshes) }

// AnimMesh is morph target i.
func (m Mesh) AnimMesh(i int) AnimMesh {
	return AnimMesh{elementAt(m.p.mAnimMeshes, m.p.mNumAnimMeshes, i), m.s}
}

// Bone is a view of one bone of a mesh: the name of a node, and the vertices that
// follow it.
type Bone struct {
	p *C.struct_aiBone
	s *Scene
}

// Name is the name of the bone's node. Some files have no such node.
func (b Bone) Name() string { return text(&b.p.mName) }

// Offset is the inverse bind matrix: from the mesh's space to the bone's.
func (b Bone) Offset() Mat4 { return matrix(&b.p.mOffsetMatrix) }

// Weights lists the vertices that follow the bone.
func (b Bone) Weights() []VertexWeight { return view[VertexWeight](b.p.mWeights, b.p.mNumWeights) }

// AnimMesh is a view of one morph target. Its arrays replace those of the mesh:
// they are absolute, not offsets.
type AnimMesh struct {
	p *C.struct_aiAnimMesh
	s *Scene
}

// Name is the target's name.
func (a AnimMesh) Name() string { return text(&a.p.mName) }

// Vertices has one position per vertex of the mesh, or is nil if the target moves none.
func (a AnimMesh) Vertices() [][3]float32 { return view[[3]float32](a.p.mVertices, a.p.mNumVertices) }

// Normals has one vector per vertex, or is nil.
func (a AnimMesh) Normals() [][3]float32 { return view[[3]float32](a.p.mNormals, a.p.mNumVertices) }

// Weight is the target's weight without an animation.
func (a AnimMesh) Weight() float32 { return float32(a.p.mWeight) }
