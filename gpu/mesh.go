package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// mesh is one vertex array and how it is drawn.
type mesh struct {
	array     uint32
	buffers   []uint32
	deltas    uint32 // buffer texture of morph deltas, 0 without
	indices   int32
	vertices  int32
	material  int
	influence int // 1 for a rigid skin
	skinning  soa.Skinning
	drawn     variant         // of lookMaterial
	programs  [looks]*program // nil before they are prepared
	receiver  *program        // of lookMaterial with shadows, likewise
}

// newMesh uploads a mesh. The warning wraps ErrMorph.
func newMesh(src *soa.Mesh) (me mesh, warning error) {
	me = mesh{
		indices: int32(len(src.Index)), vertices: int32(src.Vertices()),
		material: src.Material, influence: src.Influences, skinning: src.Skinning,
	}
	if src.Skinning == soa.Rigid {
		me.influence = 1
	}
	gl.GenVertexArrays(1, &me.array)
	gl.BindVertexArray(me.array)
	me.floats(attributePosition, 3, src.Position)
	me.floats(attributeNormal, 3, src.Normal)
	me.floats(attributeUV, 2, src.UV)
	me.floats(attributeColor, 4, src.Color)
	me.influences(src)
	me.floats(attributeBlend, 1, src.Blend)
	warning = me.morphs(src)
	me.elements(src.Index)
	for k := range uint32(instanceAttributes) {
		gl.EnableVertexAttribArray(attributeInstance + k)
		gl.VertexAttribDivisor(attributeInstance+k, 1)
	}
	gl.BindVertexArray(0)
	return me, warning
}

// variant is what every program of the mesh has.
func (me *mesh) variant() variant {
	return variant{influences: me.influence, skinning: me.skinning, morphs: me.deltas != 0}
}

// buffer makes a buffer of the mesh and leaves it bound.
func (me *mesh) buffer(target uint32, bytes int, data unsafe.Pointer) uint32 {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(target, id)
	gl.BufferData(target, bytes, data, gl.STATIC_DRAW)
	me.buffers = append(me.buffers, id)
	return id
}

// floats makes an attribute of n components, unless there are no values: the
// attribute then reads as its default.
func (me *mesh) floats(attribute uint32, n int32, values []float32) {
	if len(values) == 0 {
		return
	}
	me.buffer(gl.ARRAY_BUFFER, 4*len(values), unsafe.Pointer(&values[0]))
	gl.EnableVertexAttribArray(attribute)
	gl.VertexAttribPointerWithOffset(attribute, n, gl.FLOAT, false, 0, 0)
}

// influences makes the bone and weight attributes, four influences each.
func (me *mesh) influences(src *soa.Mesh) {
	n := src.Vertices()
	bones, weights := make([]uint16, 4*n), make([]float32, 4*n)
	for set := 0; set < src.Influences/4 && n > 0; set++ {
		for v := range n {
			from := v*src.Influences + 4*set
			copy(bones[4*v:4*v+4], src.BoneIndex[from:])
			copy(weights[4*v:4*v+4], src.BoneWeight[from:])
		}
		attribute := uint32(attributeBone + 2*set)
		me.buffer(gl.ARRAY_BUFFER, 2*len(bones), unsafe.Pointer(&bones[0]))
		gl.EnableVertexAttribArray(attribute)
		gl.VertexAttribIPointer(attribute, 4, gl.UNSIGNED_SHORT, 0, nil)
		me.floats(attribute+1, 4, weights)
	}
}

func (me *mesh) elements(index []uint32) {
	if len(index) > 0 {
		me.buffer(gl.ELEMENT_ARRAY_BUFFER, 4*len(index), unsafe.Pointer(&index[0]))
	}
}

// bind binds the mesh's vertices and morph deltas.
func (me *mesh) bind() {
	if me.deltas != 0 {
		gl.ActiveTexture(gl.TEXTURE0 + unitDeltas)
		gl.BindTexture(gl.TEXTURE_BUFFER, me.deltas)
	}
	gl.BindVertexArray(me.array)
}

// close frees the mesh.
func (me *mesh) close() {
	gl.DeleteVertexArrays(1, &me.array)
	if len(me.buffers) > 0 {
		gl.DeleteBuffers(int32(len(me.buffers)), &me.buffers[0])
	}
	if me.deltas != 0 {
		gl.DeleteTextures(1, &me.deltas)
	}
}

// meshBytes is what the buffers of a model's meshes take.
func meshBytes(model *soa.Model) (n int64) {
	for _, mesh := range model.Meshes {
		values := len(mesh.Position) + len(mesh.Normal) + len(mesh.UV) + len(mesh.Color) + len(mesh.BoneWeight) + len(mesh.Blend) + len(mesh.Index)
		for i := range mesh.Morphs {
			values += deltaValues * len(mesh.Morphs[i].Vertex)
		}
		n += 4*int64(values) + 2*int64(len(mesh.BoneIndex))
		if len(mesh.Morphs) > 0 {
			n += 8 * int64(mesh.Vertices()) // ranges of deltas
		}
	}
	return n
}
