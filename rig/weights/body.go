package weights

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
)

// body is the meshes of one skin with their weights.
type body struct {
	*surface.Surface // of all meshes; nil until they are welded
	model            *soa.Model
	skin             int
	meshes           []int     // of the model, one per part of the surface
	groups           []*Groups // per part
}

// bodiesOf returns the bodies of a model that have vertices, with some joints locked. A name that no
// skin has is an error of ErrJoint.
func bodiesOf(m *soa.Model, locked []string) (list []*body, err error) {
	for skin := range m.Skins {
		b, vertices := &body{model: m, skin: skin}, 0
		for mesh := range m.Meshes {
			if m.Meshes[mesh].Skin != skin {
				continue
			}
			g, err := GroupsOf(m, mesh)
			if err != nil {
				return nil, err
			}
			vertices += g.Vertices()
			for i, name := range g.Name {
				g.Locked[i] = slices.Contains(locked, name)
			}
			b.meshes, b.groups = append(b.meshes, mesh), append(b.groups, g)
		}
		if vertices > 0 {
			list = append(list, b)
		}
	}
	for _, name := range locked {
		if err := known(list, name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// known returns an error if no body has a joint of a name.
func known(list []*body, name string) (err error) {
	err = ErrUnskinned
	for _, b := range list {
		if _, err = b.groups[0].Find(name); err == nil {
			return nil
		}
	}
	return err
}

// weld joins the meshes of each body into one surface.
func weld(ctx context.Context, list []*body) (err error) {
	for _, b := range list {
		if b.Surface, _, err = surface.OfSkin(ctx, b.model, b.skin); err != nil {
			return err
		}
	}
	return nil
}

// points returns the weights of points: the mean of their vertices that have any.
func (b *body) points() *Groups {
	g := *b.groups[0]
	g.Influences = soa.Influences{}
	g.fill(len(b.Position), func(p int, r Row) Row {
		copies, count := b.Copies(p), 0
		for _, c := range copies {
			of := b.groups[c.Part]
			first, end := of.Start[c.Vertex], of.Start[c.Vertex+1]
			if first < end {
				count++
			}
			for i := first; i < end; i++ {
				r = r.Add(of.Bone[i], float64(of.Weight[i]))
			}
		}
		for i := range r {
			r[i].Value /= float64(max(1, count))
		}
		return r.tidy()
	})
	return &g
}

// spread gives each vertex the weights of its point, but what is locked keeps its own.
func (b *body) spread(points *Groups) {
	var row Row
	for i, g := range b.groups {
		of := b.Of[i]
		b.groups[i] = g.Map(func(v int, r Row) Row {
			row = points.Row(int(of[v]), row[:0])
			if len(row) == 0 {
				return r
			}
			return g.Settle(r, row)
		})
	}
}

// place is where a ray of the surface's tree hit.
func (b *body) place(h surface.Hit) Place { return Place{b.Triangle[h.Triangle], h.Weight} }
