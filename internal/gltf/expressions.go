package gltf

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// expression1 is an expression of VRM 1.0.
type expression1 struct {
	Binary bool `json:"isBinary"`
	Binds  []struct {
		Node   *int     `json:"node"`
		Index  *int     `json:"index"`
		Weight *float64 `json:"weight"`
	} `json:"morphTargetBinds"`
	Colors   []json.RawMessage `json:"materialColorBinds"`
	Textures []json.RawMessage `json:"textureTransformBinds"`
	Blink    string            `json:"overrideBlink"`
	LookAt   string            `json:"overrideLookAt"`
	Mouth    string            `json:"overrideMouth"`
}

// overrides are the words of VRM 1.0.
var overrides = map[string]soa.Override{"": soa.NoOverride, "none": soa.NoOverride, "block": soa.BlockOverride, "blend": soa.BlendOverride}

// expressions1 reads expressions of VRM 1.0.
func (v *VRM) expressions1(list map[string]expression1, preset bool) {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		in := list[name]
		v.addExpression(v.expression1(name, preset, &in))
	}
}

func (v *VRM) expression1(name string, preset bool, in *expression1) Expression {
	out := Expression{Name: name, Preset: preset, Binary: in.Binary, Materials: len(in.Colors) + len(in.Textures)}
	for part, word := range [...]string{in.Blink, in.LookAt, in.Mouth} {
		o, ok := overrides[word]
		if !ok {
			v.wrong("the expression %q has the override %q", name, word)
		}
		out.Overrides[part] = o
	}
	for _, b := range in.Binds {
		out.Binds = append(out.Binds, ExpressionBind{Node: or(b.Node, -1), Mesh: -1, Target: or(b.Index, -1), Weight: or(b.Weight, 1)})
	}
	return out
}

// expression0 is a group of blend shapes of VRM 0.x.
type expression0 struct {
	Name   string `json:"name"`
	Preset string `json:"presetName"`
	Binary bool   `json:"isBinary"`
	Binds  []struct {
		Mesh   *int    `json:"mesh"`
		Index  *int    `json:"index"`
		Weight float64 `json:"weight"`
	} `json:"binds"`
	Materials []json.RawMessage `json:"materialValues"`
}

// presets are the names of VRM 1.0 for presets of 0.x.
var presets = map[string]string{
	"neutral": "neutral", "a": "aa", "i": "ih", "u": "ou", "e": "ee", "o": "oh", "blink": "blink",
	"joy": "happy", "angry": "angry", "sorrow": "sad", "fun": "relaxed", "lookup": "lookUp", "lookdown": "lookDown",
	"lookleft": "lookLeft", "lookright": "lookRight", "blink_l": "blinkLeft", "blink_r": "blinkRight",
}

// expressions0 reads groups of blend shapes of VRM 0.x.
func (v *VRM) expressions0(list []expression0) {
	for _, in := range list {
		out := Expression{Name: in.Name, Binary: in.Binary, Materials: len(in.Materials)}
		if name := presets[strings.ToLower(in.Preset)]; name != "" {
			out.Name, out.Preset = name, true
		}
		for _, b := range in.Binds {
			out.Binds = append(out.Binds, ExpressionBind{Node: -1, Mesh: or(b.Mesh, -1), Target: or(b.Index, -1), Weight: b.Weight / 100})
		}
		v.addExpression(out)
	}
}

// addExpression adds an expression, unless there is one of its name.
func (v *VRM) addExpression(e Expression) {
	if v.named == nil {
		v.named = make(map[string]bool)
	}
	if v.named[e.Name] {
		v.wrong("there is another expression %q", e.Name)
		return
	}
	v.named[e.Name], v.Expressions = true, append(v.Expressions, e)
}
