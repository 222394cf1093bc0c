package model

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// deltaTexels is what one delta of a mesh takes in the buffer texture: position and weight
// index, normal and, where the mesh is drawn with tangents that its targets move, tangent.
func deltaTexels(src *soa.Mesh, layout *vertex.Layout) int {
	_, drawn := layout.Attribute(vertex.Tangent, 0)
	for i := range src.Morphs {
		if drawn && len(src.Morphs[i].Tangent) > 0 {
			return 3
		}
	}
	return 2
}

// uploadMorphs turns the targets' sparse deltas round, from vertices of a target to
// targets of a vertex, so that the vertex shader walks only what moves its own
// vertex. Deltas of vertex v are ranges[2v] to ranges[2v+1].
func (me *Mesh) uploadMorphs(src *soa.Mesh) (warning error) {
	texels := deltaTexels(src, &me.Layout)
	ranges, deltas := morphDeltas(src, texels)
	if len(deltas) == 0 {
		return nil
	}
	limit := driver.Integer(gl.MAX_TEXTURE_BUFFER_SIZE)
	if n := len(deltas) / 4; n > limit {
		return fmt.Errorf("%w: they need %d texels, the driver's buffer textures hold %d", ErrMorph, n, limit)
	}
	me.morphs = texels
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
func morphDeltas(src *soa.Mesh, texels int) (ranges []uint32, deltas []float32) {
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
	values := 4 * texels
	deltas = make([]float32, values*int(total))
	for i := range src.Morphs {
		t := &src.Morphs[i]
		for e, v := range t.Vertex {
			d := deltas[values*int(ranges[2*v+1]):]
			ranges[2*v+1]++
			copy(d, t.Position[3*e:3*e+3])
			d[3] = float32(t.Weight)
			if len(t.Normal) > 0 {
				copy(d[4:], t.Normal[3*e:3*e+3])
			}
			if texels > 2 && len(t.Tangent) > 0 {
				copy(d[8:], t.Tangent[3*e:3*e+3])
			}
		}
	}
	return ranges, deltas
}
