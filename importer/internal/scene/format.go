package scene

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Format reads one file. An import calls the methods in the order listed; later ones may depend
// on earlier ones.
type Format interface {
	// Open reads the file and sets Input.Scene.
	Open() error
	// Close frees the resources of Open.
	Close()

	// ReadNodes reads the nodes with their names and transforms, and sets Input.Tree.
	ReadNodes() error
	// Space returns the transform from the file's axes and unit to the model's.
	Space() exact.Matrix
	// Match maps the file's own objects to nodes.
	Match() error
	// Keys returns the number of keys in the file's animations.
	Keys() int

	ReadSkins() error
	// Skin returns the skin of a node's mesh, or nil to use libassimp's bones.
	Skin(node int) *Skin
	ReadShapes()
	// BindClips makes the clips and binds their channels to nodes.
	BindClips(b *Binder) error
	// Kept lists nodes that become joints even if nothing moves them. Limbs lists a skeleton's
	// nodes, which become joints if the file contains nothing else.
	Kept() []int
	Limbs() []int

	// Own returns the frame of a node whose children may not inherit its scale, or nil.
	Own(node int) *OwnFrame
	// Rest returns the rest transform of a node as the file states it: one factor for each
	// channel that drives it, or nil to use the node's matrix.
	Rest(node int, driven bool) []Rest

	// MeshName returns the file's name of a mesh.
	MeshName(mesh string) string
	// KeepsNormals reports whether normals that point into their mesh are meant by the file. If
	// not, an exporter's error is assumed and they are negated.
	KeepsNormals() bool
	// Influences returns the influences of a mesh whose skin has Own, or nil if they cannot be
	// read.
	Influences(node int, mesh *Mesh, name string) *Influences
	// SetSkinning sets the skinning method of a mesh. several reports whether a vertex has
	// several influences. Blend refers to the file's vertices.
	SetSkinning(m *soa.Mesh, mesh *Mesh, node int, several bool)
	// WholeShapes returns a mesh's morph targets as positions of all vertices, SparseShapes as
	// deltas. Both add their weights.
	WholeShapes(m *soa.Mesh, mesh *Mesh, node int, w *WeightSet) ([]WholeShape, error)
	SparseShapes(m *soa.Mesh, mesh *Mesh, node int, w *WeightSet) *SparseShapes

	// Finish reports parts of the file that are in no mesh.
	Finish()
	// Expressions returns the file's expressions, of custom properties that BindClips has added and
	// of weights that SparseShapes has.
	Expressions(floats *track.Floats) []soa.Expression
	// Avatar returns the file's avatar description, or nil. joint returns the joint of a node, or
	// −1.
	Avatar(joint func(node int) int) *soa.Avatar
}

// Skin is the skin of a node's mesh, as the file states it.
type Skin struct {
	Bones  []Bone
	ByNode map[int]int // index of a node's first bone
	Listed bool        // libassimp has the same bones in the same order, possibly with other names
	Own    bool        // Influences reads the weights from the file
	// Exact: the mesh looks different on nodes with another skin, or none. Apart: it looks
	// different on every node, since each has its own morph weights.
	Exact, Apart bool
}

// Bone is a bone's node with the matrix from mesh space to the node at bind time.
type Bone struct {
	Node   int
	Offset exact.Matrix
}

// Listing returns the bones, if libassimp has them in the same order.
func (s *Skin) Listing() []Bone {
	if s == nil || !s.Listed {
		return nil
	}
	return s.Bones
}

// Len returns the number of bones of a skin, which may be nil.
func (s *Skin) Len() int {
	if s == nil {
		return 0
	}
	return len(s.Bones)
}

// ListsAs reports whether a mesh looks the same with both skins: whether their bones have the
// same nodes. Either may be nil.
func (s *Skin) ListsAs(other *Skin) bool {
	if s.exact() || other.exact() {
		return s.exact() && other.exact() && !s.Apart && !other.Apart && slices.Equal(s.Bones, other.Bones)
	}
	return slices.EqualFunc(s.Listing(), other.Listing(), func(a, b Bone) bool { return a.Node == b.Node })
}

func (s *Skin) exact() bool { return s != nil && s.Exact }

// ReadsOwn reports whether the influences are read from the file.
func (s *Skin) ReadsOwn() bool { return s != nil && s.Own && len(s.Bones) > 0 }

// Rest is a part of a node's rest transform: a matrix with shear, or T·R·S.
type Rest struct {
	Static *exact.Matrix
	T      exact.Vec
	R      exact.Quat
	S      exact.Vec
	Exact  bool // a scale near 1 is meant: it is no rounding
}

// OwnFrame is a node's transform whose scale children may not inherit.
type OwnFrame struct {
	Rest
	Geometric exact.Matrix // applies to the node's meshes only
	Above     int          // the node whose frame without scale is the parent, or −1
	Shared    bool         // some child does not inherit the scale
}
