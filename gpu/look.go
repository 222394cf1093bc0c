package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/model"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// Shading is what the colours of an item's meshes show.
type Shading uint8

const (
	ByMaterial  = Shading(shader.Material)
	ByMatcap    = Shading(shader.Matcap)    // one grey lit from the camera: the form alone
	ByNormal    = Shading(shader.Normals)   // x, y, z of the normal in world space as red, green, blue
	ByInfluence = Shading(shader.Influence) // weight of the joint Item.Shaded: blue 0, red 1
)

// String returns the name of what the colours show, such as "normals".
func (s Shading) String() string {
	switch s {
	case ByMaterial:
		return "material"
	case ByMatcap:
		return "matcap"
	case ByNormal:
		return "normals"
	case ByInfluence:
		return "influence"
	}
	return fmt.Sprintf("shading(%d)", uint8(s))
}

// Edges is whether the edges of triangles are drawn.
type Edges uint8

const (
	NoEdges    Edges = iota
	WithEdges        // over the meshes
	EdgesAlone       // in place of the meshes
)

// look is how the item's meshes are drawn.
func (it *Item) look() shader.Look {
	switch {
	case it.Ghost > 0:
		return shader.Matcap
	case it.Shading > ByInfluence:
		return shader.Material
	}
	return shader.Look(it.Shading)
}

// prepare builds the programs that the item's looks need and finds the palette entries of
// its joint.
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

// material is what a mesh of an item is drawn as: in its own shading, or opaque in
// one colour.
func (it *Item) material(me *model.Mesh) *model.Material {
	if it.look() == shader.Material {
		return &it.Model.on.Materials[me.Material]
	}
	return &it.Model.on.Plain[me.Material]
}
