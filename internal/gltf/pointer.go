package gltf

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// widths are the numbers per key of a path; weights have as many as the mesh
// has morph targets, and pointers what they point to.
var widths = map[string]int{"translation": 3, "rotation": 4, "scale": 3, "weights": 0, "pointer": 0}

// channels returns the channels that a pointer refers to: one of a node, one for each node that
// shows a mesh, or one with a Pointer.
func (d *Document) channels(text string) ([]Channel, error) {
	if !strings.HasPrefix(text, "/") {
		return nil, fmt.Errorf("%w: the pointer %q", soa.ErrFormat, text)
	}
	if d.meter.Take("bytes of a pointer", len(text), 16) != nil { // a part of each
		return nil, d.meter.Err()
	}
	parts := strings.Split(text[1:], "/")
	if strings.Contains(text, "~") {
		unescape := strings.NewReplacer("~1", "/", "~0", "~")
		for i, p := range parts {
			parts[i] = unescape.Replace(p)
		}
	}
	p := &Pointer{Text: text, Node: -1, Name: text}
	if len(parts) >= 3 && (parts[0] == "nodes" || parts[0] == "meshes") {
		i, err := strconv.Atoi(parts[1])
		if most := map[bool]int{true: len(d.Nodes), false: len(d.Meshes)}[parts[0] == "nodes"]; err != nil || i < 0 || i >= most {
			return nil, fmt.Errorf("%w: the pointer %q, where there are %d %s", soa.ErrFormat, text, most, parts[0])
		}
		only, ok := weightOf(parts[2:])
		if parts[0] == "meshes" {
			if ok {
				return d.showing(i, only), nil
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
	if parts[0] == "extras" && len(parts) > 1 {
		p.Name = strings.Join(parts[1:], "/")
	}
	p.Rest, p.Wrong = d.stated(parts)
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
func (d *Document) showing(mesh, only int) (list []Channel) {
	if d.meter.Step(2*len(d.Nodes)) != nil {
		return nil
	}
	n := 0
	for i := range d.Nodes {
		if d.Nodes[i].Mesh == mesh {
			n++
		}
	}
	list = make([]Channel, 0, n)
	for i := range d.Nodes {
		if d.Nodes[i].Mesh == mesh {
			list = append(list, Channel{Node: i, Path: "weights", Only: only})
		}
	}
	return list
}

// stated looks a value up in the file.
func (d *Document) stated(parts []string) (rest []float64, wrong bool) {
	at := d.text.root()
	for _, p := range parts {
		switch {
		case at.is(jsonObject):
			at = at.at(p)
		case at.is(jsonArray):
			i, err := strconv.Atoi(p)
			if err != nil || i < 0 || i >= at.len() {
				return nil, false
			}
			at = at.child(i)
		default:
			return nil, at.there()
		}
	}
	return numbers(at)
}

// numbers returns a number, a bool, or an array of them; nothing for nothing.
func numbers(v value) (list []float64, wrong bool) {
	switch {
	case !v.there():
		return nil, false
	case v.is(jsonNumber):
		return []float64{v.number(0)}, false
	case v.is(jsonTrue):
		return []float64{1}, false
	case v.is(jsonFalse):
		return []float64{0}, false
	case v.is(jsonArray):
		for k := range v.len() {
			n, wrong := numbers(v.child(k))
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
