package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/soa"
)

// upload streams pages and records to the GPU.
func (b *batch) upload(to carrier.Carrier) {
	to.Begin(b.pages)
	for i := range b.runs {
		b.writePalettes(&b.runs[i], to)
	}
	for c := range b.chunks {
		b.writeWeights(&b.chunks[c], to)
	}
	to.End()
	for i := range b.runs {
		b.copyEvaluated(&b.runs[i], to)
	}
	if len(b.records) == 0 {
		return
	}
	room, _ := b.stream.Begin(len(b.records) * int(bytesPerRecord))
	copy(unsafe.Slice((*record)(unsafe.Pointer(&room[0])), len(b.records)), b.records)
	b.stream.End()
}

// pointInstances makes the bound vertex array read records from first on: OpenGL 3.3 has no
// base instance.
func (b *batch) pointInstances(first int) {
	gl.BindBuffer(gl.ARRAY_BUFFER, b.stream.Buffer())
	at := uintptr(first) * uintptr(bytesPerRecord)
	for k := range uint32(driver.InstanceAttributes) {
		gl.VertexAttribPointerWithOffset(driver.AttributeInstance+k, 4, gl.FLOAT, false, bytesPerRecord, at+uintptr(16*k))
	}
}

// palettes returns the palettes of a run, nil without a skin, its chunk and its instances.
func (b *batch) palettes(ru *run) (p *Palette, ch *chunk, list []int32) {
	ch = &b.chunks[ru.chunk]
	it := &b.items[ch.item]
	if of := &it.Model.on.Parts[ru.part]; of.Skin != soa.None {
		p = &it.Palettes[of.Skin]
	}
	return p, ch, b.order[ch.first : ch.first+ch.count]
}

// writePalettes writes the palettes of a run, those of consecutive instances at once.
func (b *batch) writePalettes(ru *run, to carrier.Carrier) {
	p, ch, list := b.palettes(ru)
	if p == nil || p.evaluator != nil {
		return
	}
	it := &b.items[ch.item]
	room := to.Room(ch.page)[ru.rows[0]*carrier.ValuesPerRow:]
	for len(list) > 0 {
		n := consecutive(list)
		it.writePalettes(room, &it.Model.on.Parts[ru.part], int(list[0]), n)
		room, list = room[n*int(ru.rows[1])*carrier.ValuesPerRow:], list[n:]
	}
}

// copyEvaluated copies palettes of an Evaluator into a run's page, on the GPU.
func (b *batch) copyEvaluated(ru *run, to carrier.Carrier) {
	p, ch, list := b.palettes(ru)
	if p == nil || p.evaluator == nil {
		return
	}
	part := &b.items[ch.item].Model.on.Parts[ru.part]
	buffer, start := to.(carrier.Buffered).Buffer(ch.page)
	at, slots := start+int(ru.rows[0])*carrier.BytesPerRow, len(part.Extremes)
	for len(list) > 0 {
		n := consecutive(list)
		first := int(list[0]) * slots
		list = list[n:]
		if part.Entries == nil {
			p.evaluator.copyTo(buffer, at, first, n*slots)
			at += n * int(ru.rows[1]) * carrier.BytesPerRow
			continue
		}
		for ; n > 0; n, first = n-1, first+slots {
			for left := part.Entries; len(left) > 0; {
				k := consecutive(left)
				p.evaluator.copyTo(buffer, at, first+int(left[0]), k)
				at, left = at+4*matrixValues*k, left[k:]
			}
		}
	}
}

// consecutive returns the length of the run of consecutive numbers that a list begins with.
func consecutive[T int32 | uint16](list []T) int {
	n := 1
	for n < len(list) && list[n] == list[0]+T(n) {
		n++
	}
	return n
}

// writeWeights copies the morph weights of a chunk's instances, padded to whole rows.
func (b *batch) writeWeights(ch *chunk, to carrier.Carrier) {
	it := &b.items[ch.item]
	padded := it.Model.on.WeightRows() * carrier.ValuesPerRow
	if padded == 0 {
		return
	}
	weights := it.Model.on.Data.Weights
	room, n := to.Room(ch.page)[ch.weights*carrier.ValuesPerRow:], len(weights)
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
