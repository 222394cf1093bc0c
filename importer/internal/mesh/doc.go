// Package mesh makes meshes, skins and morph targets.
//
//	libassimp's mesh, or the file's weights and shapes
//	    ─► vertices that nothing tells apart become one
//	    ─► influences, sorted and limited; palettes that meshes share
//	    ─► morph targets: what they move alone
package mesh
