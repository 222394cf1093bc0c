package painting

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// posedModel is a pose of the preview, for rays: the renderer skins all vertices, and here only those are
// skinned that a ray comes near.
type posedModel struct {
	model    *soa.Model // the preview's
	joints   []soa.Affine
	morphs   []float32
	palettes [][]float32 // per skin
	meshes   []posedMesh
	places   [][]float32 // per mesh: 3 per vertex, those of blocks that are skinned
	near     [][]int32   // per mesh: triangles that a ray may hit
	some     soa.Mesh    // the vertices of a block
	moved    []float32
	err      error // of skinning, which Pose returns
}

// posedMesh is a skinned mesh in blocks.
type posedMesh struct {
	blocks   []block
	of       [][]int32 // per vertex: the blocks that have it
	position []float32 // with morph targets
	morphed  bool      // it is another slice than the mesh's
	slack    float64   // how far morph targets move a vertex at most
	scratch  pose.SkinScratch
}

// block is a run of triangles, with what bounds it in any pose: a vertex that is blended by matrices is
// between the places to which its palette entries take it.
type block struct {
	first, end int          // of triangles
	vertices   []uint32     // once each
	entries    []entry      // with a weight of one of them, some perhaps without one by now
	skinned    bool         // in this pose
	posed      [2]exact.Vec // the box around its vertices then
}

// entry is a palette entry, and the box at rest around the block's vertices that it moves.
type entry struct {
	of        uint16
	low, high exact.Vec
}

// triangles is the number of triangles in a block.
const triangles = 128

func (p *posedModel) begin(m *soa.Model) {
	p.model = m
	for _, s := range m.Skins {
		p.palettes = append(p.palettes, make([]float32, 12*s.Len()))
	}
	p.meshes, p.places, p.near = make([]posedMesh, len(m.Meshes)), make([][]float32, len(m.Meshes)), make([][]int32, len(m.Meshes))
	for i, mesh := range m.Meshes {
		if mesh.Skin != soa.None {
			p.meshes[i].divide(mesh)
			p.places[i] = make([]float32, len(mesh.Position))
		}
	}
}

// divide makes the blocks of a mesh.
func (b *posedMesh) divide(mesh *soa.Mesh) {
	b.position, b.of = mesh.Position, make([][]int32, mesh.Vertices())
	for first := 0; 3*first < len(mesh.Index); first += triangles {
		k, x := int32(len(b.blocks)), block{first: first, end: min(first+triangles, len(mesh.Index)/3)}
		for _, v := range mesh.Index[3*x.first : 3*x.end] {
			if n := len(b.of[v]); n > 0 && b.of[v][n-1] == k {
				continue
			}
			b.of[v] = append(b.of[v], k)
			x.vertices = append(x.vertices, v)
			x.add(mesh, int(v))
		}
		b.blocks = append(b.blocks, x)
	}
}

// add lists the palette entries of a vertex.
func (x *block) add(mesh *soa.Mesh, vertex int) {
	at := place(mesh.Position, vertex)
	for k := slots * vertex; k < slots*(vertex+1) && mesh.BoneWeight[k] > 0; k++ {
		i := slices.IndexFunc(x.entries, func(e entry) bool { return e.of == mesh.BoneIndex[k] })
		if i < 0 {
			i, x.entries = len(x.entries), append(x.entries, entry{mesh.BoneIndex[k], at, at})
		}
		e := &x.entries[i]
		for axis, c := range at {
			e.low[axis], e.high[axis] = min(e.low[axis], c), max(e.high[axis], c)
		}
	}
}

// place returns the place of a vertex.
func place(position []float32, vertex int) exact.Vec {
	at := position[3*vertex:]
	return exact.Vec{float64(at[0]), float64(at[1]), float64(at[2])}
}

// set takes another pose, and reports whether it is one.
func (p *posedModel) set(joints []soa.Affine, morphs []float32) bool {
	same := slices.Equal(morphs, p.morphs)
	if p.joints != nil && same && slices.Equal(joints, p.joints) {
		return false
	}
	if !same || p.joints == nil {
		p.morph(morphs)
	}
	p.joints, p.morphs = append(p.joints[:0], joints...), append(p.morphs[:0], morphs...)
	for s, palette := range p.palettes {
		of := p.model.Skins[s]
		for k, j := range of.Joint {
			m := joints[j].Mul(&of.InverseBind[k])
			copy(palette[12*k:], m[:])
		}
	}
	p.forget()
	return true
}

// forget notes that no vertex is where it was.
func (p *posedModel) forget() {
	for i := range p.meshes {
		for k := range p.meshes[i].blocks {
			p.meshes[i].blocks[k].skinned = false
		}
	}
}

// reweighed notes that a vertex has other weights.
func (p *posedModel) reweighed(mesh, vertex int) {
	b := &p.meshes[mesh]
	for _, k := range b.of[vertex] {
		b.blocks[k].skinned = false
		b.blocks[k].add(p.model.Meshes[mesh], vertex)
	}
}

