// Package assimp is a thin binding to libassimp's C API, versions 5.2 to 6:
// it opens a model file and shows what libassimp made of it.
//
//	scene, err := assimp.ImportFile("walk.fbx", assimp.Options{
//		Flags:      assimp.Triangulate | assimp.JoinIdenticalVertices,
//		Properties: []assimp.Property{assimp.Int(assimp.NoSkeletonMeshes, 1)},
//	})
//	if err != nil {
//		return err
//	}
//	defer scene.Close()
//	for i := range scene.Animations() {
//		clip := scene.Animation(i)
//		for j := range clip.Channels() {
//			channel := clip.Channel(j)
//			for _, key := range channel.Positions() {
//				fmt.Println(channel.NodeName(), key.Time, key.Value)
//			}
//		}
//	}
//
// # What a scene is made of
//
//	Scene ─┬─ Root ── Node ─── Children … each with a local Transform and mesh indices
//	       ├─ Mesh ─┬─ Vertices Normals UV Colors Face …
//	       │        ├─ Bone      name of a node, Offset (mesh to bone), Weights
//	       │        └─ AnimMesh  morph target, absolute positions
//	       ├─ Animation ─┬─ Channel       name of a node; Positions, Rotations, Scalings
//	       │             └─ MorphChannel  name of a mesh or node; target weights
//	       ├─ Material ── properties by key, texture paths
//	       ├─ Texture     embedded picture
//	       ├─ Camera, Light
//	       └─ Metadata    axes and units of the file
//
// Nothing is interpreted or repaired here: times are in ticks, matrices are
// libassimp's row-major ones, morph targets are absolute, keys may be unsorted
// and quaternions may be NaN, just as libassimp left them.
//
// # Views and lifetime
//
// Node, Mesh, Bone, Animation and the like are views: small values that point
// into memory of libassimp, and the slices they return lie in that memory too.
// They are valid until Scene.Close, and must not be used after it, nor written
// to. Strings are copies and stay valid. A Scene that is dropped without Close
// is released some time after the last view of it is gone; a slice or a QuatKeys
// alone does not keep it, so hold the Scene (defer scene.Close() does) as long
// as those are used.
//
// The zero value of a view is its nil: IsNil reports it, every accessor of it
// gives zero. An index out of range, and any index into a closed Scene, gives
// the nil view. Reading an array costs no call into C.
//
// # Concurrency
//
// An imported Scene may be read by any number of goroutines at once; Close must
// not run at the same time as they do. Imports themselves take turns, under one
// lock of the process: libassimp hands out the reason of a failure through one
// global, unguarded C++ string, which every failing import writes, and its log
// through one global logger, so two imports at once are safe only if none
// fails, which nobody can know before. Everything after the import — walking,
// converting, releasing — runs in parallel.
//
// # Failures
//
// An import that fails gives an *Error, for which errors.Is(err, ErrImport)
// holds and which wraps the error of the file system where there was one.
// C++ exceptions and failed assertions inside libassimp become such errors. A
// memory fault inside libassimp, which some malformed files cause, does kill the
// process; import files that are not trusted in a child process.
//
// The package is empty where cgo is off.
package assimp
