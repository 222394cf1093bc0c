package importer_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// materialFile is a .glb of a triangle with three sets of coordinates, tangents and a morph
// target, and a material that states everything.
func materialFile(t testing.TB, edit func(file, material object)) []byte {
	t.Helper()
	w := &gltfWriter{Name: object{"asset": object{"version": "2.0"}, "scenes": []any{object{"nodes": []int{0}}}, "nodes": []any{object{"name": "leaf", "mesh": 0}}}}
	attributes := object{
		"POSITION":   w.accessor("VEC3", gltfFloat, 4, []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0}, object{"min": []int{0, 0, 0}, "max": []int{1, 1, 0}}),
		"NORMAL":     w.accessor("VEC3", gltfFloat, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil),
		"TANGENT":    w.accessor("VEC4", gltfFloat, 4, []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1, 1, 0, 0, 1}, nil),
		"TEXCOORD_0": w.accessor("VEC2", gltfFloat, 4, []float32{0, 0, 1, 0, 0, 1, 1, 0}, nil),
		"TEXCOORD_1": w.accessor("VEC2", gltfFloat, 4, []float32{9, 9, 9, 9, 9, 9, 9, 9}, nil),
		// The second and the fourth vertex differ in these coordinates alone.
		"TEXCOORD_2": w.accessor("VEC2", gltfFloat, 4, []float32{0, 0.25, 0.5, 0.25, 0, 0.75, 0.75, 0.25}, nil),
	}
	target := object{
		"POSITION": w.accessor("VEC3", gltfFloat, 4, []float32{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, object{"min": []int{0, 0, 0}, "max": []int{0, 0, 1}}),
		"TANGENT":  w.accessor("VEC3", gltfFloat, 4, []float32{0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0}, nil),
	}
	var picture bytes.Buffer
	must.Do(t, png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 1, 1))))
	w.Name["images"] = []any{
		object{"name": "colour", "uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())},
		object{"name": "numbers", "uri": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture.Bytes())},
		object{"name": "packed", "uri": "data:image/ktx2;base64,AAAA", "mimeType": "image/ktx2"},
	}
	w.Name["samplers"] = []any{object{"magFilter": 9728, "minFilter": 9985, "wrapS": 33071, "wrapT": 33648}, object{"minFilter": 9729}}
	w.Name["textures"] = []any{object{"source": 0}, object{"source": 1, "sampler": 0}, object{"source": 1, "sampler": 1}}
	moved := object{"KHR_texture_transform": object{"offset": []float64{0.25, -0.5}, "rotation": 0.5, "scale": []float64{2, 3}, "texCoord": 2}}
	material := object{
		"name": "all", "doubleSided": true, "alphaMode": "MASK", "alphaCutoff": 0.25, "emissiveFactor": []float64{0.5, 0.25, 1},
		"pbrMetallicRoughness": object{
			"baseColorFactor": []float64{0.5, 0.25, 1, 0.75}, "metallicFactor": 0.125, "roughnessFactor": 0.375,
			"baseColorTexture": object{"index": 0}, "metallicRoughnessTexture": object{"index": 1},
		},
		"normalTexture":    object{"index": 1, "texCoord": 1, "scale": -2, "extensions": moved},
		"occlusionTexture": object{"index": 2, "strength": 0.5, "texCoord": 2}, "emissiveTexture": object{"index": 0},
		"extensions": object{"KHR_materials_emissive_strength": object{"emissiveStrength": 8}},
	}
	w.Name["meshes"] = []any{object{"primitives": []any{object{"attributes": attributes, "indices": w.accessor("SCALAR", gltfUint16, 6, []uint16{0, 1, 2, 0, 3, 2}, nil), "targets": []any{target}, "material": 0}}}}
	w.Name["materials"] = []any{material, object{}}
	edit(w.Name, material)
	w.Name["accessors"], w.Name["bufferViews"] = w.accessors, w.views
	w.Name["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	data, err := json.Marshal(w.Name)
	must.Do(t, err)
	return data
}

func readMaterialFile(t *testing.T, edit func(file, material object), opts importer.Options) (*soa.Model, *report.Report, error) {
	t.Helper()
	var r report.Report
	opts.Report = &r
	m, err := importer.LoadReader(context.Background(), bytes.NewReader(materialFile(t, edit)), "all.gltf", opts)
	return m, &r, err
}

