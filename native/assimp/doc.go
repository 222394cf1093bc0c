// Package assimp is a thin binding to libassimp's C API, versions 5.2 to 6: it
// opens a model file and shows the scene that libassimp made of it.
//
//	Scene ─┬─ Root ── Node ─── Children …  each with a local Transform and mesh indices
//	       ├─ Mesh ─┬─ Vertices Normals Tangents Bitangents UV Colors Face
//	       │        ├─ Bone      name of a node, Offset (mesh to bone), Weights
//	       │        └─ AnimMesh  morph target, absolute positions
//	       ├─ Animation ─┬─ Channel       name of a node; Positions, Rotations, Scalings
//	       │             └─ MorphChannel  name of a mesh or node; MorphKeys
//	       ├─ Material ── colours, texture paths
//	       ├─ Texture     embedded picture
//	       └─ Metadata    axes and units of the file
//
// The package covers what package importer reads. It neither interprets nor repairs: times
// are in ticks, matrices row-major, morph targets absolute; keys may be unsorted and
// quaternions NaN.
//
// # Views and lifetime
//
// Node, Mesh, Bone, Animation and the like are views: small values that point
// into libassimp's memory, as do the slices that they return. Both are read-only and valid
// until [Scene.Close]. Strings are copies and stay valid. A Scene without Close is released
// after its last view is garbage-collected; a slice or a QuatKeys does not keep it alive.
//
// An index out of range, and any index into a closed Scene, returns an empty view, whose
// accessors return zero. Reading an array does not call into C.
//
// # Concurrency
//
// Any number of goroutines may read one Scene, but not while Close runs. Imports run one at
// a time under a process-wide lock, because libassimp reports failures through a global,
// unguarded C++ string. They call a file system's methods on a separate thread, see
// [LimitStack].
//
// # Errors
//
// A failed import returns an [*Error], which wraps
//
//	ErrImport    every failed import
//	ErrABI       the loaded libassimp does not match the headers
//
// and the file system's error, such as fs.ErrNotExist, if that is the cause. C++ exceptions
// and failed assertions in libassimp become such errors. A memory fault in libassimp, which
// some malformed files cause, ends the process: import untrusted files in a child process,
// see importer.Options.Isolation.
//
// The package is empty without cgo.
package assimp
