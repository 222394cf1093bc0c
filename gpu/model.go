package gpu

import (
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/soa"
)

// Model is a soa.Model with meshes and textures on the GPU. It belongs to the
// renderer that uploaded it.
type Model struct{ on *model.Model }

// Data returns the model that was uploaded.
func (m *Model) Data() *soa.Model { return m.on.Data }

// Mesh states how vertices of a mesh lie on the GPU.
type Mesh struct {
	Mesh                int // of the soa.Model
	Vertices, Triangles int
	Layout              vertex.Layout
}

// Meshes returns what the GPU draws, in the order of the soa.Model's meshes.
func (m *Model) Meshes() (list []Mesh) {
	for i := range m.on.Meshes {
		me := &m.on.Meshes[i]
		list = append(list, Mesh{Mesh: i, Vertices: int(me.Vertices), Triangles: int(me.Indices) / 3, Layout: me.Layout})
	}
	return list
}

// Close frees the model's memory on the GPU. Renderer.Close closes all models.
func (m *Model) Close() { m.on.Close() }
