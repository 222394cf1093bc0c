package mesh

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
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

// place returns the index of a skin with all entries, and the palette index of each.
func (b *skinBuilder) place(entries []entry, m *meter.Meter) (skin int, palette []uint16, err error) {
	for s := range b.skins {
		if err := m.Step(30 * min(len(entries), len(b.skins[s].Joint)+1)); err != nil {
			return 0, nil, err
		}
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
			// A mesh may bind one joint twice with different matrices. The later ones are in the
			// palette but not in the index.
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

// binding binds the vertices of a mesh in the file to bones.
type binding struct {
	entries []entry
	rows    *soa.Influences // of the file's vertices; bones are indices of entries
}

// bind reads the influences of the file's vertices.
func (b *meshBuilder) bind(src *scene.Mesh, at rig.Carried, r *report.Mesh) *binding {
	bones := len(src.Bones) + b.format.Skin(at.Node).Len()
	if b.take("bones of meshes", bones, 2*unsafe.Sizeof(entry{}), 500) != nil {
		return &binding{}
	}
	out := &binding{entries: make([]entry, 0, bones+1)}
	rows := b.boneWeights(src, at, &out.entries, r)
	if rows.Bad > 0 {
		b.Report.Add(report.Repair, report.InvalidWeight, r.Name, "%d bone weights are negative, not finite or of no vertex; dropped", rows.Bad)
	}
	out.rows = &rows.Influences
	return out
}

// skin sets the skin and influences of a mesh for the kept vertices.
func (b *meshBuilder) skin(m *soa.Mesh, from *binding, vertices []uint32, at rig.Carried, r *report.Mesh) error {
	rows, loose := from.pick(vertices)
	if err := b.take("influences", len(rows.Bone)+len(vertices), 6+4+8*6, 100); err != nil {
		return err
	}
	if loose > 0 {
		from.entries = append(from.entries, b.ownEntry(at.Node))
		b.Report.Add(report.Repair, report.LooseVertices, r.Name, "%d vertices have no bone; bound to the node %q", loose, r.Node)
	}
	skin, palette, err := b.palettes.place(from.entries, b.Meter)
	if err != nil {
		return err
	}
	m.Skin = skin
	for i, e := range rows.Bone {
		rows.Bone[i] = palette[e]
	}
	addUp(rows, b.palettes.skins[skin].Len())
	if off, worst := normalizeRows(rows, b.Settings.Influences, b.Meter); off > 0 {
		b.Report.AddSized(report.Repair, report.WeightSum, r.Name, report.Size{Value: math.Abs(worst - 1)}, "the weights of %d vertices do not sum to 1 (the worst to %.3g); normalized", off, worst)
	}
	if err := b.Meter.Err(); err != nil {
		return err
	}
	for v, end := range rows.Start[1:] {
		r.Influences[min(end-rows.Start[v], 8)]++
	}
	r.Influences[0] += loose
	r.Influences[1] -= loose
	r.LostWeight = float32(m.PackInfluences(rows, b.Settings.Influences))
	if r.LostWeight > 0 {
		b.Report.AddSized(report.Loss, report.InfluenceLimit, m.Name, report.Size{Value: float64(r.LostWeight)}, "more than %d influences per vertex; up to %.3g of a vertex's weight was dropped and the rest normalized", m.Influences, r.LostWeight)
	}
	if r.LostWeight <= 0 || !b.Settings.KeepExact {
		m.Exact = nil
	}
	return nil
}

// pick returns the influences of the listed vertices. Vertices without any get one of the entry
// behind the last; loose counts them.
func (b *binding) pick(vertices []uint32) (rows *soa.Influences, loose int) {
	all, total := b.rows, 0
	for _, v := range vertices {
		n := int(all.Start[v+1] - all.Start[v])
		if n == 0 {
			loose++
		}
		total += n
	}
	if loose == 0 && len(vertices) == len(all.Start)-1 {
		return all, 0
	}
	own := uint16(len(b.entries))
	total += loose
	rows = &soa.Influences{Start: make([]uint32, 1, len(vertices)+1), Bone: make([]uint16, 0, total), Weight: make([]float32, 0, total)}
	for _, v := range vertices {
		if first, end := all.Start[v], all.Start[v+1]; first < end {
			rows.Bone, rows.Weight = append(rows.Bone, all.Bone[first:end]...), append(rows.Weight, all.Weight[first:end]...)
		} else {
			rows.Bone, rows.Weight = append(rows.Bone, own), append(rows.Weight, 1)
		}
		rows.Start = append(rows.Start, uint32(len(rows.Bone)))
	}
	return rows, loose
}

// addUp merges a vertex's influences of one palette entry: two bones may be one joint, and some
// files list a bone twice for a vertex.
func addUp(f *soa.Influences, palette int) {
	place := make([]uint32, palette) // an entry's last influence, plus one
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

// several reports whether any vertex has several influences.
func several(f *soa.Influences) bool {
	for v, end := range f.Start[1:] {
		if end-f.Start[v] > 1 {
			return true
		}
	}
	return false
}

// boneWeights appends the palette entries of a mesh and returns its vertices' influences.
func (b *meshBuilder) boneWeights(src *scene.Mesh, at rig.Carried, entries *[]entry, r *report.Mesh) *scene.Influences {
	skin, n := b.format.Skin(at.Node), len(src.Positions)
	if !skin.ReadsOwn() {
		bones := make([][]scene.VertexWeight, len(src.Bones))
		for k := range src.Bones {
			bones[k] = src.Bones[k].Weights
			*entries = append(*entries, b.bindEntry(&src.Bones[k], at, k))
		}
		return scene.ByVertex(bones, n)
	}
	rows := b.format.Influences(at.Node, src, r.Name)
	if r.Bones = 0; rows == nil {
		return scene.ByVertex(nil, n)
	}
	for k := range skin.Bones {
		joint, m := b.rig.BoneFrame(skin.Bones[k].Node)
		*entries = append(*entries, b.newEntry(joint, m.Mul(b.finiteBind(skin.Bones[k].Offset, b.Tree.Nodes[skin.Bones[k].Node].Name))))
	}
	if r.Bones = len(skin.Bones); rows.Own {
		*entries = append(*entries, b.ownEntry(at.Node))
	}
	return rows
}

// bindEntry returns the palette entry of a mesh's bone k: its joint, and the matrix from mesh
// space to the joint's frame at bind time. For FBX the matrix is read from the file: libassimp
// 5.4 computes it with a wrong placement of the mesh, later versions with its rest placement,
// which may differ from that at bind time, and all omit the mesh's geometric transform.
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
	return b.newEntry(joint, m.Mul(b.finiteBind(offset, bone.Name)))
}

// finiteBind returns a bone's inverse bind matrix, or the identity for one that is not finite.
func (b *meshBuilder) finiteBind(m exact.Matrix, bone string) exact.Matrix {
	if track.FiniteMatrix(m) {
		return m
	}
	b.Report.Add(report.Repair, report.InvalidBind, bone, "its inverse bind matrix is not finite; replaced by the identity")
	return exact.Identity()
}

// ownEntry returns the palette entry of the mesh's own node, for vertices without a bone.
func (b *meshBuilder) ownEntry(node int) entry { return b.newEntry(b.rig.Frame(node)) }

// newEntry returns a palette entry of a joint. Without a joint it returns one of the first.
func (b *meshBuilder) newEntry(joint int, m exact.Matrix) entry {
	if joint == soa.NoJoint {
		joint = 0
		if inverse, ok := b.rig.Joints[0].Rest().Inverse(); ok {
			m = inverse.Mul(m)
		}
	}
	return entry{uint16(joint), soa.Affine(m.Float32())}
}

// normalizeRows sorts each vertex's influences, largest first, and divides them by their sum; those that
// a mesh has places for twice, since the sum of what is rounded is another one. It returns the number of
// sums that were off by more than 1 %, and the worst sum.
func normalizeRows(f *soa.Influences, places int, m *meter.Meter) (off int, worst float64) {
	worst = 1
	sums := make([]float64, len(f.Start)-1)
	for v := range sums {
		if v%1024 == 0 && m.Step(1024*20) != nil {
			return off, worst
		}
		sums[v] = sumOf(f.Weight[f.Start[v]:f.Start[v+1]])
		if math.Abs(sums[v]-1) > 0.01 {
			off++
			if math.Abs(sums[v]-1) > math.Abs(worst-1) {
				worst = sums[v]
			}
		}
	}
	f.Sort()
	for v, sum := range sums {
		if v%1024 == 0 && m.Step(1024*50) != nil {
			return off, worst
		}
		row := f.Weight[f.Start[v]:f.Start[v+1]]
		divide(row, sum)
		if len(row) <= places {
			divide(row, sumOf(row))
		}
	}
	return off, worst
}

func sumOf(row []float32) (sum float64) {
	for _, w := range row {
		sum += float64(w)
	}
	return sum
}

func divide(row []float32, by float64) {
	for i, w := range row {
		row[i] = float32(float64(w) / by)
	}
}
