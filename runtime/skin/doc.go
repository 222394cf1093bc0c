// Package skin moves the vertices of meshes on the CPU: morph targets first, then
// by a palette, as matrices or dual quaternions (soa.Skinning), or, for a mesh without
// a skin, by the matrix of its joint.
//
//	mesh.Position   x y z │ x y z │ …        3 values per vertex
//	  + Σ weights[w] · Morphs[k].Position    sparse deltas
//	  · Σ weight[i] · matrices[bone[i]]      12 values per palette entry, or by dual quaternions
//	= position      x y z │ x y z │ …        model space
//
// The shaders of package gpu compute the same; this package serves collision,
// picking, export and tests. Results are the same bits on every processor.
//
// Errors wrap ErrLength.
package skin
