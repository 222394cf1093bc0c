package model

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/soa"
)

// deltaValues is what one delta takes in the buffer texture: two texels,
// position and weight index, normal and nothing.
const deltaValues = 8

// morphs turns the targets' sparse deltas round, from vertices of a target to
// targets of a vertex, so that the vertex shader walks only what moves its own
// vertex. Deltas of vertex v are ranges[2v] to ranges[2v+1].
func (me *Mesh) morphs(src *soa.Mesh) (warning error) {
	ranges, deltas := morphDeltas(src)
	if len(deltas) == 0 {
		return nil
	}
	limit := driver.Integer(gl.MAX_TEXTURE_BUFFER_SIZE)
	if texels := len(deltas) / 4; texels > limit {
		return fmt.Errorf("%w: they need %d texels, the driver's buffer textures hold %d", ErrMorph, texels, limit)
	}
	me.buffer(gl.ARRAY_BUFFER, 4*len(ranges), unsafe.Pointer(&ranges[0]))
	gl.EnableVertexAttribArray(driver.AttributeMorphRange)
	gl.VertexAttribIPointer(driver.AttributeMorphRange, 2, gl.UNSIGNED_INT, 0, nil)

	buffer := me.buffer(gl.TEXTURE_BUFFER, 4*len(deltas), unsafe.Pointer(&deltas[0]))
	gl.GenTextures(1, &me.deltas)
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitDeltas)
	gl.BindTexture(gl.TEXTURE_BUFFER, me.deltas)
	gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, buffer)
	return nil
}

// morphDeltas lists the deltas by vertex, for a vertex in the targets' order.
func morphDeltas(src *soa.Mesh) (ranges []uint32, deltas []float32) {
	ranges = make([]uint32, 2*src.Vertices())
	for i := range src.Morphs {
		for _, v := range src.Morphs[i].Vertex {
			ranges[2*v+1]++
		}
	}
	total := uint32(0)
	for v := 0; v < len(ranges); v += 2 {
		count := ranges[v+1]
		ranges[v], ranges[v+1] = total, total // the end grows as deltas are put
		total += count
	}
	deltas = make([]float32, deltaValues*int(total))
	for i := range src.Morphs {
		t := &src.Morphs[i]
		for e, v := range t.Vertex {
			d := deltas[deltaValues*int(ranges[2*v+1]):]
			ranges[2*v+1]++
			copy(d, t.Position[3*e:3*e+3])
			d[3] = float32(t.Weight)
			if len(t.Normal) > 0 {
				copy(d[4:], t.Normal[3*e:3*e+3])
			}
		}
	}
	return ranges, deltas
}
