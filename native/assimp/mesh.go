//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// Mesh is a view of one mesh: vertices of one material, in the space of the node
// that carries it.
type Mesh struct {
	p *C.struct_aiMesh
	s *Scene
}

// The kinds of faces in a mesh, for Mesh.PrimitiveTypes.
const (
	PrimitivePoint    = 1 << 0
	PrimitiveLine     = 1 << 1
	PrimitiveTriangle = 1 << 2
	PrimitivePolygon  = 1 << 3
)

// MaxSets is the largest number of UV and of colour sets a mesh can have.
const MaxSets = C.AI_MAX_NUMBER_OF_TEXTURECOORDS

// MorphMethod says how morph targets combine.
type MorphMethod uint32

// The morph methods, aiMorphingMethod in libassimp's mesh.h. Importers often
// leave it unset.
const (
	MorphUnset      MorphMethod = 0
	MorphBlend      MorphMethod = 1 // vertex blending
	MorphNormalized MorphMethod = 2 // base·(1−Σw) + Σ w·target
	MorphRelative   MorphMethod = 3 // base + Σ w·(target−base)
)

// IsNil tells whether this is no mesh.
func (m Mesh) IsNil() bool { return m.p == nil }

func (m Mesh) c() *C.struct_aiMesh {
	if m.p == nil {
		return &noMesh
	}
	return m.p
}

var noMesh C.struct_aiMesh

// Name is the mesh's name, often empty or not unique.
func (m Mesh) Name() string { return text(&m.c().mName) }

// Vertices are the positions.
func (m Mesh) Vertices() [][3]float32 { return m.vectors(m.c().mVertices) }

// Normals has one unit vector per vertex, or is nil.
func (m Mesh) Normals() [][3]float32 { return m.vectors(m.c().mNormals) }

// Tangents has one vector per vertex, or is nil.
func (m Mesh) Tangents() [][3]float32 { return m.vectors(m.c().mTangents) }

// Bitangents has one vector per vertex, or is nil.
func (m Mesh) Bitangents() [][3]float32 { return m.vectors(m.c().mBitangents) }

// UV is a set of texture coordinates, one per vertex, or nil. V points up.
func (m Mesh) UV(set int) [][3]float32 {
	if set < 0 || set >= len(m.c().mTextureCoords) {
		return nil
	}
	return m.vectors(m.c().mTextureCoords[set])
}

// UVComponents tells how many of the three components of a UV set are used.
func (m Mesh) UVComponents(set int) int {
	if set < 0 || set >= len(m.c().mNumUVComponents) {
		return 0
	}
	return int(m.c().mNumUVComponents[set])
}

// Colors is a set of vertex colours, red to alpha, one per vertex, or nil.
func (m Mesh) Colors(set int) [][4]float32 {
	if set < 0 || set >= len(m.c().mColors) {
		return nil
	}
	return view[[4]float32](m.c().mColors[set], m.c().mNumVertices)
}

func (m Mesh) vectors(p *C.struct_aiVector3D) [][3]float32 {
	return view[[3]float32](p, m.c().mNumVertices)
}

// PrimitiveTypes has the Primitive bit of every kind of face in the mesh.
func (m Mesh) PrimitiveTypes() uint32 { return uint32(m.c().mPrimitiveTypes) }

// Faces is the number of faces.
func (m Mesh) Faces() int { return len(m.faces()) }

// Face gives the vertices of face i: 1 for a point, 2 for a line, 3 for a
// triangle, more for a polygon.
func (m Mesh) Face(i int) []uint32 {
	faces := m.faces()
	if i < 0 || i >= len(faces) {
		return nil
	}
	return view[uint32](faces[i].mIndices, faces[i].mNumIndices)
}

// AppendTriangles appends the vertices of all triangles to indices, three each,
// and leaves other faces out.
func (m Mesh) AppendTriangles(indices []uint32) []uint32 {
	for _, face := range m.faces() {
		if face.mNumIndices == 3 && face.mIndices != nil {
			indices = append(indices, view[uint32](face.mIndices, 3)...)
		}
	}
	return indices
}

func (m Mesh) faces() []C.struct_aiFace {
	return view[C.struct_aiFace](m.c().mFaces, m.c().mNumFaces)
}

// Material is the mesh's material, for Scene.Material.
func (m Mesh) Material() int { return int(m.c().mMaterialIndex) }

// Bones is the number of bones.
func (m Mesh) Bones() int { return count(m.c().mBones, m.c().mNumBones) }

// Bone is bone i.
func (m Mesh) Bone(i int) Bone { return Bone{at(m.c().mBones, m.c().mNumBones, i), m.s} }

// AnimMeshes is the number of morph targets.
func (m Mesh) AnimMeshes() int { return count(m.c().mAnimMeshes, m.c().mNumAnimMeshes) }

// AnimMesh is morph target i.
func (m Mesh) AnimMesh(i int) AnimMesh {
	return AnimMesh{at(m.c().mAnimMeshes, m.c().mNumAnimMeshes, i), m.s}
}

// MorphMethod says how the morph targets combine.
func (m Mesh) MorphMethod() MorphMethod { return MorphMethod(m.c().mMethod) }

// Bone is a view of one bone of a mesh: a node, by name, and the vertices it
// moves.
type Bone struct {
	p *C.struct_aiBone
	s *Scene
}

// IsNil tells whether this is no bone.
func (b Bone) IsNil() bool { return b.p == nil }

// Name is the name of the node that moves the bone. Some files have no such
// node.
func (b Bone) Name() string {
	if b.p == nil {
		return ""
	}
	return text(&b.p.mName)
}

// Offset is the inverse bind matrix: it takes the mesh's space to the bone's.
func (b Bone) Offset() Mat4 {
	if b.p == nil {
		return Mat4{}
	}
	return matrix(&b.p.mOffsetMatrix)
}

// Weights lists the vertices the bone moves.
func (b Bone) Weights() []VertexWeight {
	if b.p == nil {
		return nil
	}
	return view[VertexWeight](b.p.mWeights, b.p.mNumWeights)
}

// AnimMesh is a view of one morph target. Its arrays replace those of the mesh
// they belong to: they are absolute, not offsets.
type AnimMesh struct {
	p *C.struct_aiAnimMesh
	s *Scene
}

// IsNil tells whether this is no morph target.
func (a AnimMesh) IsNil() bool { return a.p == nil }

func (a AnimMesh) c() *C.struct_aiAnimMesh {
	if a.p == nil {
		return &noAnimMesh
	}
	return a.p
}

var noAnimMesh C.struct_aiAnimMesh

// Name is the target's name.
func (a AnimMesh) Name() string { return text(&a.c().mName) }

// Vertices has one position per vertex of the mesh, or is nil where the target
// moves none.
func (a AnimMesh) Vertices() [][3]float32 { return a.vectors(a.c().mVertices) }

// Normals has one vector per vertex, or is nil.
func (a AnimMesh) Normals() [][3]float32 { return a.vectors(a.c().mNormals) }

// Tangents has one vector per vertex, or is nil.
func (a AnimMesh) Tangents() [][3]float32 { return a.vectors(a.c().mTangents) }

// Weight is the target's weight where no animation says otherwise.
func (a AnimMesh) Weight() float32 { return float32(a.c().mWeight) }

func (a AnimMesh) vectors(p *C.struct_aiVector3D) [][3]float32 {
	return view[[3]float32](p, a.c().mNumVertices)
}
