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
// The package covers what package importer reads, and interprets or repairs
// nothing: times are in ticks, matrices are row-major, morph targets are
// absolute, keys may be unsorted and quaternions may be NaN, as libassimp left
// them.
//
// # Views and lifetime
//
// Node, Mesh, Bone, Animation and the like are views: small values that point
// into memory of libassimp, and the slices they return lie in that memory too.
// They are valid until [Scene.Close], and must neither be used after it nor be
// written to. Strings are copies and stay valid. A Scene that is dropped without
// Close is released after its last view is gone; a slice or a QuatKeys alone
// does not keep it alive.
//
// Views come from a Scene; an index out of range, and any index into a closed
// Scene, gives a view of nothing, whose accessors give zero. Reading an array
// costs no call into C.
//
// # Concurrency
//
// Any number of goroutines may read one Scene; Close must not run meanwhile.
// Imports run one at a time, under one lock of the process: libassimp reports a
// failure through one global, unguarded C++ string, which every failing import
// writes. They call the methods of a file system on a thread of their own, see
// [LimitStack].
//
// # Errors
//
// A failed import returns an [*Error]; errors.Is finds in it
//
//	ErrImport    every failed import
//	ErrABI       the libassimp that is loaded does not match the headers
//
// and the error of the file system, such as fs.ErrNotExist, where one is the
// cause. C++ exceptions and failed assertions inside libassimp become such
// errors. A memory fault inside libassimp, which some malformed files cause,
// does end the process; untrusted files belong into a child process, as
// importer.Isolated runs one.
//
// The package is empty where cgo is off.
package assimp
