package weights

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Groups is the weights of the vertices of one mesh by the names of joints, as the vertex groups
// of Blender or the influences of Maya's skin clusters. Its functions return another one and share
// what did not change.
//
// The sum of a vertex's weights is 1, or 0 where no joint moves it.
type Groups struct {
	Name   []string // per palette entry: the name of its joint
	Parent []int    // per palette entry: that of its joint's nearest ancestor that has one, or soa.None
	Locked []bool   // per palette entry: whether operations leave its weights as they are
	soa.Influences
}

// GroupsOf returns the weights of a mesh: all that it has (Mesh.Exact), or its 4 or 8. The error wraps
// soa.ErrRange or ErrUnskinned.
func GroupsOf(m *soa.Model, mesh int) (*Groups, error) {
	if mesh < 0 || mesh >= len(m.Meshes) {
		return nil, fmt.Errorf("%w: mesh %d of %d", soa.ErrRange, mesh, len(m.Meshes))
	}
	from := m.Meshes[mesh]
	if from.Skin == soa.None {
		return nil, fmt.Errorf("%w: mesh %q", ErrUnskinned, from.Name)
	}
	g := EmptyGroups(m, from.Skin)
	if x := from.Exact; x != nil {
		g.fill(from.Vertices(), func(v int, r Row) Row {
			for i := x.Start[v]; i < x.Start[v+1]; i++ {
				r = r.Add(x.Bone[i], float64(x.Weight[i]))
			}
			return r.tidy()
		})
		return g, nil
	}
	n := from.Influences
	g.fill(from.Vertices(), func(v int, r Row) Row {
		for i := v * n; i < (v+1)*n; i++ {
			r = r.Add(from.BoneIndex[i], float64(from.BoneWeight[i]))
		}
		return r.tidy()
	})
	return g, nil
}

// EmptyGroups returns the groups of a skin, of no vertices.
func EmptyGroups(m *soa.Model, skin int) *Groups {
	s := m.Skins[skin]
	g := &Groups{Name: make([]string, s.Len()), Parent: make([]int, s.Len()), Locked: make([]bool, s.Len())}
	g.Start = []uint32{0}
	entry := make(map[int]int, s.Len())
	for i := s.Len() - 1; i >= 0; i-- { // the first entry of a joint that has several
		entry[int(s.Joint[i])] = i
	}
	for i, j := range s.Joint {
		g.Name[i], g.Parent[i] = m.Skeleton.Name[j], soa.None
		for p := m.Skeleton.Parent[j]; p >= 0; p = m.Skeleton.Parent[p] {
			if at, ok := entry[int(p)]; ok {
				g.Parent[i] = at
				break
			}
		}
	}
	return g
}

// Vertices returns the number of vertices.
func (g *Groups) Vertices() int { return len(g.Start) - 1 }

// Find returns the palette entry of a joint, by the first of its name. The error wraps ErrJoint.
func (g *Groups) Find(name string) (uint16, error) {
	if i := slices.Index(g.Name, name); i >= 0 {
		return uint16(i), nil
	}
	return 0, fmt.Errorf("%w: %q", ErrJoint, name)
}

// Lock returns the groups with the joints of some names locked, and no others. The error wraps
// ErrJoint.
func (g *Groups) Lock(names ...string) (*Groups, error) {
	out := *g
	out.Locked = make([]bool, len(g.Name))
	for _, name := range names {
		if _, err := g.Find(name); err != nil {
			return nil, err
		}
		for i, other := range g.Name {
			out.Locked[i] = out.Locked[i] || other == name
		}
	}
	return &out, nil
}

// Row appends the weights of a vertex to a row.
func (g *Groups) Row(v int, r Row) Row {
	for i := g.Start[v]; i < g.Start[v+1]; i++ {
		r = append(r, Weight{g.Bone[i], float64(g.Weight[i])})
	}
	return r
}

// Map returns the groups with another row for each vertex, which f makes of a row that it may
// change.
func (g *Groups) Map(f func(v int, r Row) Row) *Groups {
	out := *g
	out.Influences = soa.Influences{}
	out.fill(g.Vertices(), func(v int, r Row) Row { return f(v, g.Row(v, r)) })
	return &out
}

// askRows is the number of rows between two checks of the context.
const askRows = 1 << 6