// TestGLTFMaterials: a file that states everything of a material gives it field by field, and
// an archive and a child process give the same again.
func TestGLTFMaterials(t *testing.T) {
	m, r, err := readMaterialFile(t, func(object, object) {}, importer.Options{})
	must.Do(t, err)
	move := &soa.TextureTransform{Offset: [2]float32{0.25, -0.5}, Rotation: 0.5, Scale: [2]float32{2, 3}}
	sharp := soa.Sampler{WrapU: soa.WrapClamp, WrapV: soa.WrapMirror, Mag: soa.FilterNearest, Mipmap: soa.MipmapNearest}
	plain := soa.DefaultMaterial()
	want := []soa.Material{{
		Name: "all", BaseColor: [4]float32{0.5, 0.25, 1, 0.75}, Metallic: 0.125, Roughness: 0.375, Emissive: [3]float32{4, 2, 8},
		DoubleSided: true, Alpha: soa.Mask, AlphaCutoff: 0.25,
		Maps: []soa.TextureMap{
			{Role: soa.BaseColorMap, Texture: 0, Strength: 1},
			{Role: soa.MetallicRoughnessMap, Texture: 1, Strength: 1, Sampler: sharp},
			{Role: soa.NormalMap, Texture: 1, UVSet: 1, Strength: -2, Sampler: sharp, Transform: move},
			{Role: soa.OcclusionMap, Texture: 1, UVSet: 1, Strength: 0.5, Sampler: soa.Sampler{Mipmap: soa.NoMipmap}},
			{Role: soa.EmissiveMap, Texture: 0, Strength: 1},
		},
	}, plain}
	if !reflect.DeepEqual(m.Materials, want) {
		t.Errorf("the materials are\n%+v\nwant\n%+v", m.Materials, want)
	}
	if len(r.Findings) != 0 {
		t.Errorf("findings: %v", r.Findings)
	}
	mesh := m.Meshes[0]
	if !slices.Equal(mesh.UV, []float32{0, 0, 1, 0, 0, 1, 1, 0}) || !slices.Equal(mesh.UV2, []float32{0, 0.25, 0.5, 0.25, 0, 0.75, 0.75, 0.25}) {
		t.Errorf("coordinates %v and %v", mesh.UV, mesh.UV2)
	}
	if !slices.Equal(mesh.Tangent[8:12], []float32{1, 0, 0, -1}) || !slices.Equal(mesh.Morphs[0].Vertex, []uint32{0, 1}) || !slices.Equal(mesh.Morphs[0].Tangent, []float32{0, 0, 0, 0, 0.5, 0}) {
		t.Errorf("tangents %v, moved by %+v", mesh.Tangent, mesh.Morphs[0])
	}
	data, err := archive.Encode(&archive.Content{Model: m})
	must.Do(t, err)
	a, err := archive.Decode(data)
	must.Do(t, err)
	again, err := a.Model()
	must.Do(t, err)
	if !reflect.DeepEqual(again.Materials, m.Materials) || !reflect.DeepEqual(again.Meshes, m.Meshes) {
		t.Error("the archive gives other materials or meshes")
	}
	path := store(t, "all.gltf", materialFile(t, func(object, object) {}))
	if child := files.LoadWith(t, path, importer.Options{Isolation: &importer.Limits{}}); !reflect.DeepEqual(child.Materials, m.Materials) {
		t.Errorf("a child process reads %+v", child.Materials)
	}
}

// requiredTexture gives a texture of two maps a picture by an extension that the file requires.
func requiredTexture(name string, texture object) func(file, material object) {
	return func(file, _ object) {
		file["extensionsRequired"], file["extensionsUsed"] = []any{name}, []any{name}
		with := object{"extensions": object{name: object{"source": 2}}}
		for key, v := range texture {
			with[key] = v
		}
		file["textures"].([]any)[1] = with
	}
}

