// Package fbxfile writes small ASCII FBX files for tests of importers, and computes where
// their nodes are by the formula of the FBX SDK's documentation.
//
//	file := &fbxfile.File{Models: []fbxfile.Model{
//		{Name: "arm", Translation: exact.Vec{1, 2, 3}},
//		{Name: "hand", Parent: "arm", Translation: exact.Vec{100, 0, 0}},
//	}}
//	file.Drive(9001, 1000, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{
//		"Z": fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 0, 1, 90), // from 0° at 0 s to 90° at 1 s
//	})
//	path := file.Write(t)
//	want := file.Global("hand", -1) // at rest, in metres
//
// A model with Mesh has a triangle: 0 0 0, 1 0 0, 0 2 0.
package fbxfile
