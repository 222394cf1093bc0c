package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

const (
	defaultMemory = 2 << 30 // bytes
	defaultPixels = 1 << 28
)

// take counts bytes of the GPU's memory as the model's, if the renderer has room for them.
func (m *Model) take(bytes int64) error {
	r := m.renderer
	if left := r.maxMemory - r.memory; bytes > left {
		return fmt.Errorf("%w: %d bytes of the GPU's memory, Options.Memory leaves %d of %d", soa.ErrTooLarge, bytes, left, r.maxMemory)
	}
	r.memory += bytes
	m.memoryUsed += bytes
	return nil
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
