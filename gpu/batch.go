package gpu

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// record is one instance of one part as the vertex shader reads it. Which
// palette an instance has is a field, not its place, so records can be sorted.
type record struct {
	world soa.Affine
	index float32 // within its chunk
	depth float32 // what records are sorted by
	_     [2]float32
}

const bytesPerRecord = int32(unsafe.Sizeof(record{}))

// chunk is instances of one item whose rows share a page: those that batch.order
// lists from first on.
type chunk struct {
	item, first, count int
	page, base         int // rows
	weights            int // first row of the morph weights
}

// run is the instances of one part in one chunk: front records that keep the
// winding, then mirrored ones that turn it over.
type run struct {
	chunk, part     int
	first           int // record
	front, mirrored int
	rows            [4]int32 // uRows
	entry           int32    // uEntry
}

// batch is everything a picture streams to the GPU. It is kept between
// pictures so that a steady scene allocates nothing.
type batch struct {
	// items are those of the scene, each with those of its levels behind it: copies
	// that have the level's model.
	items   []Item
	order   []int32 // instances to draw, of all items
	ends    []int   // in order, of the levels of one item
	levels  []int8  // of one item's instances, −1 where not seen
	chunks  []chunk
	runs    []run
	records []record
	pages   []int // rows in use, per page
	slice   int   // vertices after which the driver should begin
	// inModelSpace leaves World out and keeps the instances' order, for
	// transform feedback.
	inModelSpace bool
}

// minSlice keeps small pictures in one piece.
const minSlice = 20000

