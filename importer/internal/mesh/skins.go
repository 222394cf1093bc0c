package mesh

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// skinBuilder merges palettes so that meshes share skins: a mesh joins a skin
// unless one of its joints has a different inverse bind matrix there.
type skinBuilder struct {
	skins []*soa.Skin
	index []map[uint16]int // per skin: palette index by joint
}

// entry is a palette entry of a mesh.
type entry struct {
	joint uint16
	bind  soa.Affine
}

// place returns a skin with all entries and the palette index of each.
func (b *skinBuilder) place(entries []entry) (skin int, palette []uint16, err error) {
	for s := range b.skins {
		if b.accepts(s, entries) {
			palette, err = b.fill(s, entries)
			return s, palette, err
		}
	}
	b.skins = append(b.skins, &soa.Skin{})
	b.index = append(b.index, make(map[uint16]int))
	palette, err = b.fill(len(b.skins)-1, entries)
	return len(b.skins) - 1, palette, err
}

func (b *skinBuilder) accepts(s int, entries []entry) bool {
	for _, e := range entries {
		if i, ok := b.index[s][e.joint]; ok && !sameBind(b.skins[s].InverseBind[i], e.bind) {
			return false
		}
	}
	return true
}

func (b *skinBuilder) fill(s int, entries []entry) ([]uint16, error) {
	skin := b.skins[s]
	palette := make([]uint16, len(entries))
	for k, e := range entries {
		i, ok := b.index[s][e.joint]
		if !ok || !sameBind(skin.InverseBind[i], e.bind) {
			// A mesh may bind one joint twice, with different matrices; the
			// later ones are in the palette but not in the index.
			i = len(skin.Joint)
			skin.Joint = append(skin.Joint, e.joint)
			skin.InverseBind = append(skin.InverseBind, e.bind)
			if !ok {
				b.index[s][e.joint] = i
			}
		}
		if i > math.MaxUint16 {
			return nil, fmt.Errorf("%w: a skin of more than %d bones", soa.ErrTooLarge, math.MaxUint16+1)
		}
		palette[k] = uint16(i)
	}
	return palette, nil
}

// sameBind reports whether two inverse bind matrices are equal up to float32
// rounding.
func sameBind(a, b soa.Affine) bool {
	for i := range a {
		if d := math.Abs(float64(a[i]) - float64(b[i])); d > 1e-6*math.Max(1, math.Abs(float64(a[i]))) {
			return false
		}
	}
	return true
}

// binding is what binds the vertices of a mesh of the file to bones.
type binding struct {
	entries []entry
	rows    *soa.Influences // of the file's vertices; bones are indices of entries
}

// bind reads the influences of the file's vertices.
func (b *meshBuilder) bind(src *scene.Mesh, at rig.Carried, r *report.Mesh) *binding {
	out := &binding{entries: make([]entry, 0, len(src.Bones)+1)}
	bones := b.boneWeights(src, at, &out.entries, r)
	bad := 0
	if out.rows, bad = rowsOf(bones, len(src.Positions)); bad > 0 {
		b.Report.Add(report.Repair, report.InvalidWeight, r.Name, "%d bone weights are negative, not finite or of no vertex; dropped", bad)
	}
	return out
}

// rowsOf sorts the weights of bones by vertex. It drops those that are not usable, and
// returns how many there are besides zeros.
func rowsOf(bones [][]scene.VertexWeight, n int) (out *soa.Influences, bad int) {
	start := make([]uint32, n+1)
	for k := range bones {
		for _, w := range bones[k] {
			if usable(w, n) {
				start[w.Vertex+1]++
			} else if w.Weight != 0 {
				bad++
			}
		}
	}
	for v := range n {
		start[v+1] += start[v]
	}
	out = &soa.Influences{Start: start, Bone: make([]uint16, start[n]), Weight: make([]float32, start[n])}
	next := slices.Clone(start[:n])
	for k := range bones {
		for _, w := range bones[k] {
			if usable(w, n) {
				i := next[w.Vertex]
				out.Bone[i], out.Weight[i] = uint16(k), w.Weight
				next[w.Vertex]++
			}
		}
	}
	return out, bad
}

