// Package simplify makes coarser models for levels of detail: the same skeleton, skins,
// materials and morph weights with fewer triangles, so that one palette moves them all.
//
//	model ── Model(model, 0.25) ──► a quarter of the triangles ── gpu.Level
//
// Edges are collapsed in the order of their cost, each vertex into a neighbour; no vertex is
// moved or created. The cost is that of M. Garland and P. Heckbert, "Surface Simplification
// Using Quadric Error Metrics" (1997), the squared distance from the planes of all triangles
// merged so far, plus a cost for different bones. Borders keep their line; both sides of a seam
// of texture coordinates, normals or colours collapse together.
//
// Errors wrap soa.ErrInvalid or soa.ErrOption. Models are only read.
package simplify
