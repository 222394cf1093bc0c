package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// uploaded is a soa.Model with meshes and textures on the GPU.
type uploaded struct {
	dev       *device
	data      *soa.Model
	meshes    []mesh
	parts     []part
	materials []material // the model's, and a plain one for meshes without
	plain     []material // the same, opaque and without textures
	textures  []uint32   // 0 where plain
	skinned   bool       // some mesh has a skin
	carried   bool       // some mesh follows a joint
	morphed   bool       // some mesh has morph targets
	blended   bool       // some mesh is transparent
	vertices  int        // of all meshes
	closed    bool
	texels    int64  // of the device's budget
	memory    int64  // of the device's budget, in bytes
	figure    []bool // see soa.Model.Figure
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

// material is a soa.Material ready to be bound.
type material struct {
	base        [4]float32
	cutoff      float32
	texture     uint32 // 0: none
	alpha       soa.AlphaMode
	doubleSided bool
}

// newUploaded uploads a valid model to a device whose context is current. Warnings are for
// what is drawn plainer than the model states.
func newUploaded(d *device, model *soa.Model) (m *uploaded, warnings []error, err error) {
	m = &uploaded{dev: d, data: model, figure: model.Figure()}
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
	d.own(m)
	return m, warnings, nil
}

// Close frees the model's memory on the GPU.
func (m *uploaded) Close() {
	meshes, textures := m.meshes, m.textures
	m.dev.texels.used -= m.texels
	m.dev.memory.used -= m.memory
	m.texels, m.memory = 0, 0
	m.closed, m.meshes, m.parts, m.textures = true, nil, nil, nil
	m.dev.disown(m)
	if m.dev.context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	for i := range meshes {
		meshes[i].close()
	}
	for i := range textures {
		if textures[i] != 0 {
			gl.DeleteTextures(1, &textures[i])
		}
	}
}

// take counts bytes of the GPU's memory as the model's, if the device has room for them.
func (m *uploaded) take(bytes int64) error {
	err := m.dev.takeMemory(bytes)
	if err == nil {
		m.memory += bytes
	}
	return err
}

// makeMaterials turns the materials into what a draw binds.
func (m *uploaded) makeMaterials() {
	for i := range m.data.Materials {
		src := &m.data.Materials[i]
		out := material{base: src.BaseColor, cutoff: src.AlphaCutoff, alpha: src.Alpha, doubleSided: src.DoubleSided}
		if src.Texture != soa.None {
			out.texture = m.textures[src.Texture]
		}
		m.materials = append(m.materials, out)
	}
	m.materials = append(m.materials, material{base: [4]float32{0.6, 0.6, 0.6, 1}})
	for i := range m.materials {
		m.plain = append(m.plain, material{base: [4]float32{0.6, 0.6, 0.6, 1}, doubleSided: m.materials[i].doubleSided})
	}
}

// uploadMesh uploads a mesh and builds the program that draws it.
func (m *uploaded) uploadMesh(src *soa.Mesh) (warning, err error) {
	me, warning := newMesh(src)
	if src.Material == soa.None {
		me.material = len(m.materials) - 1
	}
	mat := &m.materials[me.material]
	me.drawn = me.variant()
	me.drawn.colored, me.drawn.alpha = len(src.Color) > 0, mat.alpha
	me.drawn.textured = len(src.UV) > 0 && mat.texture != 0
	me.programs[lookMaterial], err = m.dev.meshProgram(me.drawn)
	m.meshes = append(m.meshes, me) // with an error too, so that Close frees it
	m.vertices += src.Vertices()
	m.skinned = m.skinned || src.Skin != soa.None
	m.carried = m.carried || src.Skin == soa.None && src.Joint != soa.NoJoint
	m.morphed = m.morphed || me.deltas != 0
	m.blended = m.blended || mat.alpha == soa.Blend
	return warning, err
}

// prepare builds the programs of a look.
func (m *uploaded) prepare(l look) (err error) {
	for k := range m.meshes {
		me := &m.meshes[k]
		if me.programs[l] != nil {
			continue
		}
		v := me.variant()
		v.look = l
		if me.programs[l], err = m.dev.meshProgram(v); err != nil {
			return err
		}
	}
	return nil
}

// prepareReceivers builds the programs that receive shadows.
func (m *uploaded) prepareReceivers() (err error) {
	for k := range m.meshes {
		if me := &m.meshes[k]; me.receiver == nil {
			v := me.drawn
			v.shadowed = true
			if me.receiver, err = m.dev.meshProgram(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeParts groups the meshes that share a skin and read it alike.
func (m *uploaded) makeParts() {
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

// influence finds the palette entries of a joint, for ByInfluence.
func (m *uploaded) influence(joint int) {
	for p := range m.parts {
		part := &m.parts[p]
		part.shaded = [4]int32{-1, -1, -1, -1}
		if part.skin == soa.None {
			if int(m.data.Meshes[part.meshes[0]].Joint) == joint {
				part.shaded[0] = 0 // all of it
			}
			continue
		}
		n := 0
		for k, j := range m.data.Skins[part.skin].Joint {
			if int(j) == joint && n < len(part.shaded) {
				part.shaded[n] = int32(k)
				n++
			}
		}
	}
}

// weightRows returns the rows of one instance's morph weights.
func (m *uploaded) weightRows() int {
	if !m.morphed {
		return 0
	}
	return (len(m.data.Weights) + 3) / 4
}

// restFrames are what palettes of a skin are taken apart by.
func restFrames(skin *soa.Skin) (frames []float32) {
	for i := range skin.InverseBind {
		f := simd.RestFrame((*[matrixValues]float32)(&skin.InverseBind[i]))
		frames = append(frames, f[:]...)
	}
	return frames
}

// byDualQuaternions reports whether a mesh needs its palette as dual quaternions.
func byDualQuaternions(m *soa.Mesh) bool {
	return m.Skin != soa.None && (m.Skinning == soa.DualQuaternion || m.Skinning == soa.Blended)
}