// skin sets the skin and influences of a mesh, of the vertices of the file that it keeps.
func (b *meshBuilder) skin(m *soa.Mesh, from *binding, vertices []uint32, at rig.Carried, r *report.Mesh) error {
	own, loose := len(from.entries), 0
	rows := &soa.Influences{Start: make([]uint32, 1, len(vertices)+1)}
	for _, v := range vertices {
		first, end := from.rows.Start[v], from.rows.Start[v+1]
		rows.Bone, rows.Weight = append(rows.Bone, from.rows.Bone[first:end]...), append(rows.Weight, from.rows.Weight[first:end]...)
		if first == end {
			rows.Bone, rows.Weight = append(rows.Bone, uint16(own)), append(rows.Weight, 1)
			loose++
		}
		rows.Start = append(rows.Start, uint32(len(rows.Bone)))
	}
	if loose > 0 {
		from.entries = append(from.entries, b.ownEntry(at.Node))
		b.Report.Add(report.Repair, report.LooseVertices, r.Name, "%d vertices have no bone; bound to the node %q", loose, r.Node)
	}
	skin, palette, err := b.palettes.place(from.entries)
	if err != nil {
		return err
	}
	m.Skin = skin
	for i, e := range rows.Bone {
		rows.Bone[i] = palette[e]
	}
	addUp(rows, b.palettes.skins[skin].Len())
	if off, worst := normalizeRows(rows); off > 0 {
		b.Report.AddSized(report.Repair, report.WeightSum, r.Name, report.Size{Value: math.Abs(worst - 1)}, "the weights of %d vertices do not sum to 1 (the worst to %.3g); normalised", off, worst)
	}
	m.Influences = 4
	for v, end := range rows.Start[1:] {
		n := end - rows.Start[v]
		r.Influences[min(n, 8)]++
		if n > 4 && b.Settings.Influences == 8 {
			m.Influences = 8
		}
	}
	r.Influences[0] += loose
	r.Influences[1] -= loose
	r.LostWeight = limitInfluences(m, rows)
	if r.LostWeight > 0 {
		b.Report.AddSized(report.Loss, report.InfluenceLimit, m.Name, report.Size{Value: float64(r.LostWeight)}, "more than %d influences per vertex; up to %.3g of a vertex's weight was dropped and the rest normalised", m.Influences, r.LostWeight)
		if b.Settings.KeepExact {
			m.Exact = rows
		}
	}
	return nil
}

// addUp joins the influences that a vertex has of one palette entry: two bones may be one
// joint, and some files list a bone of a vertex twice.
func addUp(f *soa.Influences, palette int) {
	place := make([]uint32, palette) // of an entry's last influence, and one more
	kept := uint32(0)
	for v := range len(f.Start) - 1 {
		first, end := f.Start[v], f.Start[v+1]
		f.Start[v] = kept
		for i := first; i < end; i++ {
			if at := place[f.Bone[i]]; at > f.Start[v] {
				f.Weight[at-1] += f.Weight[i]
				continue
			}
			f.Bone[kept], f.Weight[kept] = f.Bone[i], f.Weight[i]
			kept++
			place[f.Bone[i]] = kept
		}
	}
	f.Start[len(f.Start)-1] = kept
	f.Bone, f.Weight = f.Bone[:kept], f.Weight[:kept]
}

// several reports whether a vertex has several influences.
func several(f *soa.Influences) bool {
	for v, end := range f.Start[1:] {
		if end-f.Start[v] > 1 {
			return true
		}
	}
	return false
}

// boneWeights appends the palette entries of a mesh, and returns the weights of each.
func (b *meshBuilder) boneWeights(src *scene.Mesh, at rig.Carried, entries *[]entry, r *report.Mesh) (bones [][]scene.VertexWeight) {
	skin := b.format.Skin(at.Node)
	if skin.ReadsOwn() {
		list, own := b.format.Influences(at.Node, src, r.Name)
		for k := range list {
			joint, m := b.rig.BoneFrame(skin.Bones[k].Node)
			*entries = append(*entries, b.newEntry(joint, m.Mul(skin.Bones[k].Offset)))
		}
		r.Bones = len(list)
		if bones = list; len(own) > 0 {
			*entries = append(*entries, b.ownEntry(at.Node))
			bones = append(bones, own)
		}
		return bones
	}
	for k := range src.Bones {
		bone := &src.Bones[k]
		bones = append(bones, bone.Weights)
		*entries = append(*entries, b.bindEntry(bone, at, k))
	}
	return bones
}

