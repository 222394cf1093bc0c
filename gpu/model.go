package gpu

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// Model is a soa.Model with meshes and textures on the GPU. It belongs to the
// renderer that uploaded it.
type Model struct {
	renderer   *Renderer
	data       *soa.Model
	meshes     []mesh
	parts      []part
	materials  []material // the model's, and a plain one for meshes without
	plain      []material // the same, opaque and without textures
	textures   []uint32   // 0 where plain
	skinned    bool       // some mesh has a skin
	carried    bool       // some mesh follows a joint
	morphed    bool       // some mesh has morph targets
	blended    bool       // some mesh is transparent
	vertices   int        // of all meshes
	closed     bool
	texelsUsed int64  // of the renderer's
	memoryUsed int64  // of the renderer's, in bytes
	figure     []bool // see soa.Model.Figure
}

// part is what moves alike and is therefore one run of instances: the meshes of
// one skin, or one mesh without.
type part struct {
	skin     int       // soa.None: the mesh is rigid
	dual     bool      // meshes that read dual quaternions
	frames   []float32 // see restFrames
	meshes   []int
	extremes [][]extreme // per palette entry; one list for a rigid mesh
	bone     int         // the first palette entry that moves a vertex
	shaded   [4]int32    // palette entries of Item.Shaded, −1 for none
}

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
	draw      *program
	drawn     variant            // of draw
	receiver  *program           // of shadows, nil before it is asked for
	shaded    [shadings]*program // nil before they are asked for
}

// material is a soa.Material ready to be bound.
type material struct {
	base        [4]float32
	cutoff      float32
	texture     uint32 // 0: none
	alpha       alphaKind
	doubleSided bool
}

