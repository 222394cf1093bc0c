package gltf

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Unread is a part of a file that libassimp does not read: it reads something else in its
// place, or crashes.
type Unread struct {
	Pointer string // to the part, in JSON
	Value   string // that is there
	Reason  string
}

// Error implements error.
func (u *Unread) Error() string { return fmt.Sprintf("%s is %s: %s", u.Pointer, u.Value, u.Reason) }

// outline is the part of a file that tells what it needs of its reader. Its numbers may be
// written as 72.0.
type outline struct {
	ExtensionsRequired []string `json:"extensionsRequired"`
	Nodes              []struct {
		Mesh *float64 `json:"mesh"`
		Skin *float64 `json:"skin"`
	} `json:"nodes"`
	Skins []struct {
		Joints              []float64 `json:"joints"`
		InverseBindMatrices *float64  `json:"inverseBindMatrices"`
	} `json:"skins"`
	Meshes []struct {
		Primitives []struct {
			Attributes map[string]float64   `json:"attributes"`
			Targets    []map[string]float64 `json:"targets"`
		} `json:"primitives"`
	} `json:"meshes"`
	Accessors []struct {
		ComponentType float64 `json:"componentType"`
		Count         float64 `json:"count"`
		Type          string  `json:"type"`
	} `json:"accessors"`
}

// required are the extensions that may be required of the reader: what libassimp or package
// importer reads, what is seen and does not move, and what says nothing of the model. Those
// of materials are besides.
var required = []string{
	"ADOBE_materials_thin_transparency", "EXT_lights_ies", "EXT_lights_image_based", "EXT_mesh_features",
	"EXT_structural_metadata", "EXT_texture_avif", "EXT_texture_webp", "KHR_animation_pointer",
	"KHR_draco_mesh_compression", "KHR_lights_punctual", "KHR_techniques_webgl", "KHR_texture_basisu", "KHR_texture_transform", "KHR_xmp",
	"KHR_xmp_json_ld", "MSFT_texture_dds", "VRM", "VRMC_node_constraint", "VRMC_springBone", "VRMC_vrm",
}

// reasons say what to do about extensions that are not among required.
var reasons = map[string]string{
	"EXT_meshopt_compression": "its buffers are compressed by meshoptimizer, which is not read; save the model without compression",
	"KHR_meshopt_compression": "its buffers are compressed by meshoptimizer, which is not read; save the model without compression",
	"KHR_mesh_quantization":   "its vertices are integers, which are not read; save the model with numbers of 32 bits",
	"EXT_mesh_gpu_instancing": "copies of meshes without nodes are not read; save the model with a node for each",
}

// FindUnread returns a part of a .gltf or .glb file that libassimp takes for something
// else or crashes of, or nil, and the first of those that only look wrong then. Files that
// are no glTF 2 are left to it.
func FindUnread(data []byte) (unread, looks *Unread) {
	var o outline
	// What is of another type is left out of the outline, and libassimp refuses it.
	_ = json.Unmarshal(jsonOf(data), &o)
	for i, name := range o.ExtensionsRequired {
		if slices.Contains(required, name) || strings.Contains(name, "_materials_") {
			continue
		}
		reason := reasons[name]
		if reason == "" {
			reason = "the extension is not known; save the model without it"
		}
		return &Unread{fmt.Sprintf("/extensionsRequired/%d", i), strconv.Quote(name), reason}, nil
	}
	if unread, looks = o.vertices(); unread == nil {
		unread = o.skins()
	}
	return unread, looks
}

const (
	typeByte  = 5121
	typeShort = 5123
	typeFloat = 5126
)

// componentNames are the words of error messages.
var componentNames = map[float64]string{5120: "bytes", typeByte: "unsigned bytes", 5122: "shorts", typeShort: "unsigned shorts", 5125: "unsigned integers", typeFloat: "floats"}

