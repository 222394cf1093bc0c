package gltf

import (
	"fmt"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// readMaterials reads the materials and the pictures in the file.
func (g *Format) readMaterials() error {
	if g.Settings.Variant != "" {
		if _, err := g.Doc.Variant(g.Settings.Variant); err != nil {
			return err
		}
	}
	embedded := make(map[int]string) // by image: the name of its picture
	for i := range g.Doc.Materials {
		from := &g.Doc.Materials[i]
		m := scene.Material{Material: soa.Material{Name: from.Name, Texture: soa.None, AlphaCutoff: float32(from.Cutoff), DoubleSided: from.DoubleSided}}
		for c, v := range from.BaseColor {
			m.BaseColor[c] = float32(v)
		}
		switch from.Alpha {
		case "MASK":
			m.Alpha = soa.Mask
		case "BLEND":
			m.Alpha = soa.Blend
		}
		if by := g.leading(i); by != nil {
			m.UVSet = by.Set
		}
		if base := &from.Maps[gltf.BaseColor]; base.Texture >= 0 && g.Settings.Textures {
			var err error
			if m.Picture, err = g.picture(base.Texture, from.Name, embedded); err != nil {
				g.Report.Add(report.Loss, report.MissingTexture, from.Name, "no texture: %v", err)
			}
		}
		g.Scene.Materials = append(g.Scene.Materials, m)
	}
	return nil
}

// leading returns the map of a material by whose coordinates its pictures lie, or nil.
func (g *Format) leading(material int) *gltf.Map {
	maps := &g.Doc.Materials[material].Maps
	for role := range maps {
		if maps[role].Texture >= 0 {
			return &maps[role]
		}
	}
	return nil
}

// picture returns the name of a texture's picture: of one in the file by its number.
func (g *Format) picture(texture int, material string, embedded map[int]string) (string, error) {
	t := &g.Doc.Textures[texture]
	if t.Image < 0 {
		if t.Other != "" {
			return "", fmt.Errorf("its picture is of the extension %s, which is not read", t.Other)
		}
		return "", nil
	}
	if name, ok := embedded[t.Image]; ok {
		return name, nil
	}
	im := &g.Doc.Images[t.Image]
	data, err := g.Doc.Picture(t.Image)
	if err != nil {
		return "", err
	}
	name := im.URI
	if data != nil {
		name = fmt.Sprintf("*%d", len(g.Scene.Pictures))
		g.Scene.Pictures = append(g.Scene.Pictures, scene.Picture{Name: im.Name, Data: data})
	}
	embedded[t.Image] = name
	return name, nil
}

// variant returns the material of a primitive in the variant that is chosen, or −1.
func (g *Format) variant(p *primitive) int {
	if g.Settings.Variant == "" {
		return -1
	}
	if k, err := g.Doc.Variant(g.Settings.Variant); err == nil && k < len(p.Variants) {
		return p.Variants[k]
	}
	return -1
}
