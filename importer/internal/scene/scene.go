package scene

import "github.com/sinew-anim/sinew/soa"

// Scene is what a file shows, as its reader hands it to the passes. Its arrays may be views of
// memory that Format.Close frees.
type Scene struct {
	Meshes          []*Mesh
	Materials       []Material
	Pictures        []Picture // that the file embeds
	Animations      int
	Cameras, Lights int
	Bytes           int64 // of the reader's memory
}

// Mesh is a mesh of one material. Each attribute has a value per vertex, or none.
type Mesh struct {
	Name      string
	Material  int  // of the scene, or soa.None
	Triangles bool // it has some; else points or lines alone
	Faces     int

	Positions, Normals, Tangents [][3]float32
	// Bitangents, or Sides of them (+1 and −1), come with Tangents.
	Bitangents [][3]float32
	Sides      []float32
	UV         [][][3]float32 // by set; the third number has no meaning
	FromBottom bool           // v counts from the picture's bottom, not its top
	Colors     [][4]float32
	Index      []uint32 // 3 per triangle, perhaps beyond the vertices

	Bones  []MeshBone // where Format.Skin does not read the influences
	Shapes []MeshShape
}

// UVSet returns the coordinates of a set, or none.
func (m *Mesh) UVSet(set int) [][3]float32 {
	if set < 0 || set >= len(m.UV) {
		return nil
	}
	return m.UV[set]
}

// MeshBone is a bone of a mesh.
type MeshBone struct {
	Name    string // of its node
	Offset  [16]float32
	Weights []VertexWeight
}

// VertexWeight is how much a bone moves a vertex.
type VertexWeight struct {
	Vertex uint32
	Weight float32
}

// MeshShape is a morph target by the places of all vertices.
type MeshShape struct {
	Name               string
	Rest               float32
	Positions, Normals [][3]float32
}

// Material is a material and its picture.
type Material struct {
	soa.Material        // without Texture
	Picture      string // its name: "*0" is the first that the file embeds, "" none
	UVSet        int
}

// Picture is an encoded picture in the file, or RGBA texels.
type Picture struct {
	Name          string
	Data          []byte
	Width, Height int // 0: encoded
}
