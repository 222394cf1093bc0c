package vertex

import (
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Mesh is a mesh to pack, or a part of one with a palette of its own.
type Mesh struct {
	*soa.Mesh
	// Entries lists, ascending, the palette entries of the skin that the part's palette has;
	// nil: all, in the skin's order.
	Entries []uint16
	// Vertex lists the vertices of Whole that the part has; nil: all.
	Vertex []uint32
	// Whole is the mesh that this is a part of, whose formats the part has; nil: it is no part.
	Whole *soa.Mesh
}

// whole returns the mesh whose values decide the formats.
func (m *Mesh) whole() *soa.Mesh {
	if m.Whole != nil {
		return m.Whole
	}
	return m.Mesh
}

// entries returns one more than the largest index of a palette entry.
func (m *Mesh) entries() int {
	if m.Entries != nil {
		return len(m.Entries)
	}
	if len(m.BoneIndex) == 0 {
		return 0
	}
	return int(slices.Max(m.BoneIndex)) + 1
}

// local returns the index of a palette entry of the skin in the mesh's own palette. An entry
// that has no weight may be missing there.
func (m *Mesh) local(entry uint16) uint16 {
	if m.Entries == nil {
		return entry
	}
	k, ok := slices.BinarySearch(m.Entries, entry)
	if !ok {
		return 0
	}
	return uint16(k)
}
