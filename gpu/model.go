package gpu

import (
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/soa"
)

// Model is a soa.Model with meshes and textures on the GPU. It belongs to the
// renderer that uploaded it.
type Model struct{ on *model.Model }

// Data returns the model that was uploaded.
func (m *Model) Data() *soa.Model { return m.on.Data }

// Close frees the model's memory on the GPU. Renderer.Close closes all models.
func (m *Model) Close() { m.on.Close() }
