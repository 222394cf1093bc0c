package gpu

import (
	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// Shading is the meaning of the colours of an item's meshes.
type Shading uint8

const (
	ByMaterial  Shading = iota
	ByMatcap            // one grey lit from the camera: the form alone
	ByNormal            // x, y, z of the normal in world space as red, green, blue
	ByInfluence         // weight of the joint Item.Shaded: blue 0, red 1
)

// String returns the shading's name, such as "normals".
func (s Shading) String() string {
	return nameOf("shading", uint8(s), "material", "matcap", "normals", "influence")
}

// Edges selects whether the edges of triangles are drawn.
type Edges uint8

const (
	NoEdges    Edges = iota
	WithEdges        // over the meshes
	EdgesAlone       // in place of the meshes
)

// look returns the look of the item's meshes.
func (it *Item) look() shader.Look {
	switch {
	case it.Ghost > 0:
		return shader.Matcap
	case it.Shading > ByInfluence:
		return shader.Material
	}
	return [...]shader.Look{
		ByMaterial: shader.Material, ByMatcap: shader.Matcap, ByNormal: shader.Normals, ByInfluence: shader.Influence,
	}[it.Shading]
}

// prepare builds the programs of the item's looks, and finds the palette entries of
// Shaded.
func (it *Item) prepare() error {
	m := it.Model.on
	if it.Shading == ByInfluence {
		m.Influence(it.Shaded)
	}
	if it.Edges != NoEdges {
		if err := m.Prepare(shader.Plain); err != nil {
			return err
		}
	}
	return m.Prepare(it.look())
}

// material returns the material that a mesh is drawn with: its own, or an opaque grey one.
func (it *Item) material(me *model.Mesh) *model.Material {
	if it.look() == shader.Material {
		return &it.Model.on.Materials[me.Material]
	}
	return &it.Model.on.Plain[me.Material]
}