func usable(w scene.VertexWeight, vertices int) bool {
	return int(w.Vertex) < vertices && w.Weight > 0 && w.Weight <= math.MaxFloat32
}

// bindEntry returns the palette entry of a mesh's bone k: its joint, and the matrix
// from mesh space to the joint's frame at bind time. That of an FBX file comes from the
// file: libassimp 5.4 computes it with a wrong place of the mesh, later versions with its
// place at rest, which may differ from that at bind time, and all leave out the geometric
// transform of the mesh.
func (b *meshBuilder) bindEntry(bone *scene.MeshBone, at rig.Carried, k int) entry {
	node, offset := b.Tree.ByName[bone.Name], exact.FromFloat32(bone.Offset)
	skin := b.format.Skin(at.Node)
	if index := b.bones.Order[at]; index != nil {
		node, offset = skin.Bones[index[k]].Node, skin.Bones[index[k]].Offset
	} else if skin != nil {
		if i, ok := skin.ByNode[node]; ok && skin.Bones[i].Offset.Finite() {
			offset = skin.Bones[i].Offset
		}
	}
	joint, m := b.rig.BoneFrame(node)
	if !track.FiniteMatrix(offset) {
		b.Report.Add(report.Repair, report.InvalidBind, bone.Name, "its inverse bind matrix is not finite; replaced by the identity")
		offset = exact.Identity()
	}
	return b.newEntry(joint, m.Mul(offset))
}

// ownEntry returns the palette entry of the node that carries a mesh, for
// vertices without a bone.
func (b *meshBuilder) ownEntry(node int) entry { return b.newEntry(b.rig.Frame(node)) }

// newEntry returns a palette entry of a joint, or of the first one for what none moves.
func (b *meshBuilder) newEntry(joint int, m exact.Matrix) entry {
	if joint == soa.NoJoint {
		joint = 0
		if inverse, ok := b.rig.Joints[0].Rest().Inverse(); ok {
			m = inverse.Mul(m)
		}
	}
	return entry{uint16(joint), soa.Affine(m.Float32())}
}

// normalizeRows sorts each vertex's influences, largest first, and divides
// them by their sum. It returns how many sums were off by more than 1 %, and the worst.
func normalizeRows(f *soa.Influences) (off int, worst float64) {
	worst = 1
	for v := range len(f.Start) - 1 {
		a, b := f.Start[v], f.Start[v+1]
		sum := 0.0
		for i := a; i < b; i++ {
			sum += float64(f.Weight[i])
			for k := i; k > a && f.Weight[k] > f.Weight[k-1]; k-- {
				f.Weight[k], f.Weight[k-1] = f.Weight[k-1], f.Weight[k]
				f.Bone[k], f.Bone[k-1] = f.Bone[k-1], f.Bone[k]
			}
		}
		if math.Abs(sum-1) > 0.01 {
			off++
			if math.Abs(sum-1) > math.Abs(worst-1) {
				worst = sum
			}
		}
		for i := a; i < b; i++ {
			f.Weight[i] = float32(float64(f.Weight[i]) / sum)
		}
	}
	return off, worst
}

// limitInfluences writes the largest influences of each vertex into the mesh,
// normalised, and returns the largest weight that one vertex lost.
func limitInfluences(m *soa.Mesh, exact *soa.Influences) float32 {
	n := m.Vertices()
	m.BoneIndex = make([]uint16, n*m.Influences)
	m.BoneWeight = make([]float32, n*m.Influences)
	lost := 0.0
	for v := range n {
		a, b := exact.Start[v], exact.Start[v+1]
		end := min(b, a+uint32(m.Influences))
		kept := 0.0
		for i := a; i < end; i++ {
			kept += float64(exact.Weight[i])
		}
		if end < b {
			lost = math.Max(lost, 1-kept)
		}
		for i := a; i < end; i++ {
			m.BoneIndex[v*m.Influences+int(i-a)] = exact.Bone[i]
			m.BoneWeight[v*m.Influences+int(i-a)] = float32(float64(exact.Weight[i]) / kept)
		}
	}
	return float32(lost)
}
