package gpu

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// Model is a soa.Model with meshes and textures on the GPU. It belongs to the
// renderer that uploaded it.
type Model struct{ on *model.Model }

// Data returns the model that was uploaded.
func (m *Model) Data() *soa.Model { return m.on.Data }

// Mesh describes the vertices of a mesh on the GPU. A mesh with a skin of more joints than the
// Carrier has room for is divided into several.
type Mesh struct {
	Mesh                int // of the soa.Model
	Joints              int // entries of the palette that it reads, 0 without a skin
	Vertices, Triangles int
	Layout              vertex.Layout
}

// Meshes returns the meshes on the GPU, in the order of the soa.Model's meshes.
func (m *Model) Meshes() (list []Mesh) {
	for i := range m.on.Meshes {
		me := &m.on.Meshes[i]
		list = append(list, Mesh{Mesh: me.Of, Vertices: int(me.Vertices), Triangles: int(me.Indices) / 3, Layout: me.Layout})
	}
	for p := range m.on.Parts {
		part := &m.on.Parts[p]
		for _, k := range part.Meshes {
			if part.Skin != soa.None {
				list[k].Joints = part.Len()
			}
		}
	}
	return list
}

// Refresh copies the vertices of meshes without a skin to the GPU again, or of all meshes after UploadEditable, for
// editors that deform or colour them: values of Position, Normal, Tangent, UV, UV2 and Color may have changed since
// Upload, but not their number. Formats stay, and with them the rounding of colours. The error wraps soa.ErrClosed.
func (m *Model) Refresh() error {
	return m.refresh(m.on.Refresh)
}

// RefreshVertices copies some vertices of a mesh to the GPU again, after UploadEditable: BoneIndex and
// BoneWeight may have changed too. The list is sorted. The error wraps soa.ErrClosed, soa.ErrRange for a
// mesh or a vertex that the model lacks, or soa.ErrInvalid after Upload.
func (m *Model) RefreshVertices(mesh int, vertices []int) error {
	of := m.on.Data.Meshes
	switch {
	case !m.on.Editable():
		return fmt.Errorf("gpu: refresh of %q: %w: it is not editable", m.on.Data.Name, soa.ErrInvalid)
	case mesh < 0 || mesh >= len(of):
		return fmt.Errorf("gpu: refresh of %q: %w: mesh %d of %d", m.on.Data.Name, soa.ErrRange, mesh, len(of))
	}
	slices.Sort(vertices)
	if n := len(vertices); n > 0 && (vertices[0] < 0 || vertices[n-1] >= of[mesh].Vertices()) {
		return fmt.Errorf("gpu: refresh of %q: %w: vertices %d to %d of %d", m.on.Data.Name, soa.ErrRange, vertices[0], vertices[n-1], of[mesh].Vertices())
	}
	return m.refresh(func() { m.on.RefreshSome(mesh, vertices) })
}

func (m *Model) refresh(upload func()) error {
	if m.on.Closed {
		return fmt.Errorf("gpu: refresh: the model is %w", soa.ErrClosed)
	}
	if err := m.on.Dev.Ready(); err != nil {
		return err
	}
	m.on.Dev.Enter()
	defer m.on.Dev.Leave()
	upload()
	return driver.Check(fmt.Sprintf("refresh of %q", m.on.Data.Name))
}

// Close frees the model's memory on the GPU. Renderer.Close closes all models.
func (m *Model) Close() { m.on.Close() }
