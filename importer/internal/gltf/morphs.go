package gltf

import (
	"cmp"
	"slices"
	"unsafe"

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
	stated bool // by the file, perhaps as zeros
	bad    int  // vertices that are mended
}

// row returns the numbers of a vertex.
func (d *deltas) row(v uint32) (row [3]float32) {
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
	p := g.primitiveOf(src)
	if len(p.Targets) == 0 {
		return nil
	}
	of := &g.Doc.Meshes[p.of]
	rest := of.Weights
	if n := g.shows[node]; n >= 0 && g.Doc.Nodes[n].Weights != nil {
		rest = g.Doc.Nodes[n].Weights
	}
	if g.Meter.Take("morph targets", len(p.Targets), bytesOfTarget) != nil {
		return nil
	}
	list := make([]soa.MorphWeight, 0, len(p.Targets))
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
		Class: g.classes(p, shapes, len(src.Positions)),
		Add: func(m *soa.Mesh, vertices []uint32, count func(int) error) error {
			kept, err := g.keptOf(p, vertices)
			if err != nil {
				return err
			}
			m.Morphs = make([]soa.MorphTarget, 0, len(shapes))
			for k := range shapes {
				moved := kept.moved(&shapes[k])
				if err := cmp.Or(count(len(moved)), g.take(p, len(moved), 40), g.Meter.Step(500)); err != nil {
					return err
				}
				t := soa.MorphTarget{Name: targetName(of, k), Weight: first + k}
				m.Morphs = append(m.Morphs, shapes[k].target(p, vertices, moved, t))
			}
			return nil
		},
	}
}

