package gltf

import (
	"slices"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/soa"
)

// surface is a material of the file: one of the model with the maps for which a mesh has
// coordinates.
type surface struct {
	material int
	sets     [soa.MaxUVSets]bool
}

// looks adds materials, textures and pictures to a file.
type looks struct {
	*File
	model    *soa.Model
	list     *finding.List
	surfaces map[surface]int
	textures map[textureKey]int
	images   []int // of each texture of the model: one more than its image, or −1
	samplers map[soa.Sampler]int
}

func newLooks(f *File, m *soa.Model, list *finding.List) *looks {
	return &looks{
		File: f, model: m, list: list, surfaces: make(map[surface]int), textures: make(map[textureKey]int),
		images: make([]int, len(m.Textures)), samplers: make(map[soa.Sampler]int),
	}
}

// material returns the number of a mesh's material in the file, or nil.
func (b *looks) material(m *soa.Mesh) (*int, error) {
	if m.Material == soa.None {
		return nil, nil
	}
	key := surface{material: m.Material}
	for i := range b.model.Materials[m.Material].Maps {
		set := b.model.Materials[m.Material].Maps[i].UVSet
		key.sets[set] = len([...][]float32{m.UV, m.UV2}[set]) > 0
	}
	if i, ok := b.surfaces[key]; ok {
		return &i, nil
	}
	out, err := b.newMaterial(&b.model.Materials[m.Material], key.sets)
	if err != nil {
		return nil, err
	}
	i := add(&b.doc.Materials, out)
	b.surfaces[key] = i
	return &i, nil
}

func (b *looks) newMaterial(m *soa.Material, sets [soa.MaxUVSets]bool) (material, error) {
	out := material{Name: m.Name, DoubleSided: m.DoubleSided}
	base := m.BaseColor
	for c, v := range base {
		if v > 1 {
			b.list.LostLook("material "+m.Name, "its base colour has %v, and glTF allows no more than 1", v)
			base[c] = 1
		}
	}
	if base != ([4]float32{1, 1, 1, 1}) {
		out.PBR.BaseColor = &base
	}
	if m.Metallic != 1 {
		out.PBR.Metallic = ptr(m.Metallic)
	}
	if m.Roughness != 1 {
		out.PBR.Roughness = ptr(m.Roughness)
	}
	switch m.Alpha {
	case soa.Mask:
		out.AlphaMode = "MASK"
		if m.AlphaCutoff != 0.5 {
			out.AlphaCutoff = ptr(m.AlphaCutoff)
		}
	case soa.Blend:
		out.AlphaMode = "BLEND"
	}
	if m.Unlit {
		out.Extensions = out.Extensions.set("KHR_materials_unlit", object{})
		b.doc.uses("KHR_materials_unlit", false)
	}
	if emissive := m.Emissive; emissive != ([3]float32{}) {
		if most := slices.Max(emissive[:]); most > 1 {
			for c := range emissive {
				emissive[c] = min(emissive[c]/most, 1)
			}
			out.Extensions = out.Extensions.set("KHR_materials_emissive_strength", object{"emissiveStrength": most})
			b.doc.uses("KHR_materials_emissive_strength", false)
		}
		out.Emissive = &emissive
	}
	for i := range m.Maps {
		by := &m.Maps[i]
		if !sets[by.UVSet] {
			b.list.Note("material "+m.Name, "a mesh of it has no texture coordinates for its %v map; there it has none", by.Role)
			continue
		}
		if err := b.addMap(&out, m, by); err != nil {
			return out, err
		}
	}
	return out, nil
}

// addMap adds a map to a material of the file.
func (b *looks) addMap(out *material, m *soa.Material, by *soa.TextureMap) error {
	t, err := b.texture(by.Texture, by.Sampler)
	if err != nil || t < 0 {
		return err
	}
	use := &textureUse{Index: t, TexCoord: int(by.UVSet)}
	if by.Transform != nil {
		use.Extensions = object{"KHR_texture_transform": transformOf(by.Transform)}
		b.doc.uses("KHR_texture_transform", false)
	}
	switch by.Role {
	case soa.BaseColorMap:
		out.PBR.BaseColorMap = use
	case soa.MetallicRoughnessMap:
		out.PBR.MetallicRoughness = use
	case soa.NormalMap:
		if out.Normal = use; by.Strength != 1 {
			use.Scale = ptr(by.Strength)
		}
	case soa.OcclusionMap:
		if out.Occlusion = use; by.Strength != 1 {
			use.Strength = ptr(by.Strength)
		}
	case soa.EmissiveMap:
		out.EmissiveMap = use
	}
	return nil
}

func transformOf(t *soa.TextureTransform) object {
	out := object{}
	if t.Offset != ([2]float32{}) {
		out["offset"] = t.Offset
	}
	if t.Rotation != 0 {
		out["rotation"] = t.Rotation
	}
	if t.Scale != ([2]float32{1, 1}) {
		out["scale"] = t.Scale
	}
	return out
}

// OpenGL's numbers of filters and wraps, as glTF has them.
const (
	nearest              = 9728
	linear               = 9729
	nearestMipmapNearest = 9984
	linearMipmapNearest  = 9985
	nearestMipmapLinear  = 9986
	linearMipmapLinear   = 9987
	clampToEdge          = 33071
	mirroredRepeat       = 33648
)

// sampler returns the number of a sampler, or nil for one that repeats and filters trilinearly.
func (b *looks) sampler(s soa.Sampler) *int {
	if s == (soa.Sampler{}) {
		return nil
	}
	if i, ok := b.samplers[s]; ok {
		return &i
	}
	wraps := [...]int{soa.WrapRepeat: 0, soa.WrapMirror: mirroredRepeat, soa.WrapClamp: clampToEdge}
	out := sampler{WrapS: wraps[s.WrapU], WrapT: wraps[s.WrapV], Mag: [...]int{linear, nearest}[s.Mag]}
	out.Min = [...][2]int{
		soa.MipmapLinear:  {linearMipmapLinear, nearestMipmapLinear},
		soa.MipmapNearest: {linearMipmapNearest, nearestMipmapNearest},
		soa.NoMipmap:      {linear, nearest},
	}[s.Mipmap][s.Min]
	i := add(&b.doc.Samplers, out)
	b.samplers[s] = i
	return &i
}
