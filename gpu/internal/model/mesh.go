package model

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/soa"
)

// Mesh is a vertex array with the programs that draw it.
type Mesh struct {
	array     uint32
	buffers   []uint32
	deltas    uint32 // buffer texture of morph deltas, 0 without
	Indices   int32
	Vertices  int32
	Material  int
	influence int // 1 for a rigid skin
	skinning  soa.Skinning
	drawn     shader.Variant                // of shader.Material
	Programs  [shader.Looks]*shader.Program // nil before Prepare, except the first
}

// newMesh uploads a mesh. The warning wraps ErrMorph.
func newMesh(src *soa.Mesh) (me Mesh, warning error) {
	me = Mesh{
		Indices: int32(len(src.Index)), Vertices: int32(src.Vertices()),
		Material: src.Material, influence: src.Influences, skinning: src.Skinning,
	}
	if src.Skinning == soa.Rigid {
		me.influence = 1
	}
	gl.GenVertexArrays(1, &me.array)
	gl.BindVertexArray(me.array)
	me.floats(driver.AttributePosition, 3, src.Position)
	me.floats(driver.AttributeNormal, 3, src.Normal)
	me.floats(driver.AttributeUV, 2, src.UV)
	me.floats(driver.AttributeColor, 4, src.Color)
	me.influences(src)
	me.floats(driver.AttributeBlend, 1, src.Blend)
	warning = me.morphs(src)
	me.elements(src.Index)
	for k := range uint32(driver.InstanceAttributes) {
		gl.EnableVertexAttribArray(driver.AttributeInstance + k)
		gl.VertexAttribDivisor(driver.AttributeInstance+k, 1)
	}
	gl.BindVertexArray(0)
	return me, warning
}

// Variant returns what all programs of the mesh have in common.
func (me *Mesh) Variant() shader.Variant {
	return shader.Variant{Influences: me.influence, Skinning: me.skinning, Morphs: me.deltas != 0}
}

// buffer makes a buffer of the mesh and leaves it bound.
func (me *Mesh) buffer(target uint32, bytes int, data unsafe.Pointer) uint32 {
	var id uint32
	gl.GenBuffers(1, &id)
	gl.BindBuffer(target, id)
	gl.BufferData(target, bytes, data, gl.STATIC_DRAW)
	me.buffers = append(me.buffers, id)
	return id
}

// floats makes an attribute of n components. Without values the attribute keeps its
// default.
func (me *Mesh) floats(attribute uint32, n int32, values []float32) {
	if len(values) == 0 {
		return
	}
	me.buffer(gl.ARRAY_BUFFER, 4*len(values), unsafe.Pointer(&values[0]))
	gl.EnableVertexAttribArray(attribute)
	gl.VertexAttribPointerWithOffset(attribute, n, gl.FLOAT, false, 0, 0)
}

// influences makes the bone and weight attributes, four influences each.
func (me *Mesh) influences(src *soa.Mesh) {
	n := src.Vertices()
	bones, weights := make([]uint16, 4*n), make([]float32, 4*n)
	for set := 0; set < src.Influences/4 && n > 0; set++ {
		for v := range n {
			from := v*src.Influences + 4*set
			copy(bones[4*v:4*v+4], src.BoneIndex[from:])
			copy(weights[4*v:4*v+4], src.BoneWeight[from:])
		}
		attribute := uint32(driver.AttributeBone + 2*set)
		me.buffer(gl.ARRAY_BUFFER, 2*len(bones), unsafe.Pointer(&bones[0]))
		gl.EnableVertexAttribArray(attribute)
		gl.VertexAttribIPointer(attribute, 4, gl.UNSIGNED_SHORT, 0, nil)
		me.floats(attribute+1, 4, weights)
	}
}

func (me *Mesh) elements(index []uint32) {
	if len(index) > 0 {
		me.buffer(gl.ELEMENT_ARRAY_BUFFER, 4*len(index), unsafe.Pointer(&index[0]))
	}
}

// Bind binds the mesh's vertices and morph deltas.
func (me *Mesh) Bind() {
	if me.deltas != 0 {
		gl.ActiveTexture(gl.TEXTURE0 + driver.UnitDeltas)
		gl.BindTexture(gl.TEXTURE_BUFFER, me.deltas)
	}
	gl.BindVertexArray(me.array)
}

// Close frees the mesh.
func (me *Mesh) Close() {
	gl.DeleteVertexArrays(1, &me.array)
	if len(me.buffers) > 0 {
		gl.DeleteBuffers(int32(len(me.buffers)), &me.buffers[0])
	}
	if me.deltas != 0 {
		gl.DeleteTextures(1, &me.deltas)
	}
}

// meshBytes is the size of the buffers of a model's meshes.
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
