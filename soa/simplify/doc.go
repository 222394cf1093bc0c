// Package simplify makes coarser models for levels of detail: the same skeleton, skins,
// materials and morph weights with fewer triangles, so that one palette moves them all.
//
//	model ── Model(model, 0.25) ──► a quarter of the triangles ── gpu.Level
//
// Vertices are left out one by one, the cheapest first, and none is moved or made: a
// vertex that is left out is merged into a neighbour. The cost is that of M. Garland and
// P. Heckbert, "Surface Simplification Using Quadric Error Metrics" (1997), the squared
// distance from the planes of all triangles merged so far, and what merging bones that
// move otherwise costs. Borders keep their line; where texture coordinates, normals or
// colours jump, both sides move along together.
//
// Errors wrap soa.ErrInvalid or soa.ErrOption. Models are only read.
package simplify
