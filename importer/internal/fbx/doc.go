// Package fbx reads FBX files: models, skins, shapes, curves and custom properties come from
// the file (see internal/fbx), geometry and materials from libassimp.
//
//	Prepare ──► libassimp parses the patched file
//	   └──────► tracks are computed meanwhile
//	ReadSkins   waits for both, and maps models to nodes
//
// Control points are matched to libassimp's vertices by position and polygon, since libassimp
// does not keep their indices.
package fbx
