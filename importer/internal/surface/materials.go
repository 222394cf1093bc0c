package surface

import (
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// Surfaces is the materials of a file and their textures.
type Surfaces struct {
	Materials []soa.Material
	Textures  []soa.Texture
	UvSet     []int // per material: the UV set of its texture
}

// Read reads the base colour, alpha and colour texture of every
// material.
func Read(in *scene.Input) Surfaces {
	n := in.Scene.Materials()
	b := pictures{Input: in, byName: make(map[string]int)}
	s := Surfaces{Materials: make([]soa.Material, n), UvSet: make([]int, n)}
	for i := range n {
		s.Materials[i], s.UvSet[i] = b.material(in.Scene.Material(i))
	}
	s.Textures = b.list
	return s
}

func (p *pictures) material(src assimp.Material) (m soa.Material, uvSet int) {
	m = soa.Material{Name: src.Name(), BaseColor: [4]float32{1, 1, 1, 1}, Texture: soa.None, AlphaCutoff: 0.5}
	if c, ok := src.BaseColor(); ok {
		m.BaseColor = c
	} else if c, ok := src.Diffuse(); ok {
		m.BaseColor = [4]float32{c[0], c[1], c[2], 1}
	}
	m.DoubleSided, _ = src.TwoSided()
	mode, stated := src.AlphaMode()
	if opacity, ok := src.Opacity(); ok && !stated && opacity > 0 && opacity < 1 {
		m.BaseColor[3] = opacity
		m.Alpha = soa.Blend
	}
	switch mode {
	case "MASK":
		m.Alpha = soa.Mask
		if cut, ok := src.AlphaCutoff(); ok {
			m.AlphaCutoff = cut
		}
	case "BLEND":
		m.Alpha = soa.Blend
	}
	for i, v := range m.BaseColor {
		if v-v != 0 {
			m.BaseColor[i] = 1
		}
	}
	for _, kind := range []assimp.TextureType{assimp.TextureBaseColor, assimp.TextureDiffuse} {
		path, set, ok := src.Texture(kind, 0)
		if !ok || strings.TrimSpace(path) == "" {
			continue
		}
		m.Texture, uvSet = p.texture(path), set
		if m.Texture != soa.None && m.BaseColor == ([4]float32{0, 0, 0, 1}) {
			// Exporters leave the colour black where a picture replaces it.
			m.BaseColor = [4]float32{1, 1, 1, 1}
		}
		break
	}
	return m, uvSet
}
