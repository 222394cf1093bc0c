// Package runtime plays clips: it samples their tracks at a time, multiplies
// the joints up to model space and fills the matrix palettes that skin meshes,
// for one character or thousands, without allocating.
//
//	model, err := importer.Load(ctx, "walk.fbx")
//	if err != nil {
//		log.Fatal(err)
//	}
//	players, err := runtime.NewPlayers(model, 100)
//	if err != nil {
//		log.Fatal(err)
//	}
//	for i := range players.Len() {
//		offset := 0.1 * float64(i)
//		if err := players.Play(i, runtime.PlayOptions{Mode: runtime.Wrap, Offset: offset}, model.Clips[0]); err != nil {
//			log.Fatal(err)
//		}
//	}
//	for range 600 {
//		players.Update(1. / 60)
//		upload(players.Palettes(0)) // [player][palette index][12] of skin 0, one slice
//	}
//
// Players is the ordinary way to use the package. For crowds there are two more:
// Compile turns clips into a bank, within a verified error, that a Crowd plays on
// thousands of instances, with levels of detail where they are far away, and
// TickCrowd does exactly what Players does, sixteen instances at a time. Both have
// the same methods and share their work among as many goroutines as they are told
// to, or give it to a job system of the caller's. Under them are the jobs, for a
// loop of one's own, on plain slices:
//
//	Evaluator       frames of a bank, 16 instances  → pose → palettes, in stages or at once
//	Tick            seconds on the file's time line → tick of a clip, wrapped, clamped or to and fro
//	Sampler         clip, tick, cursors             → Pose: local transforms, morph weights, floats
//	Locals          skeleton, pose                  → matrices relative to parents, 12 values per joint
//	LocalToModel    skeleton, pose                  → model-space matrices, 12 values per joint
//	Palettes        skin, model-space matrices      → palette, 12 values per palette entry
//	MeshMatrix      mesh without a skin, matrices   → 12 values that take it to model space
//	skin.Vertices   (package runtime/skin)          → vertices skinned on the CPU
//
// Floats, the numbers that files animate besides transforms and weights
// (soa.NamedFloat), are in every Pose. A Crowd or a TickCrowd computes those of an
// instance when it is asked for them.
//
// Units are those of package soa: metres, unit quaternions, float64 seconds on
// the clip file's own time line, ticks after the clip's start.
//
// Results are the same bits on every processor and whatever the path to a time
// was: forwards, backwards, by a seek, or with cursors that belong to something
// else.
//
// Mistakes are found where things are put together: NewPlayers, NewSampler and
// Play check models and clips, jobs the lengths of their slices once a call. Errors
// wrap soa.ErrInvalid, ErrForeignClip, ErrOverlap, ErrRange, ErrTime or
// ErrLength. Nothing is checked, locked or allocated per track or joint.
//
// Models, clips and skeletons are only read and can be shared between
// goroutines as long as nobody changes them. A Pose, a set of cursors or one
// player of a Players is used by one goroutine at a time; different players of
// one Players can be used from different goroutines.
package runtime
