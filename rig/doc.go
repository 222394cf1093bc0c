// Package rig changes models: it binds meshes to skeletons, makes and changes skeletons, and makes coarser meshes.
//
// Bind computes the joints of each vertex, and their weights.
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
//
// # Skeletons
//
// A change of a skeleton is a function from a model to a model, with a
// report; the argument stays as it is, and what does not change is shared.
//
//	hips ─► chest ─► upperarm.L ─► hand.L
//
//	InsertJoint(m, hand, "lowerarm.L", 0.5)   hips ─► chest ─► upperarm.L ─► lowerarm.L ─► hand.L
//	RemoveJoint(m, chest)                          hips ─► upperarm.L ─► hand.L
//	MirrorJoints(m, arm)                            … chest ─► upperarm.R ─► hand.R besides
//	RenameJoints, AddJoint
//	TakePose(ctx, m, rig.T, as)          AsRest, AsFrames, AsBind; DetectRestPose names the pose
//	TurnFrames(m, turns)                      other axes, the same movement
//	FitSkeleton(ctx, m, markers)                      a new skeleton in the meshes, ready for package rig to bind
//
// What refers to joints follows: clips, skins, meshes, custom properties, root motion, and the bones,
// springs, colliders and constraints of an avatar. What cannot follow is an error that names it.
//
// Clips play as before wherever that is possible: MeasureChange states the distance that is left, in
// millimetres. Results have the same bits on every processor.
//
// Errors wrap ErrName, ErrScale, ErrReference, ErrBody, ErrMarker, ErrSurface, soa.ErrFormat, soa.ErrOption, soa.ErrRange, soa.ErrInvalid
// or the context's.
package rig
