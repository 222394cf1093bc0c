package gpu

import "fmt"

// Shading is what the colours of an item's meshes show.
type Shading uint8

const (
	ByMaterial  = Shading(lookMaterial)
	ByMatcap    = Shading(lookMatcap)    // one grey lit from the camera: the form alone
	ByNormal    = Shading(lookNormals)   // x, y, z of the normal in world space as red, green, blue
	ByInfluence = Shading(lookInfluence) // weight of the joint Item.Shaded: blue 0, red 1
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
