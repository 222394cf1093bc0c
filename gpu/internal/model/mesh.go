package model

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// Mesh is a vertex array with the programs that draw it.
type Mesh struct {
	Of        int      // of the soa.Model's meshes
	Vertex    []uint32 // vertices of that mesh, where this is a part of it; nil: all
	array     uint32
	buffers   []uint32
	deltas    uint32 // buffer texture of morph deltas, 0 without
	morphs    int    // texels of a delta, 0 without
	Indices   int32
	Vertices  int32
	Material  int
	Layout    vertex.Layout
	indexType uint32
	skinning  soa.Skinning
	drawn     shader.Variant                // of shader.Material
	Programs  [shader.Looks]*shader.Program // nil before Prepare, except the first
}

// newMesh uploads a mesh in a layout. The warning wraps ErrMorph.
func newMesh(src *piece, layout *vertex.Layout) (me Mesh, warning error) {
	me = Mesh{
		Of: src.of, Vertex: src.Vertex, Indices: int32(len(src.Index)), Vertices: int32(src.Vertices()),
		skinning: src.Skinning, Layout: *layout, indexType: types[layout.Index],
	}
	gl.GenVertexArrays(1, &me.array)
	gl.BindVertexArray(me.array)
	me.attributes(layout.Pack(src.Mesh))
	warning = me.uploadMorphs(src.Mesh.Mesh)
	if index := layout.PackIndex(src.Mesh); len(index) > 0 {
		me.buffer(gl.ELEMENT_ARRAY_BUFFER, len(index), unsafe.Pointer(&index[0]))
	}
	for k := range uint32(driver.InstanceAttributes) {
		gl.EnableVertexAttribArray(driver.AttributeInstance + k)
		gl.VertexAttribDivisor(driver.AttributeInstance+k, 1)
	}
	gl.BindVertexArray(0)
	return me, warning
}

// Variant returns what all programs of the mesh have in common.
func (me *Mesh) Variant() shader.Variant {
	normal, _ := me.Layout.Attribute(vertex.Normal, 0)
	return shader.Variant{
		Influences: me.Layout.Influences, Skinning: me.skinning, Morphs: me.morphs, Octahedral: normal.Type == vertex.Octahedral,
	}
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

// refresh uploads the vertices of a whole mesh from first to before end again, in the same layout.
// It returns the room that it packs them in.
func (me *Mesh) refresh(src *soa.Mesh, first, end int, room []byte) []byte {
	room = me.Layout.AppendVertices(room[:0], &vertex.Mesh{Mesh: src}, first, end)
	if len(room) > 0 {
		gl.BindBuffer(gl.ARRAY_BUFFER, me.buffers[0])
		gl.BufferSubData(gl.ARRAY_BUFFER, first*me.Layout.Stride, len(room), unsafe.Pointer(&room[0]))
	}
	return room
}

// gap is the number of vertices up to which those between two others are uploaded with them: a call
// of the driver takes as long.
const gap = 32

// refreshSome uploads some vertices of a whole mesh again, which ascend.
func (me *Mesh) refreshSome(src *soa.Mesh, list []int, room []byte) []byte {
	for i := 0; i < len(list); {
		first, end := list[i], list[i]+1
		for i++; i < len(list) && list[i] < end+gap; i++ {
			end = list[i] + 1
		}
		room = me.refresh(src, first, end, room)
	}
	return room
}

// locations are the shaders' numbers of attributes of set 0. Those of joints and weights are two
// apart from one set to the next.
var locations = [...]uint32{
	vertex.Position: driver.AttributePosition, vertex.Normal: driver.AttributeNormal, vertex.UV: driver.AttributeUV,
	vertex.Color: driver.AttributeColor, vertex.Joints: driver.AttributeBone, vertex.Weights: driver.AttributeWeight,
	vertex.Blend: driver.AttributeBlend, vertex.Tangent: driver.AttributeTangent,
}

// types are OpenGL's names of types.
var types = [...]uint32{
	vertex.Float32: gl.FLOAT, vertex.Unorm8: gl.UNSIGNED_BYTE, vertex.Unorm16: gl.UNSIGNED_SHORT, vertex.Uint8: gl.UNSIGNED_BYTE,
	vertex.Uint16: gl.UNSIGNED_SHORT, vertex.Uint32: gl.UNSIGNED_INT, vertex.Octahedral: gl.UNSIGNED_SHORT,
}

// attributes makes the vertex buffer and points the attributes at it. An attribute that the
// layout lacks keeps OpenGL's default.
func (me *Mesh) attributes(vertices []byte) {
	if len(vertices) == 0 {
		return
	}
	me.buffer(gl.ARRAY_BUFFER, len(vertices), unsafe.Pointer(&vertices[0]))
	for _, a := range me.Layout.Attributes {
		location := locations[a.Semantic] + uint32(2*a.Set)
		if a.Semantic == vertex.UV && a.Set == 1 {
			location = driver.AttributeUV2
		}
		n, kind, stride, at := int32(a.Components), types[a.Type], int32(me.Layout.Stride), uintptr(a.Offset)
		gl.EnableVertexAttribArray(location)
		if a.Semantic == vertex.Joints {
			gl.VertexAttribIPointerWithOffset(location, n, kind, stride, at)
		} else {
			gl.VertexAttribPointerWithOffset(location, n, kind, a.Type != vertex.Float32, stride, at)
		}
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

// Draw draws instances of the bound mesh.
func (me *Mesh) Draw(instances int) {
	gl.DrawElementsInstanced(gl.TRIANGLES, me.Indices, me.indexType, nil, int32(instances))
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

// meshBytes is the size of the buffers of meshes.
func meshBytes(meshes []*piece, layouts []vertex.Layout) (n int64) {
	for i, mesh := range meshes {
		n += int64(layouts[i].Stride)*int64(mesh.Vertices()) + int64(layouts[i].Index.Bytes())*int64(len(mesh.Index))
		for k := range mesh.Morphs {
			n += 16 * int64(deltaTexels(mesh.Mesh.Mesh, &layouts[i])) * int64(len(mesh.Morphs[k].Vertex))
		}
		if len(mesh.Morphs) > 0 {
			n += 8 * int64(mesh.Vertices()) // ranges of deltas
		}
	}
	return n
}
