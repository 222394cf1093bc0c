package vertex

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// soup is a mesh of random triangles, vertices without any, and morph targets.
func soup(r *rand.Rand) *soa.Mesh {
	m := &soa.Mesh{Name: "soup", Influences: 4 + 4*r.IntN(2), Material: soa.None, Joint: soa.NoJoint}
	n := 4 + r.IntN(300)
	for v := range n {
		m.Position, m.Normal = append(m.Position, float32(v), 0, 0), append(m.Normal, 0, 1, 0)
		m.UV, m.Blend = append(m.UV, float32(v), 0), append(m.Blend, float32(v))
		m.UV2, m.Tangent = append(m.UV2, 1, float32(v)), append(m.Tangent, float32(v), 1, 0, -1)
		m.BoneWeight = append(m.BoneWeight, weights(r, m.Influences)...)
		for range m.Influences {
			m.BoneIndex = append(m.BoneIndex, uint16(v/4+r.IntN(6)))
		}
	}
	for range 3 * r.IntN(2*n) {
		m.Index = append(m.Index, uint32(r.IntN(n/2)))
	}
	m.Index = m.Index[:len(m.Index)/3*3]
	t := soa.MorphTarget{}
	for v := 0; v < n; v += 2 {
		t.Vertex, t.Position = append(t.Vertex, uint32(v)), append(t.Position, float32(v), 1, 2)
		t.Tangent = append(t.Tangent, 3, float32(v), 4)
	}
	m.Morphs = []soa.MorphTarget{t}
	return m
}

// TestSplit: the parts of a mesh have all of its triangles and vertices, as they are, and no more
// entries than there is room for.
func TestSplit(t *testing.T) {
	parts := 0
	for s := range seed.Cases(t, 40) {
		r := rand.New(rand.NewPCG(s, 31))
		m, room := soup(r), 24+r.IntN(10)
		list, err := Split(m, room)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := Split(m, room)
		if !reflect.DeepEqual(list, again) {
			t.Fatal("two parts of one mesh differ")
		}
		parts += len(list)
		var triangles, want [][3]uint32
		seen := make([]bool, m.Vertices())
		for _, p := range list {
			if len(p.Entries) > room || !slices.Equal(p.Entries, Entries(p.Mesh)) || !slices.IsSorted(p.Entries) {
				t.Fatalf("entries %v, room %d", p.Entries, room)
			}
			for k, v := range p.Vertex {
				seen[v] = true
				same(t, m, p, k, v)
			}
			for i := 0; i < len(p.Index); i += 3 {
				triangles = append(triangles, [3]uint32{p.Vertex[p.Index[i]], p.Vertex[p.Index[i+1]], p.Vertex[p.Index[i+2]]})
			}
		}
		for i := 0; i < len(m.Index); i += 3 {
			want = append(want, [3]uint32(m.Index[i:]))
		}
		byCorners := func(a, b [3]uint32) int { return slices.Compare(a[:], b[:]) }
		slices.SortFunc(triangles, byCorners)
		slices.SortFunc(want, byCorners)
		if !slices.Equal(triangles, want) || slices.Contains(seen, false) {
			t.Fatalf("%d of %d triangles, vertices %v", len(triangles), len(want), seen)
		}
	}
	if parts < 60 {
		t.Errorf("%d parts of 40 meshes", parts)
	}
	if _, err := Split(soup(rand.New(rand.NewPCG(0, 31))), 1); !errors.Is(err, soa.ErrTooLarge) {
		t.Errorf("one entry is room for a triangle of more: %v", err)
	}
}

// same compares a vertex of a part with that of the mesh.
func same(t *testing.T, m *soa.Mesh, p *Mesh, k int, v uint32) {
	t.Helper()
	n := m.Influences
	if p.Position[3*k] != m.Position[3*v] || p.UV[2*k] != m.UV[2*v] || p.UV2[2*k+1] != m.UV2[2*v+1] || p.Tangent[4*k] != m.Tangent[4*v] || p.Blend[k] != m.Blend[v] || p.Influences != n ||
		!slices.Equal(p.BoneWeight[k*n:(k+1)*n], m.BoneWeight[int(v)*n:][:n]) {
		t.Fatalf("vertex %d of a part is not vertex %d", k, v)
	}
	for i, b := range m.BoneIndex[int(v)*n:][:n] {
		if m.BoneWeight[int(v)*n+i] != 0 && p.Entries[p.local(b)] != b {
			t.Fatalf("influence %d of vertex %d", i, v)
		}
	}
	at, moved := slices.BinarySearch(p.Morphs[0].Vertex, uint32(k))
	if moved != (v%2 == 0) || moved && p.Morphs[0].Position[3*at] != float32(v) {
		t.Fatalf("the target of vertex %d", v)
	}
}
