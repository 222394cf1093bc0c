package gltf

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// ownKey is the member of extras that Sinew reads.
const ownKey = gltf.OwnKey

// mapMorphs finds the nodes that show the model's morph targets, and takes joints out of the reach of
// clips whose nodes are not in their frames.
func (p *patch) mapMorphs() error {
	for w := 0; w < len(p.origin.Weights); w++ {
		of := p.origin.Weights[w]
		if of.Node < 0 || of.Target != 0 {
			continue
		}
		to := &body{node: of.Node}
		if at, ok := p.moved[of.Node]; ok {
			to.node = at
		}
		for k := w; k < len(p.origin.Weights) && p.origin.Weights[k] == (soa.WeightOrigin{Node: of.Node, Target: k - w}); k++ {
			to.weights = append(to.weights, k)
		}
		p.bodies = append(p.bodies, to)
	}
	for j, n := range p.joints {
		if n >= 0 && (!p.inFile[j] || source.ObjectAt(p.from.List("nodes"), n)["matrix"] != nil) {
			p.joints[j] = -1
		}
	}
	return nil
}

// placeFloats finds where the file has the custom properties that new clips drive. Those that it has
// not are added to extras.
func (p *patch) placeFloats() error {
	p.places = make([]floatPlace, len(p.model.Floats))
	p.findFaces()
	driven := make(map[int]bool)
	for i, c := range p.model.Clips {
		for _, tr := range c.Tracks {
			if tr.Property == soa.Float && p.raw(i) < 0 {
				driven[int(tr.Target)] = true
			}
		}
	}
	for f := range p.model.Floats {
		of := &p.model.Floats[f]
		_, face := p.faces[f]
		looks := p.look != nil && of.Joint == soa.NoJoint && (of.Name == soa.GazeYaw || of.Name == soa.GazePitch)
		if p.places[f].visible = -1; driven[f] && !face && !looks {
			p.placeFloat(f)
		}
	}
	return nil
}

// findFaces finds the nodes that move expressions and the gaze of an animation for any avatar.
func (p *patch) findFaces() {
	v := p.from.Doc.VRM
	if v == nil || !v.Animation {
		return
	}
	p.look, p.faces = v.Look, make(map[int]int)
	for n, name := range v.Moved {
		if f := p.model.Float(soa.ExpressionFloat(name), soa.NoJoint); f != soa.None && n >= 0 {
			p.faces[f] = n
		}
	}
}

func (p *patch) placeFloat(f int) {
	of, to := &p.model.Floats[f], &p.places[f]
	prefix := ""
	if of.Joint != soa.NoJoint {
		n := p.joints[of.Joint]
		if n < 0 && p.was[of.Joint] >= 0 {
			n = p.origin.Joints[p.was[of.Joint]]
		}
		if n < 0 {
			p.list.Loss("float "+of.Name, "its joint is no node of the file; what drives it is left out")
			return
		}
		if prefix = pointerTo(n); of.Name == visible {
			to.visible = n
			return
		}
	}
	names := []string{of.Name}
	component := -1
	if i := strings.LastIndexByte(of.Name, '.'); i > 0 {
		last := of.Name[i+1:]
		if component = strings.Index("xyzw", last); component < 0 || len(last) != 1 {
			if k, err := strconv.Atoi(last); err == nil {
				component = k
			}
		}
		names = append(names, of.Name[:i])
	}
	for k, name := range names {
		for _, pointer := range []string{prefix + "/extras/" + name, prefix + "/" + strings.TrimPrefix(name, "/")} {
			v := p.numbersAt(pointer)
			switch {
			case k == 0 && len(v) == 1:
				to.pointer, to.rest = pointer, v
				return
			case k == 1 && len(v) > 1 && component >= 0 && component < len(v):
				to.pointer, to.component, to.rest = pointer, component, v
				return
			}
		}
	}
	p.newFloat(f, prefix)
}