// morph moves vertices by morph targets.
func (p *posedModel) morph(morphs []float32) {
	for i, mesh := range p.model.Meshes {
		b := &p.meshes[i]
		if mesh.Skin == soa.None || len(mesh.Morphs) == 0 || len(morphs) == 0 {
			continue
		}
		if !b.morphed {
			b.position, b.morphed = make([]float32, len(mesh.Position)), true
		}
		copy(b.position, mesh.Position)
		for k := range mesh.Morphs {
			if t := &mesh.Morphs[k]; morphs[t.Weight] != 0 {
				_ = kernel.AddDeltas(b.position, t.Vertex, t.Position, morphs[t.Weight]) // lengths were validated
			}
		}
		b.slack = 0
		for v := 0; v < len(b.position); v += 3 {
			var d exact.Vec
			for axis := range d {
				d[axis] = float64(b.position[v+axis]) - float64(mesh.Position[v+axis])
			}
			b.slack = max(b.slack, d.Length())
		}
	}
}

// skinAlong skins the blocks that a ray may hit, and returns the places of vertices per mesh and the
// triangles of those blocks.
func (p *posedModel) skinAlong(r Ray) (places [][]float32, near [][]int32) {
	for i, mesh := range p.model.Meshes {
		p.near[i] = p.near[i][:0]
		b := &p.meshes[i]
		for k := range b.blocks {
			x := &b.blocks[k]
			if mesh.Skinning == soa.LinearBlend {
				if low, high := x.bounds(p.palettes[mesh.Skin], b.slack); !r.meets(low, high) {
					continue
				}
			}
			if err := p.skin(i, x); err != nil {
				p.err = err
				continue
			}
			if !r.meets(x.posed[0], x.posed[1]) {
				continue
			}
			for t := x.first; t < x.end; t++ {
				p.near[i] = append(p.near[i], int32(t))
			}
		}
	}
	return p.places, p.near
}

// skin finds the places of the vertices of a block.
func (p *posedModel) skin(i int, x *block) error {
	if x.skinned {
		return nil
	}
	x.skinned = true
	mesh, some, from := p.model.Meshes[i], &p.some, p.meshes[i].position
	some.Skin, some.Skinning, some.Influences = mesh.Skin, mesh.Skinning, slots
	some.Position, some.BoneIndex, some.BoneWeight = some.Position[:0], some.BoneIndex[:0], some.BoneWeight[:0]
	for _, v := range x.vertices {
		some.Position = append(some.Position, from[3*v:3*v+3]...)
		some.BoneIndex = append(some.BoneIndex, mesh.BoneIndex[slots*v:][:slots]...)
		some.BoneWeight = append(some.BoneWeight, mesh.BoneWeight[slots*v:][:slots]...)
	}
	p.moved = slices.Grow(p.moved[:0], len(some.Position))[:len(some.Position)]
	if err := pose.SkinVertices(some, p.model.Skins[mesh.Skin], p.palettes[mesh.Skin], nil, &p.meshes[i].scratch, p.moved, nil); err != nil {
		return err
	}
	for k, v := range x.vertices {
		copy(p.places[i][3*v:3*v+3], p.moved[3*k:])
		at := place(p.moved, k)
		if k == 0 {
			x.posed = [2]exact.Vec{at, at}
		}
		for axis, c := range at {
			x.posed[0][axis], x.posed[1][axis] = min(x.posed[0][axis], c), max(x.posed[1][axis], c)
		}
	}
	return nil
}

// bounds returns a box around the block's vertices in a pose.
func (x *block) bounds(palette []float32, slack float64) (low, high exact.Vec) {
	for k, e := range x.entries {
		center, half := e.low.Add(e.high).Scale(0.5), e.high.Sub(e.low).Scale(0.5)
		m := palette[12*int(e.of):][:12]
		for axis := range 3 {
			row := m[4*axis:]
			at, wide := float64(row[3]), 0.
			for c := range 3 {
				v := float64(row[c])
				at += float64(v * center[c])
				wide += float64(max(v, -v) * (half[c] + slack))
			}
			wide += 1e-5 * (wide + max(at, -at)) // for the rounding of float32
			if k == 0 {
				low[axis], high[axis] = at-wide, at+wide
			}
			low[axis], high[axis] = min(low[axis], at-wide), max(high[axis], at+wide)
		}
	}
	return low, high
}

// meets reports whether the half-line meets a box.
func (r Ray) meets(low, high exact.Vec) bool {
	first, last := 0., math.Inf(1)
	for axis, d := range r.Direction {
		a, b := low[axis]-r.From[axis], high[axis]-r.From[axis]
		if d == 0 {
			if a > 0 || b < 0 {
				return false
			}
			continue
		}
		if a, b = a/d, b/d; a > b {
			a, b = b, a
		}
		first, last = max(first, a), min(last, b)
	}
	return first <= last
}
