package surface

import (
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/soa"
)

// Surfaces holds a file's materials and textures.
type Surfaces struct {
	Materials []soa.Material
	Textures  []soa.Texture
	UvSet     []int // per material: the UV set of its texture
}

// Read reads the pictures of every material.
func Read(in *scene.Input) Surfaces {
	from := in.Scene.Materials
	b := pictures{Input: in, byName: make(map[string]int)}
	s := Surfaces{Materials: make([]soa.Material, len(from)), UvSet: make([]int, len(from))}
	for i := range from {
		s.Materials[i] = from[i].Material
		if from[i].Picture == "" {
			continue
		}
		m := &s.Materials[i]
		m.Texture, s.UvSet[i] = b.texture(from[i].Picture), from[i].UVSet
		if m.Texture != soa.None && m.BaseColor == ([4]float32{0, 0, 0, 1}) {
			// Exporters leave the colour black if a picture replaces it.
			m.BaseColor = [4]float32{1, 1, 1, 1}
		}
	}
	s.Textures = b.list
	return s
}
