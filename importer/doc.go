// Package importer loads model files (glTF, VRM, FBX, Collada, MD5, BVH, X, …) as soa.Model: the
// flat arrays that package runtime plays and package gpu draws.
//
//	var found report.Report
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Options{Report: &found})
//	if err != nil {
//		log.Fatal(err) // names the file and the cause
//	}
//	if _, err := importer.AddClips(ctx, model, "walk.fbx", importer.Options{}); err != nil {
//		log.Fatal(err)
//	}
//	for _, f := range found.Findings {
//		log.Print(f) // a repair, an approximation or a loss
//	}
//
// The zero value of Options imports the whole file; each field changes one thing:
//
//	model, err := importer.Load(ctx, "upload.fbx", importer.Options{
//		Formats:    []string{"fbx", "glb"},
//		Scale:      0.01,
//		NoTextures: true,
//		Isolation:  &importer.Limits{Memory: 1 << 30},
//	})
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
// lights and materials ("/materials/steel/Opacity"), and targets of KHR_animation_pointer.
//
// # Readers and limits
//
// Sinew reads glTF 2.0 and VRM itself: a malformed file is an error with the JSON pointer of
// the place. libassimp, which builds without cgo lack, reads all else; motion, skins and shapes
// of FBX and Collada come from the file itself. Report.Importer names the reader.
//
// An import reads files only in the model's folder and below, and Bounds limits the size of its
// model. Imports may run concurrently. libassimp cannot be interrupted, and its crash ends the
// process: Options.Isolation runs it in a confined child, for files of unknown origin.
//
// Errors match the variables below, fs.ErrNotExist or libassimp's *assimp.Error.
package importer
