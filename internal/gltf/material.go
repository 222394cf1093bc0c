package gltf

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

// Picture returns the bytes of an image in the file: of a view or a data URI. Those of other
// files are nil.
func (d *Document) Picture(i int) ([]byte, error) {
	im := &d.Images[i]
	if im.View >= 0 {
		return d.ViewData(im.View)
	}
	if rest, ok := cutScheme(im.URI, "data:"); ok {
		return dataOf(rest, d.meter)
	}
	return nil, nil
}

func (d *Document) readMaterials(root value) (err error) {
	most := d.options.Limits.Materials
	if d.Images, err = list(d, root, "images", most, func(v value) Image {
		return Image{v.at("name").text(), v.at("uri").text(), v.at("mimeType").text(), v.at("bufferView").index(len(d.Views), "buffer views")}
	}); err != nil {
		return err
	}
	if d.Samplers, err = list(d, root, "samplers", most, func(v value) Sampler {
		return Sampler{v.at("magFilter").int(0), v.at("minFilter").int(0), v.at("wrapS").int(repeat), v.at("wrapT").int(repeat)}
	}); err != nil {
		return err
	}
	if d.Textures, err = list(d, root, "textures", most, d.texture); err != nil {
		return err
	}
	d.Materials, err = list(d, root, "materials", most, d.material)
	return err
}

// list reads an array of at most some things.
func list[T any](d *Document, root value, key string, most int, read func(value) T) ([]T, error) {
	from := root.list(key)
	out, err := room[T](d, from, most)
	if err != nil {
		return nil, err
	}
	for k := range out {
		if err := d.meter.Step(1000); err != nil {
			return nil, err
		}
		out[k] = read(from.child(k))
	}
	return out, nil
}

// repeat is OpenGL's number of the wrap that glTF assumes.
const repeat = 10497

// texture chooses the image of a texture: a WebP before a PNG or JPEG, which are for other readers.
func (d *Document) texture(v value) Texture {
	t := Texture{Image: v.at("source").index(len(d.Images), "images"), OtherImage: -1, Sampler: v.at("sampler").index(len(d.Samplers), "samplers")}
	if webp := v.extension("EXT_texture_webp").at("source").index(len(d.Images), "images"); webp >= 0 {
		t.Image = webp
	}
	if t.Image < 0 {
		for k, e := 0, v.at("extensions"); k < e.len(); k++ {
			t.Other, t.OtherImage = e.child(k).key(), e.child(k).at("source").index(len(d.Images), "images")
		}
	}
	return t
}

// held are the extensions of materials that are read to the last value.
var held = []string{"KHR_materials_unlit", "KHR_materials_emissive_strength"}

func (d *Document) material(v value) Material {
	pbr := v.object("pbrMetallicRoughness")
	m := Material{
		Name: v.at("name").text(), BaseColor: [4]float64{1, 1, 1, 1}, Metallic: pbr.at("metallicFactor").number(1), Roughness: pbr.at("roughnessFactor").number(1),
		Alpha: v.at("alphaMode").text(), Cutoff: v.at("alphaCutoff").number(0.5), DoubleSided: v.at("doubleSided").bool(false),
		Unlit: v.extension("KHR_materials_unlit").there(),
	}
	pbr.at("baseColorFactor").floats(m.BaseColor[:])
	v.at("emissiveFactor").floats(m.Emissive[:])
	strength := v.extension("KHR_materials_emissive_strength").at("emissiveStrength").number(1)
	for c := range m.Emissive {
		m.Emissive[c] *= strength
	}
	base := pbr.object("baseColorTexture")
	if old := v.extension("KHR_materials_pbrSpecularGlossiness"); old.there() && !pbr.there() {
		old.at("diffuseFactor").floats(m.BaseColor[:])
		m.Metallic, m.Roughness = 0, 1-old.at("glossinessFactor").number(1)
		base = old.object("diffuseTexture")
	}
	m.Maps = [Roles]Map{
		BaseColor: d.mapOf(base, ""), MetallicRoughness: d.mapOf(pbr.object("metallicRoughnessTexture"), ""),
		Normal: d.mapOf(v.object("normalTexture"), "scale"), Occlusion: d.mapOf(v.object("occlusionTexture"), "strength"),
		Emissive: d.mapOf(v.object("emissiveTexture"), ""),
	}
	for k, e := 0, v.at("extensions"); k < e.len(); k++ {
		if name := e.child(k).key(); ofMaterials(name) && !slices.Contains(held, name) && d.take(v, 1, unsafe.Sizeof(name)+32) == nil {
			m.Other = append(m.Other, name)
		}
	}
	return m
}

func (d *Document) mapOf(v value, strength string) Map {
	m := Map{Texture: v.at("index").index(len(d.Textures), "textures"), Set: v.at("texCoord").count(0), Strength: 1}
	if strength != "" {
		m.Strength = v.at(strength).number(1)
	}
	if e := v.extension("KHR_texture_transform"); e.there() {
		t := &Transform{Scale: [2]float64{1, 1}, Rotation: e.at("rotation").number(0)}
		e.at("offset").floats(t.Offset[:])
		e.at("scale").floats(t.Scale[:])
		m.Transform, m.Set = t, e.at("texCoord").count(m.Set)
	}
	return m
}

// Variant returns the number of a variant of materials, by its name.
func (d *Document) Variant(name string) (int, error) {
	if i := slices.Index(d.Variants, name); i >= 0 {
		return i, nil
	}
	return -1, fmt.Errorf("%w: no material variant %q; it has %q", soa.ErrOption, name, d.Variants)
}
