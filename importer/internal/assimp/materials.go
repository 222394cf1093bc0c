package assimp

import (
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// materialOf reads a material's base colour, alpha and colour texture.
func materialOf(src assimp.Material) (m scene.Material) {
	m.Material = soa.Material{Name: src.Name(), BaseColor: [4]float32{1, 1, 1, 1}, Texture: soa.None, AlphaCutoff: 0.5}
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
		m.Picture, m.UVSet = path, set
		break
	}
	return m
}
