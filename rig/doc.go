// Package rig binds meshes to skeletons: it computes the joints of each vertex, and their weights.
//
//	bound, report, err := rig.Bind(ctx, model, rig.Options{Method: rig.Hierarchy, MaxInfluences: 4, Smooth: 2})
//	for _, f := range report.Findings {
//		log.Print(f)
//	}
//
// All meshes bound in one pose are welded into one surface, so that seams stay closed. Joints
// become bones, lines from a joint to the next:
//
//	meshes, skins ──► bind pose ──► surface of points ─┐
//	skeleton ───────► bones: Head ━━━━ Tail ───────────┴─► method ──► rows: bone, weight
//	                                                                     │ by part, filled, smoothed,
//	new soa.Model ◄── vertices, palette entries ◄────────────────────────┘ limited, sum 1
//
// Missing segments are derived from the joints. Options.PerPart binds a mesh, a material or a limb
// by another method. Options.Raw leaves the method's weights unchanged, to compare with other
// programs.
//
// Results have the same bits on every processor.
//
// # Coarser models
//
// Simplify makes coarser models for levels of detail: the same skeleton, skins,
// materials and morph weights with fewer triangles, so that one palette moves them all.
//
//	model ── Simplify(model, 0.25) ──► a quarter of the triangles ── gpu.Level
//
// Edges are collapsed in the order of their cost, each vertex into a neighbour; no vertex is
// moved or created. The cost is that of M. Garland and P. Heckbert, "Surface Simplification
// Using Quadric Error Metrics" (1997), the squared distance from the planes of all triangles
// merged so far, plus a cost for different bones. Borders keep their line; both sides of a seam
// of texture coordinates, normals or colours collapse together.
//
// Errors wrap soa.ErrInvalid or soa.ErrOption. Models are only read.
package rig
