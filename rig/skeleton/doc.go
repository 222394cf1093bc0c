// Package skeleton makes and changes skeletons. A change is a function from a model to a model, with a
// report; the argument stays as it is, and what does not change is shared.
//
//	hips ─► chest ─► upperarm.L ─► hand.L
//
//	InsertAbove(m, hand, "lowerarm.L", 0.5)   hips ─► chest ─► upperarm.L ─► lowerarm.L ─► hand.L
//	Remove(m, chest)                          hips ─► upperarm.L ─► hand.L
//	Mirror(m, arm)                            … chest ─► upperarm.R ─► hand.R besides
//	Rename, Add
//	TakePose(ctx, m, skeleton.T, as)          AsRest, AsFrames, AsBind; Detect names the pose
//	TurnFrames(m, turns)                      other axes, the same movement
//	Fit(ctx, m, markers)                      a new skeleton in the meshes, ready for package rig to bind
//
// What refers to joints follows: clips, skins, meshes, custom properties, root motion, and the bones,
// springs, colliders and constraints of an avatar. What cannot follow is an error that names it.
//
// Clips play as before wherever that is possible: Measure states the distance that is left, in
// millimetres. Results have the same bits on every processor.
//
// Errors wrap ErrName, ErrScale, ErrReference, ErrBody, ErrMarker, ErrMesh, soa.ErrFormat, soa.ErrOption, soa.ErrRange, soa.ErrInvalid
// or the context's.
package skeleton
