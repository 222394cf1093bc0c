package scene

import "github.com/sinew-anim/sinew/soa"

// Scene is the content of a file in the form that the passes use. Its arrays may be views of
// memory that Format.Close frees.
type Scene struct {
	Meshes          []*Mesh
	Materials       []Material
	Pictures        []Picture // embedded in the file
	Animations      int
	Cameras, Lights int
	Bytes           int64 // used by the reader
}

// Mesh is a mesh with one material. Each attribute has one value per vertex, or is empty.
type Mesh struct {
	Name      string
	Material  int  // index in Scene.Materials, or soa.None
	Triangles bool // has triangles, not only points or lines
	Faces     int

	Positions, Normals, Tangents [][3]float32
	// Bitangents, or Sides of them (+1 and −1), accompany Tangents.
	Bitangents [][3]float32
	Sides      []float32
	UV         map[int][][3]float32 // per set; the third number is unused
	FromBottom bool                 // v increases from the picture's bottom, not its top
	Colors     [][4]float32
	Index      []uint32 // 3 per triangle; may exceed the vertices

	Bones  []MeshBone // unless Format.Skin reads the influences
	Shapes []MeshShape
}

// MeshBone is a bone of a mesh, with the vertices that it moves.
type MeshBone struct {
	Name    string // of its node
	Offset  [16]float32
	Weights []VertexWeight
}

// VertexWeight is the weight of a bone on a vertex.
type VertexWeight struct {
	Vertex uint32
	Weight float32
}

// MeshShape is a morph target, as positions of all vertices.
type MeshShape struct {
	Name               string
	Rest               float32
	Positions, Normals [][3]float32
}

// Material is a material with the sources of its maps, whose Texture and UVSet are unset.
type Material struct {
	soa.Material
	Sources []MapSource // of each of Maps
}

// MapSource is what the file states of a map.
type MapSource struct {
	Picture string // "*0" is the first embedded picture; "" means none
	Set     int    // of the file's texture coordinates
}

// AddMap adds a map, of a higher role than those before.
func (m *Material) AddMap(from MapSource, to soa.TextureMap) {
	m.Sources, m.Maps = append(m.Sources, from), append(m.Maps, to)
}

// Picture is an embedded picture: encoded, or RGBA texels.
type Picture struct {
	Name          string
	Data          []byte
	Width, Height int // 0: encoded
}
