package gpu

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/soa"
)

// record is one instance of one part as the vertex shader reads it. The palette's index is
// a field, so records can be sorted.
type record struct {
	world soa.Affine
	index float32 // within its chunk
	depth float32 // sort key
	_     [2]float32
}

const bytesPerRecord = int32(unsafe.Sizeof(record{}))

// chunk is instances of one item whose rows share a page: count of batch.order, from first
// on, with the parts from part to end of their model.
type chunk struct {
	item, first, count int
	part, end          int
	page, base         int // rows
	weights            int // first row of the morph weights
}

// run is the instances of one part in one chunk: front records that keep the winding, then
// mirrored ones that reverse it.
type run struct {
	chunk, part     int
	first           int // record
	front, mirrored int
	rows            [4]int32 // uRows
	entry           int32    // uEntry
}

// batch is everything a picture streams to the GPU. Its memory is reused, so that a steady
// scene allocates nothing.
type batch struct {
	// items are copies of the scene's items, one per level that is drawn, with the level's
	// model.
	items   []Item
	order   []int32 // instances to draw, of all items
	ends    []int   // in order, of the levels of one item
	levels  []int8  // of one item's instances, −1 where not seen
	chunks  []chunk
	runs    []run
	records []record
	stream  driver.Ring // of records
	pages   []int       // rows in use, per page
	slice   int         // vertices from one gl.Flush to the next
	// inModelSpace leaves World out and keeps the instances' order, for
	// transform feedback.
	inModelSpace bool
}

// A picture is flushed in sliceCount parts: a software driver shades vertices on the
// calling thread and pixels on others, and so both work at the same time. minSlice keeps
// small pictures in one piece.
const (
	sliceCount = 4
	minSlice   = 20000
)

