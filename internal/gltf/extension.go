package gltf

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Unread is a part of a file that is not read, though the file requires it.
type Unread struct {
	Pointer string // to the part, in JSON
	Value   string // that is there
	Reason  string
}

// Error implements error.
func (u *Unread) Error() string { return fmt.Sprintf("%s is %s: %s", u.Pointer, u.Value, u.Reason) }

// known are the extensions that are read, or that change neither what moves nor what is seen.
// Those of materials are besides: see Material.Other.
var known = []string{
	"EXT_meshopt_compression", "KHR_meshopt_compression", "KHR_draco_mesh_compression",
	"EXT_mesh_gpu_instancing", "EXT_mesh_primitive_restart", "EXT_texture_webp", "KHR_animation_pointer", "KHR_lights_punctual",
	"KHR_mesh_quantization", "KHR_node_visibility", "KHR_texture_transform", "KHR_xmp", "KHR_xmp_json_ld", "KHR_materials_variants",
	"VRM", "VRMC_materials_mtoon", "VRMC_node_constraint", "VRMC_springBone", "VRMC_springBone_extended_collider", "VRMC_vrm",
	"EXT_mesh_features", "EXT_structural_metadata", "KHR_node_selectability", "KHR_node_hoverability", "VRMC_vrm_animation",
}

// tolerated are extensions that may be required, though what they add is not seen: lights, pictures
// and materials, without which a file plays in the same places. Of pictures and materials a finding
// names what is lost.
var tolerated = []string{
	"ADOBE_materials_clearcoat_specular", "ADOBE_materials_clearcoat_tint", "ADOBE_materials_thin_transparency", "EXT_lights_ies",
	"EXT_lights_image_based", "EXT_texture_avif", "EXT_texture_procedurals_mx_1_51", "KHR_techniques_webgl", "MSFT_texture_dds",
	"NV_materials_mdl", "VRMC_materials_hdr_emissiveMultiplier",
}

// understood reports whether an extension may be required. Those of materials that Khronos registers
// are, whole or not: the material of the core is their fallback, and a conformant loader does
// not fail for them (extensions/README.md of KhronosGroup/glTF). So are its extensions of textures: a
// texture without a picture that is read leaves its material's factors. What another vendor's
// requires is not known, materials, textures or not.
func understood(name string) bool {
	return slices.Contains(known, name) || slices.Contains(tolerated, name) || strings.HasPrefix(name, "KHR_materials_") || strings.HasPrefix(name, "KHR_texture_")
}

// OfTextures reports whether an extension is one of textures: of their pictures, as KHR_texture_basisu
// and the older KHR_texture_ktx, or of how they lie.
func OfTextures(name string) bool { return strings.Contains(name, "_texture_") }

// ofMaterials reports whether an extension is one of materials, see Material.Other.
func ofMaterials(name string) bool {
	return strings.Contains(name, "_materials_") || name == "KHR_techniques_webgl"
}

// ErrVersion is wrapped by errors about files of glTF 1.0.
var ErrVersion = errors.New("the file is glTF 1.0")

// versionError is an error about a version.
func versionError(place, version string) error {
	u := &Unread{place, strconv.Quote(version), "versions 2.0 and 2.1 are read; save the model as glTF 2.0"}
	if strings.HasPrefix(version, "1") {
		return fmt.Errorf("%w: %w", ErrVersion, u)
	}
	return u
}

// check refuses versions and required extensions that are not read.
func (d *Document) check(root value) error {
	asset := root.object("asset")
	d.Versioned = asset.at("version").there()
	for _, key := range []string{"minVersion", "version"} {
		v := asset.at(key)
		if !v.there() {
			continue
		}
		version := string(v.raw())
		if v.is(jsonString) {
			version = v.text()
		}
		major, minor, _ := strings.Cut(version, ".")
		if n, err := strconv.Atoi(major); err == nil && n != 2 || key == "minVersion" && minor > "1" {
			return versionError(v.pointer(), version)
		}
	}
	d.Used, d.Required = texts(root.list("extensionsUsed")), texts(root.list("extensionsRequired"))
	for i, name := range d.Required {
		if understood(name) {
			continue
		}
		return &Unread{fmt.Sprintf("/extensionsRequired/%d", i), strconv.Quote(name), "the extension is not known; save the model without it"}
	}
	return d.text.err
}

// Unseen lists the extensions that the file uses and that are not read, though it plays
// without them: what they add is not seen.
func (d *Document) Unseen() (list []string) {
	for _, name := range d.Used {
		if !slices.Contains(known, name) && !ofMaterials(name) {
			list = append(list, name)
		}
	}
	return list
}

func texts(v value) (list []string) {
	for k := range v.len() {
		list = append(list, v.child(k).text())
	}
	return list
}
