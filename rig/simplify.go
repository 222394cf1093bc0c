package rig

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Simplify returns a model with about a share keep, from 0 to 1, of the triangles of each mesh. A mesh
// of many small pieces keeps more, since no piece loses its last triangles. All data but that of
// vertices is shared with the given model. The error wraps soa.ErrInvalid, soa.ErrOption or that of the
// context.
func Simplify(ctx context.Context, model *soa.Model, keep float64) (*soa.Model, error) {
	if model == nil {
		return nil, fmt.Errorf("simplify: %w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("simplify %q: %w", model.Name, err)
	}
	if !(keep >= 0 && keep <= 1) {
		return nil, fmt.Errorf("simplify %q: %w: to keep %v of the triangles", model.Name, soa.ErrOption, keep)
	}
	out := *model
	out.Meshes = make([]*soa.Mesh, len(model.Meshes))
	for i, m := range model.Meshes {
		s, err := newSurface(ctx, m)
		if err == nil {
			err = s.reduce(ctx, int(math.Ceil(keep*float64(len(m.Index)/3))))
		}
		if err != nil {
			return nil, fmt.Errorf("simplify %q: %w", model.Name, err)
		}
		out.Meshes[i] = s.mesh()
	}
	return &out, nil
}

// mesh returns the mesh of the simplified surface.
func (s *fineSurface) mesh() *soa.Mesh {
	from := s.from
	place := make([]int, from.Vertices()) // + 1
	var kept []int
	out := *from
	out.Index = nil
	for _, t := range s.triangles {
		if t.gone {
			continue
		}
		for _, v := range t.vertex {
			if place[v] == 0 {
				kept = append(kept, int(v))
				place[v] = len(kept)
			}
			out.Index = append(out.Index, uint32(place[v]-1))
		}
	}
	out.Position, out.Normal = pick(from.Position, kept, 3), pick(from.Normal, kept, 3)
	out.Tangent, out.Color = pick(from.Tangent, kept, 4), pick(from.Color, kept, 4)
	out.UV, out.UV2 = pick(from.UV, kept, 2), pick(from.UV2, kept, 2)
	out.BoneIndex, out.BoneWeight = pick(from.BoneIndex, kept, from.Influences), pick(from.BoneWeight, kept, from.Influences)
	out.Blend = pick(from.Blend, kept, 1)
	out.Exact = pickExact(from.Exact, kept)
	out.Morphs = pickMorphs(from.Morphs, place)
	return &out
}

// pick returns the values of kept vertices, n each.
func pick[T any](all []T, kept []int, n int) (some []T) {
	if len(all) == 0 {
		return nil
	}
	for _, v := range kept {
		some = append(some, all[v*n:(v+1)*n]...)
	}
	return some
}

func pickExact(all *soa.Influences, kept []int) *soa.Influences {
	if all == nil {
		return nil
	}
	some := &soa.Influences{Start: all.Start[:1:1]}
	for _, v := range kept {
		from, end := all.Start[v], all.Start[v+1]
		some.Bone = append(some.Bone, all.Bone[from:end]...)
		some.Weight = append(some.Weight, all.Weight[from:end]...)
		some.Start = append(some.Start, some.Start[len(some.Start)-1]+end-from)
	}
	return some
}

// pickMorphs returns the deltas of kept vertices, in the order of their new indices.
func pickMorphs(all []soa.MorphTarget, place []int) (some []soa.MorphTarget) {
	for i := range all {
		t := all[i]
		at := make([]int, len(place)) // entry + 1 of the new vertices
		last := 0
		for e, v := range all[i].Vertex {
			if p := place[v]; p != 0 {
				at[p-1] = e + 1
				last = max(last, p)
			}
		}
		t.Vertex, t.Position, t.Normal, t.Tangent = nil, nil, nil, nil
		for p, e := range at[:last] {
			if e == 0 {
				continue
			}
			e--
			t.Vertex = append(t.Vertex, uint32(p))
			t.Position = append(t.Position, all[i].Position[3*e:3*e+3]...)
			if len(all[i].Normal) > 0 {
				t.Normal = append(t.Normal, all[i].Normal[3*e:3*e+3]...)
			}
			if len(all[i].Tangent) > 0 {
				t.Tangent = append(t.Tangent, all[i].Tangent[3*e:3*e+3]...)
			}
		}
		some = append(some, t)
	}
	return some
}