// Upload copies the model's meshes, morph targets and textures to the GPU. The
// model is validated first, and must not change while the result is in use.
// Parts that cannot be drawn as the file states, such as a texture that is
// missing or of an unknown format, are drawn plainer and listed in warnings.
// err is for a model that cannot be drawn at all; it wraps soa.ErrTooLarge for one beyond
// Options.Memory.
func (r *Renderer) Upload(model *soa.Model) (m *Model, warnings []error, err error) {
	if model == nil {
		return nil, nil, fmt.Errorf("gpu: upload: %w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, nil, fmt.Errorf("gpu: upload of %q: %w", model.Name, err)
	}
	if err := r.ready(); err != nil {
		return nil, nil, err
	}
	defer r.visit()()
	m = &Model{renderer: r, data: model, figure: model.Figure()}
	if err := m.take(meshBytes(model)); err != nil {
		return nil, nil, fmt.Errorf("gpu: the meshes of %q: %w", model.Name, err)
	}
	warnings = m.uploadTextures()
	m.makeMaterials()
	for i, src := range model.Meshes {
		warning, err := m.uploadMesh(src)
		if err != nil {
			m.Close()
			return nil, nil, fmt.Errorf("gpu: mesh %d %q: %w", i, src.Name, err)
		}
		if warning != nil {
			warnings = append(warnings, fmt.Errorf("mesh %q: %w", src.Name, warning))
		}
	}
	m.makeParts()
	if err := checkError(fmt.Sprintf("upload of %q", model.Name)); err != nil {
		m.Close()
		return nil, nil, err
	}
	r.models[m] = struct{}{}
	return m, warnings, nil
}

// Data returns the model that was uploaded.
func (m *Model) Data() *soa.Model { return m.data }

// Close frees the model's memory on the GPU. Renderer.Close does it for the
// models that are left.
func (m *Model) Close() {
	meshes, textures := m.meshes, m.textures
	m.renderer.texels -= m.texelsUsed
	m.renderer.memory -= m.memoryUsed
	m.texelsUsed, m.memoryUsed = 0, 0
	m.closed, m.meshes, m.parts, m.textures = true, nil, nil, nil
	delete(m.renderer.models, m)
	if m.renderer.context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	for i := range meshes {
		me := &meshes[i]
		gl.DeleteVertexArrays(1, &me.array)
		if len(me.buffers) > 0 {
			gl.DeleteBuffers(int32(len(me.buffers)), &me.buffers[0])
		}
		if me.deltas != 0 {
			gl.DeleteTextures(1, &me.deltas)
		}
	}
	for i := range textures {
		if textures[i] != 0 {
			gl.DeleteTextures(1, &textures[i])
		}
	}
}

// makeMaterials turns the materials into what a draw binds.
func (m *Model) makeMaterials() {
	for i := range m.data.Materials {
		src := &m.data.Materials[i]
		out := material{base: src.BaseColor, cutoff: src.AlphaCutoff, doubleSided: src.DoubleSided}
		if src.Texture != soa.None && m.textures[src.Texture] != 0 {
			out.texture = m.textures[src.Texture]
		}
		switch src.Alpha {
		case soa.Mask:
			out.alpha = alphaMask
		case soa.Blend:
			out.alpha = alphaBlend
		}
		m.materials = append(m.materials, out)
	}
	m.materials = append(m.materials, material{base: [4]float32{0.6, 0.6, 0.6, 1}})
	for i := range m.materials {
		m.plain = append(m.plain, material{base: [4]float32{0.6, 0.6, 0.6, 1}, doubleSided: m.materials[i].doubleSided})
	}
}

// uploadMesh makes the mesh's buffers and the program that draws it.
func (m *Model) uploadMesh(src *soa.Mesh) (warning, err error) {
	me := mesh{
		indices: int32(len(src.Index)), vertices: int32(src.Vertices()),
		material: src.Material, influence: src.Influences, skinning: src.Skinning,
	}
	if src.Skinning == soa.Rigid {
		me.influence = 1
	}
	if me.material == soa.None {
		me.material = len(m.materials) - 1
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
	m.renderer.instanceAttributes()
	gl.BindVertexArray(0)
	m.meshes = append(m.meshes, me) // before any error, so that Close frees it
	last := &m.meshes[len(m.meshes)-1]
	v := me.variant()
	v.colored, v.alpha = len(src.Color) > 0, m.materials[me.material].alpha
	v.textured = len(src.UV) > 0 && m.materials[me.material].texture != 0
	last.drawn = v
	last.draw, err = m.renderer.meshProgram(v)
	m.vertices += src.Vertices()
	m.skinned = m.skinned || src.Skin != soa.None
	m.carried = m.carried || src.Skin == soa.None && src.Joint != soa.NoJoint
	m.morphed = m.morphed || me.deltas != 0
	m.blended = m.blended || m.materials[me.material].alpha == alphaBlend
	return warning, err
}

// variant is what every program of the mesh has.
func (me *mesh) variant() variant {
	return variant{influences: me.influence, skinning: me.skinning, morphs: me.deltas != 0}
}

// makeParts groups the meshes that share a skin and read it alike.
func (m *Model) makeParts() {
	type moved struct {
		skin int
		dual bool
	}
	known := map[moved]int{}
	for i, src := range m.data.Meshes {
		bones := 0
		if src.Skin != soa.None {
			bones = m.data.Skins[src.Skin].Len()
		}
		out := extremes(src, bones)
		by := moved{src.Skin, byDualQuaternions(src)}
		if k, ok := known[by]; ok && src.Skin != soa.None {
			p := &m.parts[k]
			p.meshes = append(p.meshes, i)
			for k := range out {
				p.extremes[k] = append(p.extremes[k], out[k]...)
			}
			continue
		}
		known[by] = len(m.parts)
		p := part{skin: src.Skin, dual: by.dual, meshes: []int{i}, extremes: out}
		if by.dual {
			p.frames = restFrames(m.data.Skins[src.Skin])
		}
		m.parts = append(m.parts, p)
	}
	for i := range m.parts {
		p := &m.parts[i]
		for p.bone < len(p.extremes) && len(p.extremes[p.bone]) == 0 {
			p.bone++
		}
	}
}

// Vertex attributes, as the shaders number them.
const (
	attributePosition   = 0
	attributeNormal     = 1
	attributeUV         = 2
	attributeColor      = 3
	attributeBone       = 4 // and 6
	attributeWeight     = 5 // and 7
	attributeInstance   = 8 // to 11
	attributeMorphRange = 12
	attributeBlend      = 13
)

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