// bytesOfTarget is about the memory of a morph target and its weight, without vertices.
const bytesOfTarget = 600

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
			d, err = g.deltas(accessor)
		}
		bad += d.bad
		return d, err
	}
	hasNormals, hasTangents := p.Attribute("NORMAL") >= 0, p.Attribute("TANGENT") >= 0
	for k := range p.Targets {
		if err := g.Meter.Step(500); err != nil {
			return nil, 0, err
		}
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

// deltas reads an accessor of deltas once, and leaves out what does not move.
func (g *Format) deltas(accessor int) (d deltas, err error) {
	if d, known := g.read[accessor]; known {
		return d, nil
	}
	if d.at, d.values, err = g.Doc.Deltas(accessor); err != nil {
		return d, err
	}
	if err := g.Meter.Step(2 * len(d.values)); err != nil {
		return d, err
	}
	d.values, d.bad = mendDeltas(d.values)
	d.stated = len(d.values) > 0
	if d, err = g.moving(d); err != nil {
		return d, err
	}
	if g.read == nil {
		g.read = make(map[int]deltas)
	}
	g.read[accessor] = d
	return d, nil
}

// moving returns deltas without those that are zero.
func (g *Format) moving(d deltas) (deltas, error) {
	rows := unsafe.Slice((*[3]float32)(unsafe.Pointer(unsafe.SliceData(d.values))), len(d.values)/3)
	n := 0
	for k := range rows {
		if rows[k] != ([3]float32{}) {
			n++
		}
	}
	if err := g.Meter.Step(2 * len(rows)); err != nil || n == len(rows) && n > 0 {
		return d, err
	}
	if err := g.Meter.Take("vertices of morph targets", n, 16); err != nil {
		return d, err
	}
	out := deltas{make([]uint32, 0, n), make([]float32, 0, 3*n), d.stated, d.bad}
	for k := range rows {
		if rows[k] == ([3]float32{}) {
			continue
		}
		v := uint32(k)
		if d.at != nil {
			v = d.at[k]
		}
		out.at, out.values = append(out.at, v), append(out.values, rows[k][:]...)
	}
	return out, nil
}

// classes returns a number per vertex, the same for those that all shapes move alike.
func (g *Format) classes(p *primitive, shapes []shape, vertices int) []uint64 {
	count := vertices
	if p.from != nil {
		count = g.Doc.Accessors[p.Attribute("POSITION")].Count
	}
	if g.take(p, vertices+count, 8) != nil {
		return nil
	}
	out := make([]uint64, count) // by vertex of the file
	for k := range shapes {
		for part, d := range []*deltas{&shapes[k].position, &shapes[k].normal, &shapes[k].tangent} {
			if g.Meter.Step(20*len(d.values)/3) != nil {
				return nil
			}
			for i := range len(d.values) / 3 {
				row, v := d.values[3*i:][:3], i
				if d.at != nil {
					v = int(d.at[i])
				}
				h := scene.Mix(out[v], uint64(3*k+part+1))
				for _, x := range row {
					h = scene.Mix(h, uint64(scene.Bits(x)))
				}
				out[v] = h
			}
		}
	}
	if p.from == nil {
		return out
	}
	ofCorner := make([]uint64, vertices)
	for v, of := range p.from {
		ofCorner[v] = out[of]
	}
	return ofCorner
}

// kept are the vertices that a mesh keeps, by vertex of the file: all[start[v]:start[v+1]] those of v.
type kept struct {
	all, start []uint32
	several    bool // for some vertex of the file
	order      []uint32
}

// keptOf lists the vertices of the file that a mesh keeps; the primitive's shapes move some of them.
func (g *Format) keptOf(p *primitive, vertices []uint32) (*kept, error) {
	count := g.Doc.Accessors[p.Attribute("POSITION")].Count
	if err := g.take(p, count+2*len(vertices)+1, 4); err != nil {
		return nil, err
	}
	k := &kept{all: make([]uint32, len(vertices)), start: make([]uint32, count+1), several: p.from != nil, order: make([]uint32, len(vertices))}
	for i, v := range vertices {
		k.start[p.fileVertex(v)+1]++
		k.order[i] = uint32(i)
	}
	for v := range count {
		k.start[v+1] += k.start[v]
	}
	for i := len(vertices) - 1; i >= 0; i-- { // from the back: starts move to the front
		of := p.fileVertex(vertices[i]) + 1
		k.start[of]--
		k.all[k.start[of]] = uint32(i)
	}
	copy(k.start, k.start[1:])
	k.start[count] = uint32(len(vertices))
	return k, nil
}

// moved lists the vertices of a mesh that a shape may move, which rise: those alone where the shape
// lists vertices.
func (k *kept) moved(s *shape) (list []uint32) {
	var lists [][]uint32
	for _, d := range []*deltas{&s.position, &s.normal, &s.tangent} {
		if len(d.values) > 0 && d.at == nil {
			return k.order
		}
		if len(d.at) > 0 {
			lists = append(lists, d.at)
		}
	}
	for _, at := range lists {
		for _, v := range at {
			list = append(list, k.all[k.start[v]:k.start[v+1]]...)
		}
	}
	if k.several || len(lists) > 1 {
		slices.Sort(list)
		list = slices.Compact(list)
	}
	return list
}

// rising reads deltas of vertices of a primitive that rise, without a search for each.
type rising struct {
	*deltas
	p    *primitive
	next int // the first listed element that is not of a vertex before
}

func (d *deltas) rising(p *primitive) *rising { return &rising{d, p, 0} }

// row returns the numbers of a vertex.
func (r *rising) row(v uint32) (row [3]float32) {
	if r.at == nil || r.p.from != nil {
		return r.deltas.row(r.p.fileVertex(v))
	}
	for r.next < len(r.at) && r.at[r.next] < v {
		r.next++
	}
	if r.next < len(r.at) && r.at[r.next] == v {
		copy(row[:], r.values[3*r.next:])
	}
	return row
}

// target lists the vertices that a shape moves, of those of the file that a mesh keeps, and of these
// some, which rise.
func (s *shape) target(p *primitive, vertices, some []uint32, t soa.MorphTarget) soa.MorphTarget {
	turns, twists := s.normal.stated, s.tangent.stated
	positions, normals, tangents := s.position.rising(p), s.normal.rising(p), s.tangent.rising(p)
	for _, v := range some {
		of := vertices[v]
		d, n, g := positions.row(of), normals.row(of), tangents.row(of)
		if d == ([3]float32{}) && n == ([3]float32{}) && g == ([3]float32{}) {
			continue
		}
		t.Vertex = append(t.Vertex, v)
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
