// Package fbx reads FBX files: models, skins, shapes, curves and custom properties are the
// file's own (see internal/fbx), geometry and materials are libassimp's.
//
//	Prepare ──► libassimp parses the patched file
//	   └──────► the curves are followed meanwhile
//	ReadSkins   waits for both, and finds the nodes of models
//
// Points of the file are found by their places and polygons, since libassimp keeps no numbers
// of them.
package fbx
