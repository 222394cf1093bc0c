package vertex

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Entries returns the palette entries that move a mesh's vertices, ascending.
func Entries(m *soa.Mesh) (list []uint16) {
	used := map[uint16]bool{}
	for i, w := range m.BoneWeight {
		if b := m.BoneIndex[i]; w != 0 && !used[b] {
			used[b] = true
			list = append(list, b)
		}
	}
	slices.Sort(list)
	return list
}

// Split divides a mesh into parts that use at most room palette entries each, listed in Entries.
// It takes triangles in their order: a part starts with the first one left, and takes every later
// one whose entries still fit, then every earlier one that needs no further entries. Vertices
// without triangles follow in the same way. A vertex of triangles in several parts is in each.
// The error wraps soa.ErrTooLarge if one triangle needs more entries.
func Split(m *soa.Mesh, room int) (parts []*Mesh, err error) {
	s := splitter{mesh: m, room: room, in: map[uint16]bool{}}
	left := s.pieces()
	for len(left) > 0 {
		clear(s.in)
		taken, rest := s.take(left, room)
		if len(taken) == 0 {
			return nil, fmt.Errorf("%w: triangle %d of mesh %q has vertices of more than %d joints", soa.ErrTooLarge, left[0].at/3, m.Name, room)
		}
		more, rest := s.take(rest, len(s.in))
		taken = append(taken, more...)
		slices.SortFunc(taken, func(a, b piece) int { return a.order - b.order })
		parts, left = append(parts, s.part(taken)), rest
	}
	return parts, nil
}

// piece is a triangle, or a vertex without one.
type piece struct {
	order   int
	at      int // first index of the triangle
	corners []uint32
}

type splitter struct {
	mesh *soa.Mesh
	room int
	in   map[uint16]bool // entries of the part
}

// pieces lists triangles, then vertices without one.
func (s *splitter) pieces() (list []piece) {
	m := s.mesh
	loose := make([]bool, m.Vertices())
	for v := range loose {
		loose[v] = true
	}
	for i := 0; i < len(m.Index); i += 3 {
		corners := m.Index[i : i+3]
		list = append(list, piece{order: len(list), at: i, corners: corners})
		for _, v := range corners {
			loose[v] = false
		}
	}
	for v := range loose {
		if loose[v] {
			list = append(list, piece{order: len(list), at: len(m.Index), corners: []uint32{uint32(v)}})
		}
	}
	return list
}

// take adds the pieces whose entries fit to the part.
func (s *splitter) take(from []piece, room int) (taken, rest []piece) {
	var missing [3 * maxInfluences]uint16
	for _, p := range from {
		n := s.missing(&missing, p)
		if len(s.in)+n > room {
			rest = append(rest, p)
			continue
		}
		for _, b := range missing[:n] {
			s.in[b] = true
		}
		taken = append(taken, p)
	}
	return taken, rest
}

// missing lists the entries of a piece that the part does not have yet.
func (s *splitter) missing(list *[3 * maxInfluences]uint16, p piece) (n int) {
	m := s.mesh
	for _, v := range p.corners {
		for i := int(v) * m.Influences; i < (int(v)+1)*m.Influences; i++ {
			b := m.BoneIndex[i]
			if m.BoneWeight[i] != 0 && !s.in[b] && !slices.Contains(list[:n], b) {
				list[n] = b
				n++
			}
		}
	}
	return n
}

// part is a mesh of pieces.
func (s *splitter) part(taken []piece) *Mesh {
	m := s.mesh
	at := make([]int32, m.Vertices()) // in the part, plus 1
	var index, list []uint32
	for _, p := range taken {
		for _, v := range p.corners {
			if at[v] == 0 {
				list = append(list, v)
				at[v] = int32(len(list))
			}
			if len(p.corners) == 3 {
				index = append(index, uint32(at[v]-1))
			}
		}
	}
	out := *m
	out.Index, out.Exact = index, nil
	out.Position, out.Normal = pick(m.Position, list, 3), pick(m.Normal, list, 3)
	out.Tangent, out.Color = pick(m.Tangent, list, 4), pick(m.Color, list, 4)
	out.UV, out.UV2 = pick(m.UV, list, 2), pick(m.UV2, list, 2)
	out.BoneIndex, out.BoneWeight = pick(m.BoneIndex, list, m.Influences), pick(m.BoneWeight, list, m.Influences)
	out.Blend = pick(m.Blend, list, 1)
	out.Morphs = pickMorphs(m.Morphs, at)
	return &Mesh{Mesh: &out, Entries: Entries(&out), Vertex: list, Whole: m}
}

// pick returns the n values of each listed vertex.
func pick[T any](values []T, list []uint32, n int) []T {
	if len(values) == 0 {
		return nil
	}
	out := make([]T, 0, n*len(list))
	for _, v := range list {
		out = append(out, values[n*int(v):][:n]...)
	}
	return out
}

// pickMorphs returns the deltas of vertices that are in a part.
func pickMorphs(morphs []soa.MorphTarget, at []int32) (out []soa.MorphTarget) {
	for i := range morphs {
		from := &morphs[i]
		to := soa.MorphTarget{Name: from.Name, Weight: from.Weight}
		var rows []uint32
		for k, v := range from.Vertex {
			if at[v] > 0 {
				rows = append(rows, uint32(k))
			}
		}
		slices.SortFunc(rows, func(a, b uint32) int { return int(at[from.Vertex[a]] - at[from.Vertex[b]]) })
		for _, k := range rows {
			to.Vertex = append(to.Vertex, uint32(at[from.Vertex[k]]-1))
		}
		to.Position, to.Normal, to.Tangent = pick(from.Position, rows, 3), pick(from.Normal, rows, 3), pick(from.Tangent, rows, 3)
		out = append(out, to)
	}
	return out
}
