// Package rig binds meshes to skeletons: it computes which joints move each vertex, and how much.
//
//	bound, report, err := rig.Bind(ctx, model, rig.Options{Method: rig.Hierarchy, MaxInfluences: 4, Smooth: 2})
//	for _, f := range report.Findings {
//		log.Print(f)
//	}
//
// The vertices of all meshes that were bound in one pose are welded into one surface, so that seams
// stay closed; joints become bones, lines from a joint to the next:
//
//	meshes, skins ──► bind pose ──► surface of points ─┐
//	skeleton ───────► bones: Head ━━━━ Tail ───────────┴─► method ──► rows: bone, weight
//	                                                                     │ by part, filled, smoothed,
//	new soa.Model ◄── vertices, palette entries ◄────────────────────────┘ limited, sum 1
//
// Segments that are not given are derived from the joints. Options.PerPart binds a mesh, a material
// or a limb by another method. With Options.Raw the weights are what the method gives, to compare
// with other programs.
//
// Results have the same bits on every processor.
package rig
