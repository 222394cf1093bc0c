package soa

// Origin holds the parts of the glTF file that a model was made from, so that package exporter
// keeps the unedited ones. Numbers are those of the file, −1 for none.
//
//	Skeleton   Name[j] Parent[j] Rest[j]    as imported     Joints[j]   node
//	Meshes[m]  Node, Mesh, Primitive, and prints of the vertices and of the influences
//	Weights[w] Node, Target
//	Clips[c]   Animation, Name, and prints of the keys and of the rest
//
// A print is a hash, which edits change.
type Origin struct {
	Skeleton *Skeleton
	Joints   []int // node of each joint
	Meshes   []MeshOrigin
	Weights  []WeightOrigin
	Clips    []ClipOrigin
	Floats   int    // number of custom properties
	Looks    uint64 // print of materials and textures
	Face     uint64 // print of morph weights, expressions, visibility and the avatar
}

// MeshOrigin is the origin of a mesh.
type MeshOrigin struct {
	Node, Mesh, Primitive int
	Shape, Influences     uint64 // prints
}

// WeightOrigin is a morph weight of a node.
type WeightOrigin struct{ Node, Target int }

// ClipOrigin is the origin of a clip.
type ClipOrigin struct {
	Animation  int
	Name       string
	Keys, Rest uint64 // prints; Rest is of the start, loop, events and root motion
}