// plan lays the instances of a scene's items that are seen out over pages.
func (b *batch) plan(items []Item, r *Renderer, see *sight) error {
	b.chunks, b.runs, b.records, b.pages = b.chunks[:0], b.runs[:0], b.records[:0], b.pages[:0]
	clear(b.items) // of pointers to what may be closed since
	b.items, b.order = b.items[:0], b.order[:0]
	for i := range items {
		if err := b.addItem(&items[i], r, see); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	vertices := 0
	for c := range b.chunks {
		it := &b.items[b.chunks[c].item]
		b.addRuns(c, it, see.eye)
		vertices += b.chunks[c].count * it.Model.vertices
	}
	b.slice = max(vertices/sliceCount, minSlice)
	return nil
}

// addItem adds an item and its levels, the farthest first where they are transparent.
func (b *batch) addItem(it *Item, r *Renderer, see *sight) error {
	if err := it.check(r); err != nil {
		return err
	}
	if len(it.World) == 0 || it.HideMeshes && !b.inModelSpace {
		return nil
	}
	first := len(b.order)
	b.choose(it, see)
	for k := range b.ends {
		l := k
		if it.Model.blended {
			l = len(b.ends) - 1 - k
		}
		from, model := first, it.Model
		if l > 0 {
			from, model = b.ends[l-1], it.Levels[l-1].Model
		}
		if model == nil || from == b.ends[l] {
			continue
		}
		b.items = append(b.items, *it)
		b.items[len(b.items)-1].Model = model
		if err := b.split(len(b.items)-1, from, b.ends[l], r.carrier); err != nil {
			return err
		}
	}
	return nil
}

// split cuts an item's instances, from one place in order to another, into chunks that
// fit their page.
func (b *batch) split(item, from, end int, to carrier) error {
	it := &b.items[item]
	each, limit := it.rows(), to.limit()
	if each > limit {
		return fmt.Errorf("gpu: %w: an instance of %q needs %d palette rows, a %v of this driver holds %d", ErrItem, it.Model.data.Name, each, to.kind(), limit)
	}
	for from < end {
		if len(b.pages) == 0 {
			b.pages = append(b.pages, 0)
		}
		page := len(b.pages) - 1
		count := end - from
		if each > 0 {
			count = min(count, (limit-b.pages[page])/each)
		}
		if count == 0 {
			b.pages = append(b.pages, 0)
			continue
		}
		b.chunks = append(b.chunks, chunk{item: item, first: from, count: count, page: page, base: b.pages[page]})
		b.pages[page] += count * each
		from += count
	}
	return nil
}

// rows returns how many rows one instance takes.
func (it *Item) rows() int {
	m := it.Model
	n := 0
	for p := range m.parts {
		if m.parts[p].skin != soa.None {
			n += it.carried(&m.parts[p]).stride
		}
	}
	return n + m.weightRows()
}

// weightRows returns the rows of one instance's morph weights.
func (m *Model) weightRows() int {
	if !m.morphed {
		return 0
	}
	return (len(m.data.Weights) + 3) / 4
}

// addRuns lists the parts of a chunk and the records of their instances.
func (b *batch) addRuns(c int, it *Item, eye [3]float64) {
	ch := &b.chunks[c]
	at := ch.base
	for p := range it.Model.parts {
		if of := &it.Model.parts[p]; of.skin != soa.None {
			at += ch.count * it.carried(of).stride
		}
	}
	ch.weights = at
	at = ch.base
	for p := range it.Model.parts {
		ru := run{chunk: c, part: p, first: len(b.records)}
		ru.rows[2], ru.rows[3] = int32(ch.weights), int32(it.Model.weightRows())
		if of := &it.Model.parts[p]; of.skin != soa.None {
			c := it.carried(of)
			ru.rows[0], ru.rows[1] = int32(at), int32(c.stride)
			ru.entry = int32(c.format.Values() / valuesPerRow)
			at += ch.count * c.stride
		}
		b.addRecords(&ru, ch, it)
		if !b.inModelSpace {
			b.sort(&ru, it.Model.blended, eye)
		}
		b.runs = append(b.runs, ru)
	}
}

// addRecords adds the instances of a run, those that mirror last.
func (b *batch) addRecords(ru *run, ch *chunk, it *Item) {
	part := &it.Model.parts[ru.part]
	for _, last := range [2]bool{false, true} {
		for i := range ch.count {
			rec := record{index: float32(i)}
			turned := it.place(&rec.world, part, int(b.order[ch.first+i]), b.inModelSpace)
			if b.inModelSpace {
				turned = false
			}
			if turned != last {
				continue
			}
			b.records = append(b.records, rec)
			if last {
				ru.mirrored++
			} else {
				ru.front++
			}
		}
	}
}

// place stores what the shader applies after skinning, and reports whether all
// matrices together mirror. A skin is judged by the first matrix that moves a
// mesh: one whose bones differ in this has no winding.
func (it *Item) place(dst *soa.Affine, p *part, instance int, inModelSpace bool) bool {
	if inModelSpace {
		*dst = soa.IdentityAffine()
	} else {
		*dst = it.World[instance]
	}
	turned := mirrors(dst)
	if p.skin == soa.None {
		var node soa.Affine
		it.node(&node, p.meshes[0], instance)
		world := *dst
		*dst = world.Mul(&node)
		return mirrors(dst)
	}
	if n := len(p.extremes); p.bone < n {
		if m := it.Palettes[p.skin].matrix(instance, p.bone, n); mirrors(&m) {
			return !turned
		}
	}
	return turned
}

// node stores the matrix that takes a mesh without a skin to model space.
func (it *Item) node(dst *soa.Affine, mesh, instance int) {
	src := it.Model.data.Meshes[mesh]
	switch {
	case src.Joint == soa.NoJoint:
		*dst = src.Offset
	default:
		*dst = it.joint(instance, int(src.Joint)).Mul(&src.Offset)
	}
}

// rigid stores the matrix from the space of a mesh without a skin to the world.
func (it *Item) rigid(dst *soa.Affine, p *part, instance int) {
	it.place(dst, p, instance, false)
}

// sort orders the instances, within front and mirrored ones: from far to near
// where they are transparent, from near to far where they hide each other.
func (b *batch) sort(ru *run, transparent bool, eye [3]float64) {
	recs := b.records[ru.first : ru.first+ru.front+ru.mirrored]
	for i := range recs {
		x, y, z := recs[i].world.Translation()
		dx, dy, dz := x-float32(eye[0]), y-float32(eye[1]), z-float32(eye[2])
		recs[i].depth = dx*dx + dy*dy + dz*dz
		if transparent {
			recs[i].depth = -recs[i].depth
		}
	}
	slices.SortFunc(recs[:ru.front], byDepth)
	slices.SortFunc(recs[ru.front:], byDepth)
}

// byDepth keeps the order of instances at one distance, whichever are drawn.
func byDepth(a, b record) int {
	return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.index, b.index))
}

