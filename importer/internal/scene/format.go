package scene

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Format is what a file says, as the reader of its format knows it. An import asks in the
// order of the methods: what comes later may depend on what came before.
type Format interface {
	// Open reads the file and sets Input.Scene.
	Open() error
	// Close frees what Open took.
	Close()

	// ReadNodes returns the nodes with the names and places that the file gives them, and
	// sets Input.Tree.
	ReadNodes() error
	// Space is the transform from the file's axes and unit to the model's.
	Space() exact.Matrix
	// Match finds the nodes that the file's own objects are.
	Match() error
	// Keys is how many keys the file's animations have.
	Keys() int

	ReadSkins() error
	// Skin is the skin of a node's mesh, or nil where libassimp's bones are right.
	Skin(node int) *Skin
	ReadShapes()
	// BindClips makes the clips, their channels bound to nodes.
	BindClips(b *Binder) error
	// Kept lists nodes that become joints though nothing moves them; Limbs those of a
	// skeleton, which do where it is all there is.
	Kept() []int
	Limbs() []int

	// Own is the frame of a node of which children may leave out the scale, or nil.
	Own(node int) *OwnFrame
	// Rest is how the file states the rest transform of a node, a factor for each of the
	// channels that drive it; nil where the node's matrix says it.
	Rest(node int, driven bool) []Rest

	// MeshName is the file's name of a mesh.
	MeshName(mesh string) string
	// Influences returns the influences of a mesh's vertices where its skin is read by the
	// file, or nil where they cannot be read.
	Influences(node int, mesh *Mesh, name string) *Influences
	// SetSkinning sets the way in which a mesh is skinned; several says that a vertex has
	// several influences. Blend is of the file's vertices.
	SetSkinning(m *soa.Mesh, mesh *Mesh, node int, several bool)
	// WholeShapes returns the morph targets of a mesh as places of all its vertices,
	// SparseShapes as what they move; either adds their weights.
	WholeShapes(m *soa.Mesh, mesh *Mesh, node int, w *WeightSet) ([]WholeShape, error)
	SparseShapes(m *soa.Mesh, mesh *Mesh, node int, w *WeightSet) *SparseShapes

	// Finish reports what of the file is in no mesh.
	Finish()
	// Avatar returns what the file says of an avatar, or nil. joint returns the joint of a
	// node, or −1.
	Avatar(joint func(node int) int) *soa.Avatar
}

// Skin is what a file states of the skin of a node's mesh.
type Skin struct {
	Bones  []Bone
	ByNode map[int]int // the first bone of a node
	Listed bool        // libassimp has these bones, in their order, whatever it calls them
	Own    bool        // the influences are read from the file: see Influences
	// Exact: a mesh looks otherwise on nodes with another skin, or none. Apart: and on every
	// node, since each has morph weights of its own.
	Exact, Apart bool
}

// Bone is a bone's node and the matrix from its mesh to it when they are bound.
type Bone struct {
	Node   int
	Offset exact.Matrix
}

// Listing is the bones that libassimp has in their order.
func (s *Skin) Listing() []Bone {
	if s == nil || !s.Listed {
		return nil
	}
	return s.Bones
}

// ListsAs reports whether a mesh looks the same on nodes of two skins, or none: whether they
// list bones of the same nodes.
func (s *Skin) ListsAs(other *Skin) bool {
	if s.exact() || other.exact() {
		return s.exact() && other.exact() && !s.Apart && !other.Apart && slices.Equal(s.Bones, other.Bones)
	}
	return slices.EqualFunc(s.Listing(), other.Listing(), func(a, b Bone) bool { return a.Node == b.Node })
}

func (s *Skin) exact() bool { return s != nil && s.Exact }

// ReadsOwn reports whether the influences of a node's mesh are those of the file.
func (s *Skin) ReadsOwn() bool { return s != nil && s.Own && len(s.Bones) > 0 }

// Rest is a part of a node's transform at rest: a matrix that shears, or T·R·S.
type Rest struct {
	Static *exact.Matrix
	T      exact.Vec
	R      exact.Quat
	S      exact.Vec
}

// OwnFrame is a node's transform, of which children may leave out the scale.
type OwnFrame struct {
	Rest
	Geometric exact.Matrix // of its own meshes alone
	Above     int          // the node of whose frame without its scale it is in, or −1
	Shared    bool         // a child leaves out its scale
}
