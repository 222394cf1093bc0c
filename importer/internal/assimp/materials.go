package assimp

import (
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// materialOf reads a material's base colour, alpha, emissive colour, and the maps that are not
// guessed. What classic materials state of gloss has no scale that programs agree on: they are
// rough dielectrics.
func materialOf(src assimp.Material, guessed bool) (m scene.Material) {
	m.Material = soa.DefaultMaterial()
	m.Name, m.Metallic = src.Name(), 0
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
	if c, ok := src.Emissive(); ok {
		m.Emissive = [3]float32(c[:3])
	}
	maps := []struct {
		role  soa.MapRole
		kinds []assimp.TextureType
	}{
		{soa.BaseColorMap, []assimp.TextureType{assimp.TextureBaseColor, assimp.TextureDiffuse}},
		{soa.NormalMap, []assimp.TextureType{assimp.TextureNormals}},
		{soa.EmissiveMap, []assimp.TextureType{assimp.TextureEmissive}},
	}
	if guessed {
		maps = maps[:1]
	}
	for _, of := range maps {
		for _, kind := range of.kinds {
			if path, set, ok := src.Texture(kind, 0); ok && strings.TrimSpace(path) != "" {
				m.AddMap(scene.MapSource{Picture: path, Set: set}, soa.TextureMap{Role: of.role, Strength: 1})
				break
			}
		}
	}
	return m
}