// plan distributes the instances that are seen over pages.
func (b *batch) plan(items []Item, d *device.Device, see *view.Sight) error {
	b.chunks, b.runs, b.records, b.pages = b.chunks[:0], b.runs[:0], b.records[:0], b.pages[:0]
	clear(b.items) // they may point to models that are closed
	b.items, b.order = b.items[:0], b.order[:0]
	for i := range items {
		if err := b.addItem(&items[i], d, see); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	vertices := 0
	for c := range b.chunks {
		it := &b.items[b.chunks[c].item]
		b.addRuns(c, it, see.Eye)
		if b.chunks[c].part == 0 {
			vertices += b.chunks[c].count * it.Model.on.Vertices
		}
	}
	b.slice = max(vertices/sliceCount, minSlice)
	return nil
}

// addItem adds an item's levels, the coarsest first where they are transparent.
func (b *batch) addItem(it *Item, d *device.Device, see *view.Sight) error {
	if err := it.check(d); err != nil {
		return err
	}
	if len(it.World) == 0 || it.HideMeshes && !b.inModelSpace {
		return nil
	}
	first := len(b.order)
	b.choose(it, see)
	for k := range b.ends {
		l := k
		if it.Model.on.Blended {
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
		if err := b.split(len(b.items)-1, from, b.ends[l], d); err != nil {
			return err
		}
	}
	return nil
}

// choose lists the instances of an item that are seen, by level: those of level l are
// b.order[ends[l-1]:ends[l]], in ascending order.
func (b *batch) choose(it *Item, s *view.Sight) {
	n := len(it.World)
	b.ends = b.ends[:0]
	if len(it.Reach) == 0 || b.inModelSpace {
		for i := range n {
			b.order = append(b.order, int32(i))
		}
		b.ends = append(b.ends, len(b.order))
		return
	}
	b.levels = slices.Grow(b.levels[:0], n)[:n]
	for i := range n {
		ball := &it.Reach[0]
		if len(it.Reach) > 1 {
			ball = &it.Reach[i]
		}
		pixels := s.Pixels(ball.Center, ball.Radius, &it.World[i])
		if len(it.Pixels) > 0 {
			it.Pixels[i] = pixels
		}
		level := int8(-1)
		if pixels != 0 {
			level = 0
			for int(level) < len(it.Levels) && pixels < it.Levels[level].Below {
				level++
			}
		}
		b.levels[i] = level
	}
	for l := range int8(len(it.Levels) + 1) {
		for i, level := range b.levels {
			if level == l {
				b.order = append(b.order, int32(i))
			}
		}
		b.ends = append(b.ends, len(b.order))
	}
}

// split divides an item's instances, those of order[from:end], into chunks that fit their
// page: with all parts of the model or, where these do not fit together, with as many
// consecutive ones as do.
func (b *batch) split(item, from, end int, d *device.Device) error {
	it := &b.items[item]
	m, limit := it.Model.on, d.Carrier.Limit()
	for first := 0; first < len(m.Parts); {
		each, last := m.WeightRows(), first
		for ; last < len(m.Parts); last++ {
			n := it.partRows(&m.Parts[last])
			if each+n > limit {
				break
			}
			each += n
		}
		if last == first {
			return fmt.Errorf("gpu: %w: an instance of %q needs %d palette rows, a %s of this driver holds %d",
				ErrItem, m.Data.Name, each+it.partRows(&m.Parts[first]), d.Called, limit)
		}
		b.addChunks(chunk{item: item, first: from, part: first, end: last}, end, each, limit)
		first = last
	}
	return nil
}

// addChunks lists chunks like the first one, up to instance order[end-1], each of whose instances
// takes rows.
func (b *batch) addChunks(ch chunk, end, rows, limit int) {
	for ch.first < end {
		if len(b.pages) == 0 {
			b.pages = append(b.pages, 0)
		}
		page := len(b.pages) - 1
		ch.count = end - ch.first
		if rows > 0 {
			ch.count = min(ch.count, (limit-b.pages[page])/rows)
		}
		if ch.count == 0 {
			b.pages = append(b.pages, 0)
			continue
		}
		ch.page, ch.base = page, b.pages[page]
		b.chunks = append(b.chunks, ch)
		b.pages[page] += ch.count * rows
		ch.first += ch.count
	}
}

// addRuns lists the parts of a chunk and the records of their instances. The rows of a
// chunk are the palettes of each part, instance after instance, then the morph weights.
func (b *batch) addRuns(c int, it *Item, eye [3]float64) {
	ch, m := &b.chunks[c], it.Model.on
	at, first := ch.base, len(b.runs)
	for p := ch.part; p < ch.end; p++ {
		ru := run{chunk: c, part: p, first: len(b.records)}
		if of := &m.Parts[p]; of.Skin != soa.None {
			c := it.carried(of)
			ru.rows[0], ru.rows[1] = int32(at), int32(c.stride)
			ru.entry = int32(c.format.Values() / carrier.ValuesPerRow)
			at += ch.count * c.stride
		}
		b.addRecords(&ru, ch, it)
		if !b.inModelSpace {
			b.sort(&ru, m.Blended, eye)
		}
		b.runs = append(b.runs, ru)
	}
	ch.weights = at
	for i := range b.runs[first:] {
		rows := &b.runs[first+i].rows
		rows[2], rows[3] = int32(at), int32(m.WeightRows())
	}
}

// addRecords adds the instances of a run, those that mirror last.
func (b *batch) addRecords(ru *run, ch *chunk, it *Item) {
	part := &it.Model.on.Parts[ru.part]
	for _, last := range [2]bool{false, true} {
		for i := range ch.count {
			rec, instance := record{index: float32(i)}, int(b.order[ch.first+i])
			if !b.inModelSpace && it.hides(part, instance) {
				continue
			}
			mirrored := it.place(&rec.world, part, instance, b.inModelSpace)
			if (mirrored && !b.inModelSpace) != last {
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

// sort orders front and mirrored instances: transparent ones from far to near, opaque ones
// from near to far.
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

// byDepth keeps the order of instances at one distance, whatever else is drawn.
func byDepth(a, b record) int {
	return cmp.Or(cmp.Compare(a.depth, b.depth), cmp.Compare(a.index, b.index))
}