// TestGLTFMaterialFindings: what is lost or mended is reported.
func TestGLTFMaterialFindings(t *testing.T) {
	pbr := func(material object) object { return material["pbrMetallicRoughness"].(object) }
	for name, c := range map[string]struct {
		edit     func(file, material object)
		severity report.Severity
		kind     report.Kind
		says     string
		check    func(m *soa.Material) bool
	}{
		"out of range": {func(_, material object) { pbr(material)["metallicFactor"], pbr(material)["roughnessFactor"] = 2, -1 },
			report.Repair, report.InvalidMaterial, "2 of its numbers", func(m *soa.Material) bool { return m.Metallic == 1 && m.Roughness == 0 }},
		"a third set": {func(_, material object) { material["emissiveTexture"] = object{"index": 0, "texCoord": 1} },
			report.Loss, report.LostCoordinates, "emissive map lies by set 1", func(m *soa.Material) bool { return m.Map(soa.EmissiveMap) == nil && len(m.Maps) == 4 }},
		"clearcoat": {func(_, material object) { material["extensions"] = object{"KHR_materials_clearcoat": object{}} },
			report.Info, report.LostMaterial, "1 materials (\"all\")", func(m *soa.Material) bool { return m.Emissive[2] == 1 }},
		"clearcoat, required": {func(file, material object) {
			file["extensionsRequired"] = []any{"KHR_materials_clearcoat", "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_texture_transform"}
			material["extensions"] = object{"KHR_materials_clearcoat": object{}, "KHR_materials_unlit": object{}}
		}, report.Loss, report.LostMaterial, "other values", func(m *soa.Material) bool { return m.Unlit }},
		"of another vendor, required": {func(file, material object) {
			file["extensionsRequired"] = []any{"NV_materials_mdl"}
			material["extensions"] = object{"NV_materials_mdl": object{}}
		}, report.Loss, report.LostMaterial, "NV_materials_mdl", func(m *soa.Material) bool { return len(m.Maps) == 5 }},
		"techniques, required": {func(file, material object) {
			file["extensionsRequired"], file["extensionsUsed"] = []any{"KHR_techniques_webgl"}, []any{"KHR_techniques_webgl"}
			material["extensions"] = object{"KHR_techniques_webgl": object{}}
		}, report.Loss, report.LostMaterial, "KHR_techniques_webgl", func(m *soa.Material) bool { return len(m.Maps) == 5 }},
		"KTX2": {func(file, _ object) {
			file["textures"].([]any)[1] = object{"extensions": object{"KHR_texture_basisu": object{"source": 2}}}
		}, report.Loss, report.MissingTexture, `"packed" is of the extension KHR_texture_basisu (KTX2, Basis Universal)`, func(m *soa.Material) bool { return m.Map(soa.NormalMap) == nil && len(m.Maps) == 3 }},
		"KTX2 beside PNG": {func(file, _ object) {
			file["textures"].([]any)[1] = object{"source": 1, "extensions": object{"KHR_texture_basisu": object{"source": 2}}}
		}, 0, "", "", func(m *soa.Material) bool { return len(m.Maps) == 5 }},
		"KTX2 beside PNG, required": {requiredTexture("KHR_texture_basisu", object{"source": 1}), report.Loss, report.MissingTexture,
			"the extension KHR_texture_basisu: the file requires it", func(m *soa.Material) bool { return len(m.Maps) == 5 }},
		"KTX2, required": {requiredTexture("KHR_texture_basisu", object{}), report.Loss, report.MissingTexture,
			`"packed" is of the extension KHR_texture_basisu (KTX2, Basis Universal)`, func(m *soa.Material) bool { return m.BaseColor[3] == 0.75 && len(m.Maps) == 3 }},
		"KTX beside PNG, required": {requiredTexture("KHR_texture_ktx", object{"source": 1}), report.Loss, report.MissingTexture,
			"the extension KHR_texture_ktx: the file requires it", func(m *soa.Material) bool { return len(m.Maps) == 5 }},
		"KTX, required": {requiredTexture("KHR_texture_ktx", object{}), report.Loss, report.MissingTexture,
			`"packed" is of the extension KHR_texture_ktx`, func(m *soa.Material) bool { return m.BaseColor[3] == 0.75 && len(m.Maps) == 3 }},
	} {
		t.Run(name, func(t *testing.T) {
			m, r, err := readMaterialFile(t, c.edit, importer.Options{})
			must.Do(t, err)
			if !c.check(&m.Materials[0]) {
				t.Errorf("the material is %+v", m.Materials[0])
			}
			if c.kind == "" && len(r.Findings) > 0 || c.kind != "" && !hasFinding(r, c.severity, c.kind, c.says) {
				t.Errorf("findings: %v", r.Findings)
			}
		})
	}
	for _, name := range []string{"VENDOR_must", "VENDOR_materials_of_its_own", "VENDOR_texture_of_its_own"} {
		if _, _, err := readMaterialFile(t, func(file, _ object) { file["extensionsRequired"] = []any{name} }, importer.Options{}); !errors.Is(err, importer.ErrUnread) || !strings.Contains(err.Error(), name) {
			t.Errorf("an unknown extension: %v", err)
		}
	}
}
