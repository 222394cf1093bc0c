// Package runtime plays clips: it advances the clocks of instances, samples their
// clips, follows the skeleton's hierarchy and fills the matrix palettes that skin
// meshes, for one character or a hundred thousand, without allocating.
//
//	model, err := importer.Load(ctx, "walk.fbx", importer.Options{})
//	…
//	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 100, runtime.CrowdOptions{})
//	…
//	err = crowd.PlayAll(crowd.ClipIndex("walk"), play.Options{Seed: 1})
//	hero := crowd.Instance(7)
//	err = hero.Play(crowd.ClipIndex("run"), play.Options{Fade: 0.25})
//	…
//	for range 600 {
//		err = crowd.Update(1. / 60)
//		upload(crowd.Palettes()) // [instance][slot][12], crowd.Stride() values apart
//		hand, err := hero.Joint(handR)
//	}
//
// Methods of Crowd concern all instances; methods of Instance, a small value,
// concern one.
//
// A Crowd plays a Source. Keyframes plays a file as it is; Baked is for thousands of instances,
// Compressed for many clips that have to be small; Archived plays what an archive stores.
//
//	soa.Model  ─ Keyframes  ┐
//	soa.Bank   ─ Baked      ┼─► NewCrowd ─► Update ─► Palettes, Weights, Joints, Events
//	soa.Packed ─ Compressed ┘
//
// An instance has layers, which combine clips: they average them by weight, cover
// others by masks, or add. Each has a clock of its own; Play fades, inertializes or
// queues.
//
//	layer 0   walk ──┐ fade             ┐
//	          run  ──┘                  ├─► pose ─► palettes
//	layer 1   wave, Override, arms      │
//	layer 2   lean, Additive, 0.3       ┘
//
// Update reports the events that instances pass (Events) and moves them by the root
// motion of their clips (Motion, Transform). Save and Restore keep the state of an
// instance as bytes. Instances that play one clip each pay for none of it.
//
// A renderer can have palettes as dual quaternions (DualQuaternions), or none at all: a GPU
// can compute them from the instances' places in a bank (Frames).
//
// In place of Play a graph may choose the clips, by parameters that a game sets
// (SetGraph, package runtime/graph). A control may change the blended pose
// (SetControl, package runtime/control): hands reach, heads look.
//
//	graph ─► layers ─► pose ─► control ─► palettes
//
// Under it is package runtime/pose: poses in memory, stages from a pose to palettes on
// plain slices, and skinning on the CPU. Package bake makes banks, small clips and
// archives; package inspect compares clips.
//
// Units are those of package soa: metres, unit quaternions, float64 seconds on the
// clip file's own time line. Palettes have the same bits on every processor.
//
// Mistakes are found early: NewCrowd checks its source, Play its options. Nothing is
// checked, locked or allocated per joint. Errors wrap soa.ErrInvalid or one of this
// package's. Models, banks and clips are only read and can be shared between goroutines;
// they must not change while they are played.
package runtime
