// Package mesh builds meshes, skins and morph targets.
//
//	libassimp's mesh, or the file's weights and shapes
//	    ─► identical vertices are joined
//	    ─► influences are sorted and limited; meshes share palettes
//	    ─► morph targets become sparse
package mesh
