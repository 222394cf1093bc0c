package gltf

import (
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

type gltfPrimitive = gltf.Primitive

// shape is a morph target of a primitive: what it moves, and how it turns normals and tangents.
type shape struct{ position, normal, tangent deltas }

// deltas are three numbers for each of some vertices, or of all where at is nil.
type deltas struct {
	at     []uint32 // rising
	values []float32
}

// of returns the numbers of a vertex.
func (d *deltas) of(v uint32) (row [3]float32) {
	k := int(v)
	if d.at != nil {
		var ok bool
		if k, ok = slices.BinarySearch(d.at, v); !ok {
			return row
		}
	}
	if 3*k+3 <= len(d.values) {
		copy(row[:], d.values[3*k:])
	}
	return row
}

// ReadShapes implements scene.Format: targets are read with their mesh.
func (g *Format) ReadShapes() {}

// SparseShapes returns the morph targets of a mesh, and adds the weights of its node.
func (g *Format) SparseShapes(m *soa.Mesh, src *scene.Mesh, node int, w *scene.WeightSet) *scene.SparseShapes {
	p := g.primitives[slices.Index(g.Scene.Meshes, src)]
	if len(p.Targets) == 0 {
		return nil
	}
	of := &g.Doc.Meshes[p.of]
	rest := of.Weights
	if n := g.shows[node]; n >= 0 && g.Doc.Nodes[n].Weights != nil {
		rest = g.Doc.Nodes[n].Weights
	}
	var list []soa.MorphWeight
	for k := range p.Targets {
		weight := soa.MorphWeight{Mesh: m.Node, Target: targetName(of, k)}
		if k < len(rest) {
			weight.Rest = float32(rest[k])
		}
		list = append(list, weight)
	}
	if !w.Add(g.Report, m, node, list) {
		return nil
	}
	shapes, bad, err := g.shapes(p, len(src.Positions))
	if err != nil {
		g.Report.Add(report.Loss, report.InvalidMorph, m.Name, "its morph targets are left out: %v", err)
		return nil
	}
	if bad > 0 {
		g.Report.Add(report.Repair, report.InvalidMorph, m.Name, "%d vertices of morph targets are not finite; they do not move", bad)
	}
	first := w.First[node]
	g.weights[node] = weightRange{first, len(list)}
	return &scene.SparseShapes{
		Class: classes(p, shapes, len(src.Positions)),
		Add: func(m *soa.Mesh, vertices []uint32, count func(int) error) error {
			for k := range shapes {
				if err := count(m.Vertices()); err != nil {
					return err
				}
				m.Morphs = append(m.Morphs, shapes[k].target(p, vertices, soa.MorphTarget{Name: targetName(of, k), Weight: first + k}))
			}
			return nil
		},
	}
}

// targetName returns the name of a morph target, or "".
func targetName(m *gltf.Mesh, k int) string {
	if k < len(m.TargetNames) {
		return m.TargetNames[k]
	}
	return ""
}

// shapes reads the morph targets of a primitive, and counts their values that are mended.
func (g *Format) shapes(p *primitive, vertices int) (list []shape, bad int, err error) {
	count := vertices
	if at := p.Attribute("POSITION"); at >= 0 {
		count = g.Doc.Accessors[at].Count
	}
	read := func(accessor int) (d deltas, err error) {
		if accessor < 0 {
			return deltas{at: []uint32{}}, nil
		}
		if err = g.Doc.Want(accessor, "VEC3"); err == nil {
			err = g.Doc.WantCount(accessor, count)
		}
		if err == nil {
			d.at, d.values, err = g.Doc.Deltas(accessor)
		}
		var n int
		d.values, n = mendDeltas(d.values)
		bad += n
		return d, err
	}
	hasNormals, hasTangents := p.Attribute("NORMAL") >= 0, p.Attribute("TANGENT") >= 0
	for k := range p.Targets {
		var s shape
		if s.position, err = read(p.Target(k, "POSITION")); err != nil {
			return nil, 0, err
		}
		normal := p.Target(k, "NORMAL")
		if !hasNormals {
			normal = -1
		}
		if s.normal, err = read(normal); err != nil {
			return nil, 0, err
		}
		tangent := p.Target(k, "TANGENT")
		if !hasNormals || !hasTangents {
			tangent = -1
		}
		if s.tangent, err = read(tangent); err != nil {
			return nil, 0, err
		}
		list = append(list, s)
	}
	return list, bad, nil
}

// classes returns a number per vertex, the same for those that all shapes move alike.
func classes(p *primitive, shapes []shape, vertices int) []uint64 {
	out := make([]uint64, vertices)
	for k := range shapes {
		for part, d := range []*deltas{&shapes[k].position, &shapes[k].normal, &shapes[k].tangent} {
			if len(d.values) == 0 {
				continue
			}
			rows := d.rising(p)
			for v := range out {
				row := rows.of(uint32(v))
				if row == ([3]float32{}) {
					continue
				}
				h := scene.Mix(out[v], uint64(3*k+part+1))
				for _, x := range row {
					h = scene.Mix(h, uint64(scene.Bits(x)))
				}
				out[v] = h
			}
		}
	}
	return out
}

// rising reads deltas of vertices of a primitive that rise, without a search for each.
type rising struct {
	*deltas
	p    *primitive
	next int // the first listed element that is not of a vertex before
}

func (d *deltas) rising(p *primitive) *rising { return &rising{d, p, 0} }

// of returns the numbers of a vertex.
func (r *rising) of(v uint32) (row [3]float32) {
	if r.at == nil || r.p.from != nil {
		return r.deltas.of(r.p.fileVertex(v))
	}
	for r.next < len(r.at) && r.at[r.next] < v {
		r.next++
	}
	if r.next < len(r.at) && r.at[r.next] == v {
		copy(row[:], r.values[3*r.next:])
	}
	return row
}

// target lists the vertices that a shape moves, of those of the file that a mesh keeps, which
// rise.
func (s *shape) target(p *primitive, vertices []uint32, t soa.MorphTarget) soa.MorphTarget {
	turns, twists := len(s.normal.values) > 0, len(s.tangent.values) > 0
	positions, normals, tangents := s.position.rising(p), s.normal.rising(p), s.tangent.rising(p)
	for v, of := range vertices {
		d, n, g := positions.of(of), normals.of(of), tangents.of(of)
		if d == ([3]float32{}) && n == ([3]float32{}) && g == ([3]float32{}) {
			continue
		}
		t.Vertex = append(t.Vertex, uint32(v))
		t.Position = append(t.Position, d[:]...)
		if turns {
			t.Normal = append(t.Normal, n[:]...)
		}
		if twists {
			t.Tangent = append(t.Tangent, g[:]...)
		}
	}
	return t
}
