// Package voxel measures how far places on a surface are from bones along ways within it, and
// makes weights of that: the geodesic voxel method.
//
//	v, err := voxel.New(ctx, points, triangles, 128)
//	d, err := v.Distances(ctx, bones)
//	row := d.Weights(nil, point, 0.5) // bones and weights of one point
//
// The surface may be open, in several shells that overlap, or not manifold: what counts is
// which voxels are on it or within.
//
//	· outside   # a triangle touches it   o within   * a bone crosses it: distance 0
//
//	· · · · · · · · · ·      · · · · · · · · · ·
//	· # # # # # # # # ·      · 1 1 1 1 1 1 2 3 ·    ways lead to 26 neighbours,
//	· # o o o o o o # ·  ──► · * * * * * * 1 2 ·    1, √2 or √3 voxels long,
//	· # # # # # # # # ·      · 1 1 1 1 1 1 2 3 ·    not across a gap
//	· · · · · · · · · ·      · · · · · · · · · ·
//
// A voxel is within if no way leads there from outside and its space is at least two voxels
// wide, or if at least four of the six rays along the axes leave it through the surface, or
// through one connected part of it, an odd number of times: that finds the inside of a surface
// with holes, which a flood from outside would fill.
//
// Distances are kept, so weights for another α do not compute them anew. All results are the
// same on every processor. A Volume and Distances are immutable; any number of goroutines may
// use them.
//
// Source: O. Dionne and M. de Lasa, Geodesic Voxel Binding for Production Character Meshes,
// Symposium on Computer Animation 2013.
package voxel
