// Package model uploads models: meshes, morph targets and textures.
package model

import (
	"fmt"
	"slices"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// Model is a soa.Model with meshes and textures on the GPU.
type Model struct {
	Dev       *device.Device
	Data      *soa.Model
	Meshes    []Mesh
	Parts     []Part
	Materials []Material            // the model's, and a plain one for meshes without
	Plain     []Material            // the same, grey, opaque and without textures
	textures  map[textureKey]uint32 // 0 where plain
	Skinned   bool                  // some mesh has a skin
	Carried   bool                  // some mesh follows a joint
	morphed   bool                  // some mesh has morph targets
	Blended   bool                  // some mesh is transparent
	Vertices  int                   // of all meshes
	Closed    bool
	editable  bool   // vertices may change
	packed    []byte // room for vertices that have changed
	texels    int64  // of the device's budget
	memory    int64  // of the device's budget, in bytes
	Figure    []bool // of soa.Model.Figure
}

// Upload uploads a valid model to a device whose context is current. Warnings list what is
// drawn plainer than the model states. Meshes of an editable one are whole, in the widest formats.
func Upload(d *device.Device, model *soa.Model, editable bool) (m *Model, warnings []error, err error) {
	m = &Model{Dev: d, Data: model, Figure: model.Figure(), editable: editable}
	for _, src := range model.Meshes {
		m.morphed = m.morphed || slices.ContainsFunc(src.Morphs, func(t soa.MorphTarget) bool { return len(t.Vertex) > 0 })
	}
	pieces, err := m.pieces()
	if err != nil {
		return nil, nil, fmt.Errorf("gpu: %q: %w", model.Name, err)
	}
	layouts := m.layOut(pieces)
	if err := m.take(meshBytes(pieces, layouts)); err != nil {
		return nil, nil, fmt.Errorf("gpu: the meshes of %q: %w", model.Name, err)
	}
	warnings = m.uploadTextures()
	m.makeMaterials()
	for i, src := range pieces {
		warning, err := m.uploadMesh(src, &layouts[i])
		if err != nil {
			m.Close()
			return nil, nil, fmt.Errorf("gpu: mesh %d %q: %w", src.of, src.Name, err)
		}
		if warning != nil {
			warnings = append(warnings, fmt.Errorf("mesh %q: %w", src.Name, warning))
		}
	}
	m.makeParts(pieces)
	if err := driver.Check(fmt.Sprintf("upload of %q", model.Name)); err != nil {
		m.Close()
		return nil, nil, err
	}
	d.Own(m)
	return m, warnings, nil
}

// Close frees the model's memory on the GPU.
func (m *Model) Close() {
	meshes, textures := m.Meshes, m.textures
	m.Dev.Texels.Used -= m.texels
	m.Dev.Memory.Used -= m.memory
	m.texels, m.memory = 0, 0
	m.Closed, m.Meshes, m.Parts, m.textures = true, nil, nil, nil
	m.Dev.Disown(m)
	if m.Dev.Context.MakeCurrent() != nil {
		return // the context is gone and took everything along
	}
	for i := range meshes {
		meshes[i].Close()
	}
	for _, id := range textures {
		if id != 0 {
			gl.DeleteTextures(1, &id)
		}
	}
}

// Refresh uploads the vertices of meshes without a skin again, or of all of an editable model.
func (m *Model) Refresh() {
	for i := range m.Meshes {
		me := &m.Meshes[i]
		if src := m.Data.Meshes[me.Of]; src.Skin == soa.None || m.editable {
			m.packed = me.refresh(src, 0, src.Vertices(), m.packed)
		}
	}
}

// Editable reports whether RefreshSome may be called.
func (m *Model) Editable() bool { return m.editable }

// RefreshSome uploads some vertices of a mesh of an editable model again. The list ascends.
func (m *Model) RefreshSome(mesh int, list []int) {
	m.packed = m.Meshes[mesh].refreshSome(m.Data.Meshes[mesh], list, m.packed)
}

// take counts bytes of the GPU's memory as the model's. The error wraps soa.ErrTooLarge
// where the device's budget lacks them.
func (m *Model) take(bytes int64) error {
	budget := &m.Dev.Memory
	if left := budget.Left(); bytes > left {
		return fmt.Errorf("%w: %d bytes of the GPU's memory, Options.Memory leaves %d of %d", soa.ErrTooLarge, bytes, left, budget.Most)
	}
	budget.Used += bytes
	m.memory += bytes
	return nil
}

// layOut chooses the layouts of the pieces.
func (m *Model) layOut(pieces []*piece) (layouts []vertex.Layout) {
	o := vertex.Options{Error: m.Dev.VertexError}
	if m.editable {
		o.Error = -1
	}
	packer := vertex.NewPacker(m.Data, o)
	for _, p := range pieces {
		layouts = append(layouts, packer.Layout(p.Mesh))
	}
	return layouts
}

// uploadMesh uploads a mesh and builds the program that draws it.
func (m *Model) uploadMesh(src *piece, layout *vertex.Layout) (warning, err error) {
	me, warning := newMesh(src, layout)
	me.Material = src.Material
	if src.Material == soa.None {
		me.Material = len(m.Materials) - 1
	}
	mat := &m.Materials[me.Material]
	me.drawn = me.Variant()
	me.drawn.Colored, me.drawn.Surface = len(src.Color) > 0, mat.surface(layout)
	me.Programs[shader.Material], err = m.Dev.MeshProgram(me.drawn)
	m.Meshes = append(m.Meshes, me) // with an error too, so that Close frees it
	m.Vertices += src.Vertices()
	m.Skinned = m.Skinned || src.Skin != soa.None
	m.Carried = m.Carried || src.Skin == soa.None && src.Joint != soa.NoJoint
	m.Blended = m.Blended || mat.Alpha == soa.Blend
	return warning, err
}

// Prepare builds the programs of a look that are not built yet.
func (m *Model) Prepare(l shader.Look) (err error) {
	for k := range m.Meshes {
		me := &m.Meshes[k]
		if me.Programs[l] != nil {
			continue
		}
		v := me.Variant()
		if l == shader.Shadowed {
			v = me.drawn
		}
		v.Look = l
		if me.Programs[l], err = m.Dev.MeshProgram(v); err != nil {
			return err
		}
	}
	return nil
}

// WeightRows returns the rows of one instance's morph weights.
func (m *Model) WeightRows() int {
	if !m.morphed {
		return 0
	}
	return (len(m.Data.Weights) + 3) / 4
}
