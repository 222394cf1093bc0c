package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// upload writes pages and records.
func (b *batch) upload(to carrier) {
	to.begin(b.pages)
	for i := range b.runs {
		b.writePalettes(&b.runs[i], to)
	}
	for c := range b.chunks {
		b.writeWeights(&b.chunks[c], to)
	}
	to.end()
	for i := range b.runs {
		b.copyEvaluated(&b.runs[i], to)
	}
	if len(b.records) == 0 {
		return
	}
	room, _ := b.stream.begin(len(b.records) * int(bytesPerRecord))
	copy(unsafe.Slice((*record)(unsafe.Pointer(&room[0])), len(b.records)), b.records)
	b.stream.end()
}

// pointInstances makes the bound vertex array read its instances from a record
// on: OpenGL 3.3 has no base instance.
func (b *batch) pointInstances(first int) {
	gl.BindBuffer(gl.ARRAY_BUFFER, b.stream.current().buffer)
	at := uintptr(first) * uintptr(bytesPerRecord)
	for k := range uint32(instanceAttributes) {
		gl.VertexAttribPointerWithOffset(attributeInstance+k, 4, gl.FLOAT, false, bytesPerRecord, at+uintptr(16*k))
	}
}

// palettes returns the palettes of a run, nil without a skin, and the instances that it
// draws.
func (b *batch) palettes(ru *run) (p *Palette, ch *chunk, list []int32) {
	ch = &b.chunks[ru.chunk]
	it := &b.items[ch.item]
	if of := &it.Model.on.parts[ru.part]; of.skin != soa.None {
		p = &it.Palettes[of.skin]
	}
	return p, ch, b.order[ch.first : ch.first+ch.count]
}

// writePalettes writes the palettes of a run, those of consecutive instances at once.
func (b *batch) writePalettes(ru *run, to carrier) {
	p, ch, list := b.palettes(ru)
	if p == nil || p.evaluator != nil {
		return
	}
	it := &b.items[ch.item]
	room := to.room(ch.page)[ru.rows[0]*valuesPerRow:]
	for len(list) > 0 {
		n := consecutive(list)
		it.writePalettes(room, &it.Model.on.parts[ru.part], int(list[0]), n)
		room, list = room[n*int(ru.rows[1])*valuesPerRow:], list[n:]
	}
}

// copyEvaluated copies palettes of a run that are on the GPU into its page.
func (b *batch) copyEvaluated(ru *run, to carrier) {
	p, ch, list := b.palettes(ru)
	if p == nil || p.evaluator == nil {
		return
	}
	buffer, start := to.(buffered).buffer(ch.page)
	at := start + int(ru.rows[0])*bytesPerRow
	for len(list) > 0 {
		n := consecutive(list)
		p.evaluator.copyTo(buffer, at, int(list[0]), n)
		at, list = at+n*int(ru.rows[1])*bytesPerRow, list[n:]
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

// writeWeights copies the morph weights of a chunk's instances to whole rows.
func (b *batch) writeWeights(ch *chunk, to carrier) {
	it := &b.items[ch.item]
	padded := it.Model.on.weightRows() * valuesPerRow
	if padded == 0 {
		return
	}
	weights := it.Model.on.data.Weights
	room, n := to.room(ch.page)[ch.weights*valuesPerRow:], len(weights)
	for i := range ch.count {
		to := room[i*padded : i*padded+n]
		if len(it.Weights) > 0 {
			copy(to, it.Weights[int(b.order[ch.first+i])*n:])
			continue
		}
		for k := range to {
			to[k] = weights[k].Rest
		}
	}
}
