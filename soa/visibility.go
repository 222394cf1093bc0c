package soa

// Visibility is a float that shows and hides a mesh: at 0.5 and more it is shown. A mesh with
// several, of its node and of nodes above, is shown if all of them show it.
type Visibility struct {
	Mesh  int // index of Model.Meshes
	Float int // index of Model.Floats
}

// LeastVisible is the least value of a float that shows a mesh.
const LeastVisible = 0.5