// vertices finds attributes whose numbers libassimp takes for floats.
func (o *outline) vertices() (unread, looks *Unread) {
	for m := range o.Meshes {
		for p := range o.Meshes[m].Primitives {
			primitive := &o.Meshes[m].Primitives[p]
			where := fmt.Sprintf("/meshes/%d/primitives/%d", m, p)
			if u := o.attributes(where+"/attributes", primitive.Attributes); u != nil {
				return u, nil
			}
			if looks == nil {
				looks = o.coordinates(where+"/attributes", primitive.Attributes)
			}
			for t, target := range primitive.Targets {
				if u := o.attributes(fmt.Sprintf("%s/targets/%d", where, t), target); u != nil {
					return u, nil
				}
			}
		}
	}
	return nil, looks
}

// coordinates finds texture coordinates whose numbers libassimp takes for floats.
func (o *outline) coordinates(where string, list map[string]float64) *Unread {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if kind, known := o.component(list[name]); known && kind != typeFloat && strings.HasPrefix(name, "TEXCOORD_") {
			return &Unread{where + "/" + name, fmt.Sprintf("accessor %v of %s", list[name], componentNames[kind]), "texture coordinates that are integers are not read; save the model with numbers of 32 bits"}
		}
	}
	return nil
}

func (o *outline) attributes(where string, list map[string]float64) *Unread {
	weights, joints, first := 0, 0, 0.0
	for _, name := range slices.Sorted(maps.Keys(list)) {
		kind, known := o.component(list[name])
		if !known {
			continue // libassimp refuses it
		}
		value := fmt.Sprintf("accessor %v of %s", list[name], componentNames[kind])
		unread := func(reason string) *Unread { return &Unread{where + "/" + name, value, reason} }
		switch base, _, _ := strings.Cut(name, "_"); base {
		case "WEIGHTS":
			if weights++; kind != typeFloat {
				return unread("weights that are integers are not read; save the model with weights of 32 bits")
			}
		case "POSITION", "NORMAL", "TANGENT":
			if kind != typeFloat {
				return unread("vertices that are integers are not read; save the model with numbers of 32 bits")
			}
		case "JOINTS":
			if joints++; joints == 1 {
				first = kind
			}
			if kind != typeByte && kind != typeShort || kind != first {
				return unread("joints are read as unsigned bytes or shorts, all of one kind; save the model with one kind")
			}
		}
	}
	if weights != joints {
		return &Unread{where, fmt.Sprintf("%d sets of weights and %d of joints", weights, joints), "they come in pairs"}
	}
	return nil
}

// component returns the type of an accessor's numbers.
func (o *outline) component(accessor float64) (kind float64, ok bool) {
	if !(accessor >= 0 && accessor < float64(len(o.Accessors))) {
		return 0, false
	}
	kind = o.Accessors[int(accessor)].ComponentType
	return kind, componentNames[kind] != ""
}

// skins finds skins that have no matrices, or fewer than joints, on which libassimp crashes
// or reads what is beside them.
func (o *outline) skins() *Unread {
	for _, n := range o.Nodes {
		if n.Mesh == nil || n.Skin == nil || !(*n.Skin >= 0 && *n.Skin < float64(len(o.Skins))) {
			continue
		}
		k := int(*n.Skin)
		s, where := &o.Skins[k], fmt.Sprintf("/skins/%d", k)
		if s.InverseBindMatrices == nil {
			return &Unread{where, fmt.Sprintf("a skin of %d joints without inverseBindMatrices", len(s.Joints)), "skins without them are not read; save the model with them"}
		}
		kind, known := o.component(*s.InverseBindMatrices)
		if !known {
			continue // libassimp refuses it
		}
		where += "/inverseBindMatrices"
		switch a := &o.Accessors[int(*s.InverseBindMatrices)]; {
		case kind != typeFloat || a.Type != "MAT4":
			return &Unread{where, fmt.Sprintf("accessor %v of %s %s", *s.InverseBindMatrices, a.Type, componentNames[kind]), "matrices of floats are read"}
		case a.Count < float64(len(s.Joints)):
			return &Unread{where, fmt.Sprintf("accessor %v of %v matrices", *s.InverseBindMatrices, a.Count), fmt.Sprintf("the skin has %d joints", len(s.Joints))}
		}
	}
	return nil
}
