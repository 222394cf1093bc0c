// Package importer turns model files (FBX, Collada, MD5, glTF, BVH, X and
// whatever else libassimp reads) into soa.Model: flat arrays that package
// runtime plays and package gpu draws.
//
//	var report importer.Report
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.WithReport(&report))
//	if err != nil {
//		log.Fatal(err) // names the file and the cause
//	}
//	if _, err := importer.AddClips(ctx, model, "walk.fbx"); err != nil {
//		log.Fatal(err)
//	}
//	for _, f := range report.Findings {
//		log.Print(f) // what was repaired or lost
//	}
//	fmt.Println(len(model.Skeleton.Name), "joints,", len(model.Clips), "clips")
//
// The model is right-handed, Y up and in metres. Joints are the file's nodes,
// parents first: bones, nodes with meshes or animation, everything above them
// and what hangs below a bone. The helper nodes of FBX pivots are folded into
// their joint exactly. A joint's frame leaves out the constant scale that files
// hide units in (soa.Skeleton.Unit tells it). Clips keep the file's own time
// line, keys their interpolation; what had to be repaired or could not be kept
// is in the Report.
//
// Numbers that files animate besides transforms and weights become
// soa.Model.Floats: user properties of FBX nodes and other properties of nodes,
// cameras, lights and materials that change, and what channels of glTF's
// KHR_animation_pointer point to. A node's float has the property's name and the
// node's joint. Those of materials are named like glTF's pointers
// ("/materials/0/alphaCutoff", of FBX "/materials/steel/Opacity").
//
// Folders and patterns of files go in by LoadAll and AddAllClips; Clips chooses,
// renames and cuts. However a model names its companions and pictures, nothing
// outside its folder is opened (Within widens it), and Bounds caps what one file
// may become. A Finding has a Kind for programs: SparseKeys, for instance, names
// the joints whose curves libassimp straightened between keys far apart, and
// what to change on export.
//
// Imports may run concurrently. libassimp's parse cannot be interrupted, and a
// file that crashes it crashes the process: Isolated, which runs it in a child
// process, is for files of unknown origin.
package importer
