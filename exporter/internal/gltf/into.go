package gltf

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// patch is the state of Into.
type patch struct {
	*builder
	source *gltf.Document
	top    map[string]json.RawMessage // members of the source's JSON
}

// Into lays out a GLB with clips added. The model, whose Clips they are, is what the importer made of
// the file; all that the file has stays as it is. The error wraps soa.ErrSkeleton where joints of the
// clips are not nodes of the file, in the same frames.
func Into(glb []byte, m *soa.Model, o Options, list *finding.List) (*File, error) {
	text, blob, err := gltf.Split(glb)
	if err != nil {
		return nil, err
	}
	doc, err := gltf.Parse(glb, gltf.Options{})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", soa.ErrSkeleton, err) // such as of files beside it
	}
	p := &patch{builder: &builder{File: &File{}, model: m, options: o, list: list}, source: doc}
	if err := json.Unmarshal(text, &p.top); err != nil {
		return nil, fmt.Errorf("%w: %w", soa.ErrFormat, err)
	}
	if len(doc.Buffers) > 0 && (doc.Buffers[0].URI != "" || doc.Buffers[0].Length > len(blob)) {
		return nil, fmt.Errorf("%w: the first buffer of the file is not its binary data", soa.ErrSkeleton)
	}
	if err := p.mapJoints(); err != nil {
		return nil, err
	}
	p.mapWeights()
	p.doc.Accessors, p.doc.BufferViews = make([]accessor, len(doc.Accessors)), make([]view, len(doc.Views))
	p.data.head, p.data.size = blob, len(blob)
	if err := p.addClips(); err != nil {
		return nil, err
	}
	return p.File, p.join()
}

// mapJoints finds the node of each joint, and checks those that clips drive.
func (p *patch) mapJoints() error {
	byPath := make(map[string][]int)
	for n := range p.source.Nodes {
		path := ""
		for i, depth := n, 0; i >= 0 && depth < len(p.source.Nodes); i, depth = p.source.Nodes[i].Parent, depth+1 {
			name := p.source.Nodes[i].Name
			if name == "" {
				name = fmt.Sprintf("nodes[%d]", i)
			}
			if path = "/" + name + path; len(path) > 1<<16 {
				break
			}
		}
		byPath[path] = append(byPath[path], n)
	}
	k := p.model.Skeleton
	driven := make([]bool, k.Len())
	for _, c := range p.model.Clips {
		for _, tr := range c.Tracks {
			if tr.Property <= soa.Scale {
				driven[tr.Target] = true
			}
		}
		if c.Motion != nil {
			driven[c.Motion.Joint] = true
		}
	}
	p.joints = make([]int, k.Len())
	for j := range p.joints {
		p.joints[j] = -1
		list := byPath["/"+k.Path(j)]
		if len(list) == 1 && p.sameFrame(j, list[0]) {
			p.joints[j] = list[0]
		} else if driven[j] {
			return fmt.Errorf("%w: the joint %q is not one node of the file, in the same frame", soa.ErrSkeleton, k.Path(j))
		}
	}
	return nil
}

// sameFrame reports whether a joint's local transform is its node's.
func (p *patch) sameFrame(j, n int) bool {
	k, of := p.model.Skeleton, &p.source.Nodes[n]
	if of.HasMatrix || k.Unit[j] != 1 || k.Parent[j] >= 0 && k.Unit[k.Parent[j]] != 1 {
		return false
	}
	r := &k.Rest
	rest := exact.Compose(exact.WidenVec([3]float32{r.TX[j], r.TY[j], r.TZ[j]}), exact.Widen([4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}).Unit(),
		exact.WidenVec([3]float32{r.SX[j], r.SY[j], r.SZ[j]}))
	local := of.Local()
	for e := range rest {
		if !(math.Abs(rest[e]-local[e]) <= 1e-4*max(1, math.Abs(local[e]))) {
			return false
		}
	}
	return true
}

// mapWeights finds the nodes that show the model's morph targets.
func (p *patch) mapWeights() {
	first := make(map[string]int)
	for w := len(p.model.Weights) - 1; w >= 0; w-- {
		first[p.model.Weights[w].Mesh] = w
	}
	for n := range p.source.Nodes {
		of := &p.source.Nodes[n]
		if of.Mesh < 0 || len(p.source.Meshes[of.Mesh].Primitives) == 0 {
			continue
		}
		w, ok := first[of.Name]
		targets := len(p.source.Meshes[of.Mesh].Primitives[0].Targets)
		if !ok || targets == 0 || w+targets > len(p.model.Weights) || p.model.Weights[w+targets-1].Mesh != of.Name {
			continue
		}
		to := &body{node: n}
		for k := range targets {
			to.weights = append(to.weights, w+k)
		}
		delete(first, of.Name) // another node of the name has weights of its own
		p.bodies = append(p.bodies, to)
	}
}

// join writes the source's JSON with what was added.
func (p *patch) join() error {
	for _, part := range []struct {
		key string
		add []any
	}{
		{"accessors", anys(p.doc.Accessors[len(p.source.Accessors):])}, {"bufferViews", anys(p.doc.BufferViews[len(p.source.Views):])},
		{"animations", anys(p.doc.Animations)}, {"extensionsUsed", anys(newNames(p.doc.Used, p.source.Used))},
	} {
		if err := p.lengthenList(part.key, part.add); err != nil {
			return err
		}
	}
	if err := p.lengthen(); err != nil {
		return err
	}
	text, err := json.Marshal(p.top)
	p.joined = text
	return err
}

func anys[T any](list []T) (out []any) {
	for i := range list {
		out = append(out, &list[i])
	}
	return out
}

// newNames returns the names that are not in another list.
func newNames(list, known []string) (out []string) {
	for _, name := range list {
		found := false
		for _, k := range known {
			found = found || k == name
		}
		if !found {
			out = append(out, name)
		}
	}
	return out
}

// lengthenList appends elements to a list of the source.
func (p *patch) lengthenList(key string, add []any) error {
	if len(add) == 0 {
		return nil
	}
	var list []json.RawMessage
	if old := p.top[key]; old != nil {
		if err := json.Unmarshal(old, &list); err != nil {
			return fmt.Errorf("%w: /%s: %w", soa.ErrFormat, key, err)
		}
	}
	for _, v := range add {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		list = append(list, text)
	}
	text, err := json.Marshal(list)
	p.top[key] = text
	return err
}

// lengthen states the new length of the binary data.
func (p *patch) lengthen() error {
	var buffers []map[string]json.RawMessage
	if old := p.top["buffers"]; old != nil {
		if err := json.Unmarshal(old, &buffers); err != nil {
			return fmt.Errorf("%w: /buffers: %w", soa.ErrFormat, err)
		}
	}
	if len(buffers) == 0 {
		buffers = []map[string]json.RawMessage{{}}
	}
	length, err := json.Marshal(p.data.size)
	if err != nil {
		return err
	}
	buffers[0]["byteLength"] = length
	text, err := json.Marshal(buffers)
	p.top["buffers"] = text
	return err
}
