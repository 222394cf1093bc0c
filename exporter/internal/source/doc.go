// Package source holds a glTF file and replaces parts of it. All else stays as it is: members that
// Sinew does not know, numbers as they are written, and data byte for byte.
//
//	JSON ─► Top       objects, lists, json.Number
//	buffers ─► Data   one block of bytes, in pieces
//
//	file, err := source.Open(ctx, data, nil)
//	animations := file.List("animations")        // of Top
//	file.SetList("animations", animations[1:])
//	file.Prune()                                 // accessors, views and bytes that only the first one used
//	text, err := file.JSON(ctx, "", file.Size)
//
// Numbers of nodes, meshes, skins, materials, textures and pictures stay. Those of accessors and
// buffer views change where Prune takes some away, for which all places that name them have to be
// known: a file with extensions that Sinew does not know keeps them.
package source