// upload writes pages and records.
func (b *batch) upload(r *Renderer) {
	r.carrier.begin(b.pages)
	for c := range b.chunks {
		b.uploadChunk(&b.chunks[c], &b.items[b.chunks[c].item], r.carrier)
	}
	r.carrier.end()
	for c := range b.chunks {
		b.copyEvaluated(&b.chunks[c], &b.items[b.chunks[c].item], r.carrier)
	}
	r.stream(b.records)
}

func (b *batch) uploadChunk(ch *chunk, it *Item, to carrier) {
	at, room := ch.base, to.room(ch.page)
	for p := range it.Model.parts {
		of := &it.Model.parts[p]
		if of.skin == soa.None {
			continue
		}
		b.writePalettes(room[at*valuesPerRow:], ch, it, of)
		at += ch.count * it.carried(of).stride
	}
	if n := it.Model.weightRows(); n > 0 {
		b.writeWeights(room[ch.weights*valuesPerRow:], ch, it, valuesPerRow*n)
	}
}

// consecutive returns how many instances at the start of a list follow each other.
func consecutive(list []int32) int {
	n := 1
	for n < len(list) && list[n] == list[0]+int32(n) {
		n++
	}
	return n
}

// writePalettes writes the palettes of a chunk's instances, those that follow each
// other at once.
func (b *batch) writePalettes(room []float32, ch *chunk, it *Item, p *part) {
	stride := it.carried(p).stride * valuesPerRow
	list := b.order[ch.first : ch.first+ch.count]
	for len(list) > 0 {
		n := consecutive(list)
		it.writePalettes(room, p, int(list[0]), n)
		room, list = room[n*stride:], list[n:]
	}
}

// writeWeights copies the instances' morph weights to whole rows.
func (b *batch) writeWeights(room []float32, ch *chunk, it *Item, padded int) {
	n := len(it.Model.data.Weights)
	for i := range ch.count {
		to := room[i*padded : i*padded+n]
		if len(it.Weights) > 0 {
			copy(to, it.Weights[int(b.order[ch.first+i])*n:])
			continue
		}
		for k := range to {
			to[k] = it.Model.data.Weights[k].Rest
		}
	}
}

// stream uploads the records.
func (r *Renderer) stream(records []record) {
	if len(records) == 0 {
		return
	}
	room, _ := r.records.begin(len(records) * int(bytesPerRecord))
	copy(unsafe.Slice((*record)(unsafe.Pointer(&room[0])), len(records)), records)
	r.records.end()
}

// instanceAttributes enables the attributes that step once an instance, on the
// bound vertex array.
func (r *Renderer) instanceAttributes() {
	for k := range uint32(4) {
		gl.EnableVertexAttribArray(attributeInstance + k)
		gl.VertexAttribDivisor(attributeInstance+k, 1)
	}
}

// pointInstances makes the bound vertex array read its instances from a record
// on: OpenGL 3.3 has no base instance.
func (r *Renderer) pointInstances(first int) {
	gl.BindBuffer(gl.ARRAY_BUFFER, r.records.current().buffer)
	at := uintptr(first) * uintptr(bytesPerRecord)
	for k := range uint32(4) {
		gl.VertexAttribPointerWithOffset(attributeInstance+k, 4, gl.FLOAT, false, bytesPerRecord, at+uintptr(16*k))
	}
}

// mirrors reports whether the matrix turns a right hand into a left one.
func mirrors(a *soa.Affine) bool {
	return a[0]*(a[5]*a[10]-a[6]*a[9])-a[1]*(a[4]*a[10]-a[6]*a[8])+a[2]*(a[4]*a[9]-a[5]*a[8]) < 0
}
