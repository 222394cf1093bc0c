//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// MaxName is the maximum length of a name in bytes; libassimp truncates longer ones.
const MaxName = C.SINEW_MAX_TEXT - 1

// Node is a view of one node of the tree. Views of the same node are equal, so a Node
// can be a map key. The zero Node is nil.
type Node struct {
	p *C.struct_aiNode
	s *Scene // kept alive by its views
}

func node(s *Scene, p *C.struct_aiNode) Node {
	if p == nil {
		return Node{}
	}
	return Node{p, s}
}

var noNode C.struct_aiNode

func (n Node) c() *C.struct_aiNode {
	if n.p == nil {
		return &noNode
	}
	return n.p
}

// IsNil reports whether there is no node, as for the root's parent.
func (n Node) IsNil() bool { return n.p == nil }

// Name is the node's name. It may be empty and need not be unique.
func (n Node) Name() string { return text(&n.c().mName) }

// Transform is the node's matrix relative to its parent.
func (n Node) Transform() Mat4 { return matrix(&n.c().mTransformation) }

// Parent is the node above, nil for the root.
func (n Node) Parent() Node { return node(n.s, n.c().mParent) }

// Children is the number of child nodes.
func (n Node) Children() int { return count(n.c().mChildren, n.c().mNumChildren) }

// Child is child i.
func (n Node) Child(i int) Node {
	if i < 0 || i >= n.Children() {
		return Node{}
	}
	return node(n.s, elementAt(n.p.mChildren, n.p.mNumChildren, i))
}

// Meshes lists the meshes of the node, as indices for Scene.Mesh.
func (n Node) Meshes() []uint32 { return view[uint32](n.c().mMeshes, n.c().mNumMeshes) }
