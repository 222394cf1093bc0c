package gltf

import "github.com/sinew-anim/sinew/importer/internal/scene"

// ofLibrary sorts the weights of a mesh that libassimp read into those of a node's skin, whose
// bones it has in their order, or some of them by name.
func (g *Format) ofLibrary(from []scene.MeshBone, skin *scene.Skin) [][]scene.VertexWeight {
	bones := make([][]scene.VertexWeight, len(skin.Bones))
	if len(from) == len(bones) {
		for k := range from {
			bones[k] = from[k].Weights
		}
		return bones
	}
	byName := make(map[string]int)
	for k := range skin.Bones {
		byName[g.Tree.Nodes[skin.Bones[k].Node].Name] = k
	}
	for k := range from {
		if at, ok := byName[from[k].Name]; ok {
			bones[at] = append(bones[at], from[k].Weights...)
		}
	}
	return bones
}
