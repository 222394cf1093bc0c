// Package importer loads model files (glTF, VRM, FBX, Collada, MD5, BVH, X and every
// other format of libassimp) as soa.Model: the flat arrays that package runtime
// plays and package gpu draws.
//
//	var found report.Report
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.WithReport(&found))
//	if err != nil {
//		log.Fatal(err) // names the file and the cause
//	}
//	if _, err := importer.AddClips(ctx, model, "walk.fbx"); err != nil {
//		log.Fatal(err)
//	}
//	for _, f := range found.Findings {
//		log.Print(f) // what was repaired, approximated or lost
//	}
//
// # From file to model
//
//	file                                         soa.Model
//	nodes: bones, meshes, animated, ancestors ─► Skeleton  joints, parents first
//	animations ────────────────────────────────► Clips     tracks of keys
//	meshes ────────────────────────────────────► Meshes    vertices, influences, morph targets
//	bones and inverse bind matrices ───────────► Skins     shared where the matrices agree
//	other animated numbers ────────────────────► Floats    custom properties
//	materials, pictures ───────────────────────► Materials, Textures
//
// A model is right-handed, Y up and in metres. Helper nodes of FBX pivots are merged
// into their joint without loss. The frame of a joint does not include the constant
// scale by which files express units; soa.Skeleton.Unit has it. Keys keep their
// interpolation. An import is the same bits on every processor.
//
// Custom properties are user properties of FBX nodes, changing properties of nodes, cameras,
// lights and materials, and targets of glTF's KHR_animation_pointer. Those of materials are
// named like glTF's pointers: "/materials/0/alphaCutoff", in FBX "/materials/steel/Opacity".
//
// # Readers
//
// glTF 2.0 and VRM are read by Sinew itself, in Go: a malformed file is an error that begins
// with the JSON pointer of the place, and never a panic. All else is read by libassimp, whose
// FBX and Collada get motion, skins and shapes from the file besides. A build without cgo, js/wasm
// included, has no libassimp: it reads glTF and VRM and refuses other formats. ReadByAssimp
// asks libassimp alone, for comparison; Report.Importer says which reader read a file.
//
// # Several files, limits and errors
//
// LoadAll and AddAllClips import folders and patterns. An import reads files only in the
// model's folder and below, and Bounds limits the size of its model. Package report has its
// findings: LostCurve, for example, names joints whose curves are too steep for a track to
// follow, and how far off it is.
//
// Imports may run concurrently. A parse of libassimp cannot be interrupted, and its
// crash ends the process; Isolated runs it in a confined child process, for files of
// unknown origin, and a Pool keeps such children ready.
//
// Errors match the variables below, fs.ErrNotExist of a missing file, or *assimp.Error of a
// file that libassimp rejects.
package importer
