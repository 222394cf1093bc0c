//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// Node is a view of one node of the tree. Two views of one node are equal, so a
// Node may be the key of a map.
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

// IsNil tells whether this is no node: the parent of the root, for one.
func (n Node) IsNil() bool { return n.p == nil }

// Name is the node's name. It may be empty and need not be unique.
func (n Node) Name() string {
	if n.p == nil {
		return ""
	}
	return text(&n.p.mName)
}

// Transform is the node's matrix relative to its parent.
func (n Node) Transform() Mat4 {
	if n.p == nil {
		return Mat4{}
	}
	return matrix(&n.p.mTransformation)
}

// Parent is the node above, nil for the root.
func (n Node) Parent() Node {
	if n.p == nil {
		return Node{}
	}
	return node(n.s, n.p.mParent)
}

// Children is the number of nodes right below.
func (n Node) Children() int {
	if n.p == nil {
		return 0
	}
	return count(n.p.mChildren, n.p.mNumChildren)
}

// Child is child i.
func (n Node) Child(i int) Node {
	if n.p == nil {
		return Node{}
	}
	return node(n.s, at(n.p.mChildren, n.p.mNumChildren, i))
}

// Meshes lists the meshes that hang on the node, for Scene.Mesh.
func (n Node) Meshes() []uint32 {
	if n.p == nil {
		return nil
	}
	return view[uint32](n.p.mMeshes, n.p.mNumMeshes)
}

// Metadata is what the file says of the node.
func (n Node) Metadata() Metadata {
	if n.p == nil {
		return Metadata{}
	}
	return Metadata{n.p.mMetaData, n.s}
}