// mapped is Map within a context. The error is the context's.
func (g *Groups) mapped(ctx context.Context, f func(v int, r Row) Row) (*Groups, error) {
	over := false
	out := g.Map(func(v int, r Row) Row {
		if over = over || v%askRows == 0 && ctx.Err() != nil; over {
			return r
		}
		return f(v, r)
	})
	if over {
		return nil, ctx.Err()
	}
	return out, nil
}

// fill makes n rows; f appends to an empty one.
func (g *Groups) fill(n int, f func(v int, r Row) Row) {
	g.Start = append(make([]uint32, 0, n+1), 0)
	var row Row
	for v := range n {
		row = f(v, row[:0])
		for _, w := range row {
			g.Bone, g.Weight = append(g.Bone, w.Bone), append(g.Weight, float32(w.Value))
		}
		g.Start = append(g.Start, uint32(len(g.Bone)))
	}
}

// Mixed returns g + mask·(to − g), the weights of two operations or of one and none. A mask has a
// value from 0 to 1 per vertex.
func (g *Groups) Mixed(to *Groups, mask []float64) *Groups {
	out := *g
	out.Influences = soa.Influences{}
	var other Row
	out.fill(g.Vertices(), func(v int, r Row) Row {
		switch part := mask[v]; {
		case !(part > 0):
			return g.Row(v, r)
		case part >= 1:
			return to.Row(v, r)
		default:
			r = g.Row(v, r)
			other = to.Row(v, other[:0])
			if len(r) == 0 || len(other) == 0 {
				return append(r[:0], other...)
			}
			return g.mix(r, other, part)
		}
	})
	return &out
}

// mix returns r + part·(s − r), which keeps equal weights as they are.
func (g *Groups) mix(r, s Row, part float64) Row {
	for i := range r {
		r[i].Value += float64((s.At(r[i].Bone) - r[i].Value) * part)
	}
	n := len(r)
	for _, w := range s {
		if !slices.ContainsFunc(r[:n], func(o Weight) bool { return o.Bone == w.Bone }) {
			r = append(r, Weight{w.Bone, float64(w.Value * part)})
		}
	}
	return r.tidy()
}

// Set returns the model with the weights of a mesh. Mesh.Influences is 4, or 8 if a vertex has more;
// what is beyond 8 is kept as Mesh.Exact besides, so nothing is lost. Weights of a vertex that sum to
// neither 1 nor 0 are an error of ErrWeight: call Normalized first. The skinning method becomes linear
// where it was rigid and a vertex has several.
func (g *Groups) Set(m *soa.Model, mesh int) (*soa.Model, error) {
	if mesh < 0 || mesh >= len(m.Meshes) {
		return nil, fmt.Errorf("%w: mesh %d of %d", soa.ErrRange, mesh, len(m.Meshes))
	}
	to := *m.Meshes[mesh]
	switch {
	case to.Skin == soa.None:
		return nil, fmt.Errorf("%w: mesh %q", ErrUnskinned, to.Name)
	case to.Vertices() != g.Vertices():
		return nil, fmt.Errorf("%w: weights of %d vertices for the %d of mesh %q", ErrShape, g.Vertices(), to.Vertices(), to.Name)
	case len(g.Name) != m.Skins[to.Skin].Len():
		return nil, fmt.Errorf("%w: groups of %d joints for the %d of mesh %q", ErrShape, len(g.Name), m.Skins[to.Skin].Len(), to.Name)
	}
	if err := g.pack(&to); err != nil {
		return nil, fmt.Errorf("mesh %q: %w", to.Name, err)
	}
	out := *m
	out.Meshes = slices.Clone(m.Meshes)
	out.Meshes[mesh] = &to
	return &out, nil
}

// pack writes the weights to a mesh.
func (g *Groups) pack(to *soa.Mesh) error {
	rows := g.Map(func(_ int, r Row) Row { return r.tidy() }).Influences
	several := false
	for v := range g.Vertices() {
		sum := 0.
		for _, w := range rows.Weight[rows.Start[v]:rows.Start[v+1]] {
			sum += float64(w)
		}
		n := rows.Start[v+1] - rows.Start[v]
		if n > 0 && !(math.Abs(sum-1) <= 1e-4) {
			return fmt.Errorf("%w: those of vertex %d sum to %v", ErrWeight, v, sum)
		}
		several = several || n > 1
	}
	to.PackInfluences(&rows, 8)
	if to.Skinning == soa.Rigid && several {
		to.Skinning = soa.LinearBlend
	}
	return nil
}
