// Package surface joins the meshes of a character into one surface to compute weights on.
//
//	parts                        points                        copies
//	body  v0 v1 v2 │ v3 …  ──►  p0 p1 p2 p3 …           p1 ──► body v1, head v0
//	head  v0 v1 v2 │ …           │
//	                             ├─ Triangle  p0 p1 p2 │ p1 p3 p2 │ …  those with an area
//	                             ├─ Normal, Area, Neighbours, Component
//	                             └─ a tree of boxes: Nearest, Along, Leaves
//
// Files split vertices at seams of texture coordinates and normals and between materials. Weights
// computed on the split vertices tear these seams apart; computed on points they are equal on
// both sides. Vertices are one point where they are not farther apart than a few roundings of
// their float32 coordinates.
//
// Triangles without an area are dropped. Edges with one triangle, or with more than two, holes
// and intersections are all allowed.
//
// Everything is computed in float64 with the same bits on every processor. A Surface is
// immutable; any number of goroutines may ask it. Errors wrap soa.ErrInvalid.
package surface
