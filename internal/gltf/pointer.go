package gltf

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Pointer is the target of a channel of KHR_animation_pointer: any value of the
// file besides the transforms and weights of nodes.
type Pointer struct {
	Text string // as the file has it: "/materials/0/alphaCutoff"
	Node int    // that the value belongs to, or -1
	// Name is the part of Text after the node, without "extras", or all of Text.
	Name string
	// Rest holds the numbers that the file states there, possibly none. A bool
	// is 0 or 1.
	Rest  []float64
	Wrong bool // the file states something that is no number
}

// target is the destination of a channel.
type target struct {
	Node       *int   `json:"node"`
	Path       string `json:"path"`
	Extensions struct {
		Pointer struct {
			Pointer string `json:"pointer"`
		} `json:"KHR_animation_pointer"`
	} `json:"extensions"`
}

// channels returns what a pointer stands for: a channel of a node, one for each
// node that shows a mesh, or one with a Pointer.
func (r *reader) channels(text string) ([]Channel, error) {
	if !strings.HasPrefix(text, "/") {
		return nil, fmt.Errorf("%w: the pointer %q", soa.ErrFormat, text)
	}
	parts := strings.Split(text[1:], "/")
	for i, p := range parts {
		parts[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(p)
	}
	p := &Pointer{Text: text, Node: -1, Name: text}
	if len(parts) >= 3 && (parts[0] == "nodes" || parts[0] == "meshes") {
		i, err := strconv.Atoi(parts[1])
		if most := map[bool]int{true: len(r.file.Nodes), false: r.file.meshes()}[parts[0] == "nodes"]; err != nil || i < 0 || i >= most {
			return nil, fmt.Errorf("%w: the pointer %q, where there are %d %s", soa.ErrFormat, text, most, parts[0])
		}
		only, ok := weightOf(parts[2:])
		if parts[0] == "meshes" {
			if ok {
				return r.showing(i, only), nil
			}
		} else {
			if _, known := widths[parts[2]]; known && parts[2] != "pointer" && len(parts) == 3 || ok {
				return []Channel{{Node: i, Path: parts[2], Only: only}}, nil
			}
			p.Node, p.Name = i, strings.Join(parts[2:], "/")
			if parts[2] == "extras" && len(parts) > 3 {
				p.Name = strings.Join(parts[3:], "/")
			}
		}
	}
	p.Rest, p.Wrong = r.stated(parts)
	return []Channel{{Node: -1, Path: "pointer", Only: -1, Pointer: p}}, nil
}

// weightOf reads "weights" or "weights/2": which weight, -1 for all.
func weightOf(parts []string) (only int, ok bool) {
	if parts[0] != "weights" || len(parts) > 2 {
		return -1, false
	}
	if len(parts) == 1 {
		return -1, true
	}
	only, err := strconv.Atoi(parts[1])
	return only, err == nil && only >= 0
}

// showing returns a channel for every node that shows a mesh.
func (r *reader) showing(mesh, only int) (list []Channel) {
	for i := range r.file.Nodes {
		if m := r.file.Nodes[i].Mesh; m != nil && *m == mesh {
			list = append(list, Channel{Node: i, Path: "weights", Only: only})
		}
	}
	return list
}

// meshes returns one more than the greatest mesh that a node shows.
func (f *file) meshes() (n int) {
	for i := range f.Nodes {
		if m := f.Nodes[i].Mesh; m != nil {
			n = max(n, *m+1)
		}
	}
	return n
}

// stated looks a value up in the file.
func (r *reader) stated(parts []string) (rest []float64, wrong bool) {
	if r.all == nil {
		_ = json.Unmarshal(r.text, &r.all) // which was read once already
	}
	at := r.all
	for _, p := range parts {
		switch v := at.(type) {
		case map[string]any:
			at = v[p]
		case []any:
			i, err := strconv.Atoi(p)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			at = v[i]
		default:
			return nil, at != nil
		}
	}
	return numbers(at)
}

// numbers returns a number, a bool, or an array of them; nothing for nothing.
func numbers(v any) (list []float64, wrong bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case float64:
		return []float64{v}, false
	case bool:
		if v {
			return []float64{1}, false
		}
		return []float64{0}, false
	case []any:
		for _, e := range v {
			n, wrong := numbers(e)
			if wrong || len(n) != 1 {
				return nil, true
			}
			list = append(list, n[0])
		}
		return list, false
	}
	return nil, true
}

// pointerRests are what the specification says of values that a file does not
// state, by the end of the pointer.
var pointerRests = []struct {
	end  string
	rest float64
}{
	{"/pbrMetallicRoughness/baseColorFactor", 1}, {"/metallicFactor", 1}, {"/roughnessFactor", 1}, {"/emissiveFactor", 0},
	{"/alphaCutoff", 0.5}, {"/normalTexture/scale", 1}, {"/occlusionTexture/strength", 1}, {"/emissiveStrength", 1},
	{"/KHR_texture_transform/offset", 0}, {"/KHR_texture_transform/rotation", 0}, {"/KHR_texture_transform/scale", 1},
	{"/visible", 1}, {"/intensity", 1}, {"/color", 1}, {"/ior", 1.5},
}

// RestAt returns component c of the value without a clip, and whether the file
// or the specification states it.
func (p *Pointer) RestAt(c int) (float64, bool) {
	if c < len(p.Rest) {
		return p.Rest[c], true
	}
	if p.Node < 0 {
		for _, d := range pointerRests {
			if strings.HasSuffix(p.Text, d.end) {
				return d.rest, true
			}
		}
	}
	return 0, false
}