// numbersAt returns the numbers to which a pointer refers, one of a number and several of a list.
func (p *patch) numbersAt(pointer string) (list []float32) {
	var at any = p.from.Top
	for _, part := range strings.Split(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch v := at.(type) {
		case source.Object:
			at = v[part]
		case []any:
			if i, err := strconv.Atoi(part); err == nil && i >= 0 && i < len(v) {
				at = v[i]
			} else {
				return nil
			}
		default:
			return nil
		}
	}
	number := func(v any) bool {
		n, ok := v.(json.Number)
		x, err := n.Float64()
		list = append(list, float32(x))
		return ok && err == nil
	}
	if all, ok := at.([]any); ok {
		for _, v := range all {
			if !number(v) {
				return nil
			}
		}
		return list
	}
	if !number(at) {
		return nil
	}
	return list
}

// newFloat adds a custom property to the extras of its node, or of the file.
func (p *patch) newFloat(f int, prefix string) {
	of, to := &p.model.Floats[f], &p.places[f]
	o := p.from.Top
	if prefix != "" {
		n, _ := strconv.Atoi(prefix[len("/nodes/"):])
		o = source.ObjectAt(p.from.List("nodes"), n)
	}
	if o["extras"] == nil {
		o["extras"] = source.Object{}
	}
	e, ok := o["extras"].(source.Object)
	if !ok || e[of.Name] != nil {
		p.list.Loss("float "+of.Name, "the extras of the file have no room for it; what drives it is left out")
		return
	}
	e[of.Name] = of.Rest
	to.pointer, to.rest = prefix+"/extras/"+escape(of.Name), []float32{of.Rest}
}

// setMeta states what the options say of an avatar's author and licence, where it is not what the
// file does.
func (p *patch) setMeta() error {
	if !p.options.VRM || len(p.options.Meta) == 0 {
		return nil
	}
	if err := checkMeta(p.options.Meta); err != nil {
		return err
	}
	vrm := source.Member(p.from.Top, "extensions", "VRMC_vrm")
	if vrm == nil {
		p.list.Loss("", "what is said of the author and the licence stays that of the file, which is of VRM 0.x")
		return nil
	}
	said, err := source.Plain(p.options.Meta)
	if err != nil {
		return err
	}
	old := source.Member(vrm, "meta")
	if picture, ok := old["thumbnailImage"]; ok {
		said.(source.Object)["thumbnailImage"] = picture
	}
	if !bytes.Equal(p.from.Doc.Meta(), p.options.Meta) {
		vrm["meta"] = said
	}
	return nil
}

// addRest adds a graph and a control to the extras, and marks the nodes that stay joints though no
// animation moves them any more.
func (p *patch) addRest() error {
	for i, text := range []json.RawMessage{p.options.Graph, p.options.Control} {
		name := [...]string{"graph", "control"}[i]
		if len(text) > 0 && !setOwn(p.from.Top, name, text) {
			p.list.Loss("", "the %s is left out, since the extras of the file are no object", name)
		}
	}
	if err := p.setMeta(); err != nil || !p.left {
		return err
	}
	moved := make(map[int]bool)
	p.eachTarget(func(t source.Object) { moved[source.Number(t, "node")] = true })
	for _, c := range p.origin.Clips {
		if c.Animation < 0 || c.Animation >= len(p.from.Doc.Animations) {
			continue
		}
		for _, ch := range p.from.Doc.Animations[c.Animation].Channels {
			if ch.Pointer == nil && !moved[ch.Node] {
				if err := p.setJoints(ch.Node, moved); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// setJoints marks a node that nothing moves any more, and the joints below it, which were joints
// because it was moved, down to what moves.
func (p *patch) setJoints(node int, moved map[int]bool) error {
	if node < 0 || node >= len(p.from.Doc.Nodes) {
		return nil
	}
	if err := setJoint(source.ObjectAt(p.from.List("nodes"), node)); err != nil {
		return err
	}
	for _, child := range p.from.Doc.Nodes[node].Children {
		if !moved[child] && slices.Contains(p.origin.Joints, child) {
			if err := p.setJoints(child, moved); err != nil {
				return err
			}
		}
	}
	return nil
}
