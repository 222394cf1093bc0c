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
	if err := g.Meter.Take("materials", len(g.Doc.Materials), bytesOfMaterial); err != nil {
		return err
	}
	g.Scene.Materials = make([]scene.Material, 0, len(g.Doc.Materials))
	for i := range g.Doc.Materials {
		if err := g.Meter.Step(2000); err != nil {
			return err
		}
		g.Scene.Materials = append(g.Scene.Materials, g.material(&g.Doc.Materials[i], embedded))
	}
	return nil
}

// bytesOfMaterial is about the memory of a material with its maps, here and in the model.
const bytesOfMaterial = 1500

func (g *Format) material(from *gltf.Material, embedded map[int]string) scene.Material {
	m := scene.Material{Material: soa.Material{
		Name: from.Name, Metallic: float32(from.Metallic), Roughness: float32(from.Roughness), Unlit: from.Unlit,
		AlphaCutoff: float32(from.Cutoff), DoubleSided: from.DoubleSided,
	}}
	for c, v := range from.BaseColor {
		m.BaseColor[c] = float32(v)
	}
	for c, v := range from.Emissive {
		m.Emissive[c] = float32(v)
	}
	switch from.Alpha {
	case "MASK":
		m.Alpha = soa.Mask
	case "BLEND":
		m.Alpha = soa.Blend
	}
	for role := range from.Maps {
		by := &from.Maps[role]
		if by.Texture < 0 {
			continue
		}
		source := scene.MapSource{Set: by.Set}
		if g.Settings.Textures {
			var err error
			if source.Picture, err = g.picture(by.Texture, embedded); err != nil {
				g.Report.Add(report.Loss, report.MissingTexture, from.Name, "no texture: %v", err)
			}
		}
		m.AddMap(source, soa.TextureMap{
			Role: roles[role], Strength: float32(by.Strength), Sampler: g.sampler(by.Texture), Transform: transform(by.Transform),
		})
	}
	return m
}

// roles are the model's names of the file's roles, whose order is the same.
var roles = [gltf.Roles]soa.MapRole{
	gltf.BaseColor: soa.BaseColorMap, gltf.MetallicRoughness: soa.MetallicRoughnessMap, gltf.Normal: soa.NormalMap,
	gltf.Occlusion: soa.OcclusionMap, gltf.Emissive: soa.EmissiveMap,
}

func transform(t *gltf.Transform) *soa.TextureTransform {
	if t == nil {
		return nil
	}
	return &soa.TextureTransform{
		Offset:   [2]float32{float32(t.Offset[0]), float32(t.Offset[1])},
		Rotation: float32(t.Rotation),
		Scale:    [2]float32{float32(t.Scale[0]), float32(t.Scale[1])},
	}
}

// OpenGL's numbers of filters and wraps, as glTF has them.
const (
	nearest              = 9728
	linear               = 9729
	nearestMipmapNearest = 9984
	linearMipmapNearest  = 9985
	nearestMipmapLinear  = 9986
	clampToEdge          = 33071
	mirroredRepeat       = 33648
)

// sampler returns how a texture is read. What the file does not state, or states by a number
// that glTF does not have, is as in the zero soa.Sampler.
func (g *Format) sampler(texture int) (s soa.Sampler) {
	k := g.Doc.Textures[texture].Sampler
	if k < 0 {
		return s
	}
	from := &g.Doc.Samplers[k]
	wraps := map[int]soa.Wrap{clampToEdge: soa.WrapClamp, mirroredRepeat: soa.WrapMirror}
	s.WrapU, s.WrapV = wraps[from.WrapS], wraps[from.WrapT]
	if from.Mag == nearest {
		s.Mag = soa.FilterNearest
	}
	switch from.Min {
	case nearest, nearestMipmapNearest, nearestMipmapLinear:
		s.Min = soa.FilterNearest
	}
	switch from.Min {
	case nearest, linear:
		s.Mipmap = soa.NoMipmap
	case nearestMipmapNearest, linearMipmapNearest:
		s.Mipmap = soa.MipmapNearest
	}
	return s
}

// picture returns the name of a texture's picture: of one in the file by its number.
func (g *Format) picture(texture int, embedded map[int]string) (string, error) {
	t := &g.Doc.Textures[texture]
	if t.Image < 0 {
		if t.Other != "" {
			return "", g.unreadPicture(t)
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

// unreadPicture is the error about a texture whose only picture is of an extension.
func (g *Format) unreadPicture(t *gltf.Texture) error {
	format, name := "", ""
	switch t.Other {
	case "KHR_texture_basisu":
		format = " (KTX2, Basis Universal)"
	case "KHR_texture_ktx":
		format = " (KTX)"
	case "MSFT_texture_dds":
		format = " (DDS)"
	case "EXT_texture_avif":
		format = " (AVIF)"
	}
	if t.OtherImage >= 0 {
		im := &g.Doc.Images[t.OtherImage]
		if name = im.Name; name == "" && len(im.URI) < 200 { // else it holds the picture
			name = im.URI
		}
	}
	return fmt.Errorf("its picture %q is of the extension %s%s, which is not read", name, t.Other, format)
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
