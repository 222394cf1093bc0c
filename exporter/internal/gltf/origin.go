package gltf

import (
	"fmt"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// CheckOrigin checks that the numbers of an origin are of things that the file has. The error wraps
// soa.ErrInvalid.
func CheckOrigin(from *source.File, o *soa.Origin) error {
	wrong := func(what string, i, n int) error {
		return fmt.Errorf("%w: the origin has %s %d of %d", soa.ErrInvalid, what, i, n)
	}
	within := func(i, n int) bool { return i >= -1 && i < n }
	nodes := len(from.Doc.Nodes)
	if len(o.Joints) != o.Skeleton.Len() {
		return wrong("joints", len(o.Joints), o.Skeleton.Len())
	}
	for _, n := range o.Joints {
		if !within(n, nodes) {
			return wrong("node", n, nodes)
		}
	}
	for _, m := range o.Meshes {
		if !within(m.Node, nodes) {
			return wrong("node", m.Node, nodes)
		}
		if !within(m.Mesh, len(from.Doc.Meshes)) || m.Mesh >= 0 && !within(m.Primitive, len(from.Doc.Meshes[m.Mesh].Primitives)) {
			return wrong("primitive", m.Primitive, m.Mesh)
		}
	}
	for _, w := range o.Weights {
		if !within(w.Node, nodes) {
			return wrong("node", w.Node, nodes)
		}
	}
	for _, c := range o.Clips {
		if !within(c.Animation, len(from.Doc.Animations)) {
			return wrong("animation", c.Animation, len(from.Doc.Animations))
		}
	}
	return nil
}

// OriginByNames returns the origin of a model without clips by the paths of its joints, where a file
// has one node of each.
func OriginByNames(from *source.File, m *soa.Model) *soa.Origin {
	bare := *m
	bare.Clips = nil
	o := prints.NewOrigin(&bare)
	nodes := from.Doc.Nodes
	var paths soa.Paths
	byPath := make(map[int][]int)
	for n, path := range nodePaths(&paths, nodes) {
		byPath[path] = append(byPath[path], n)
	}
	for j, path := range paths.Numbers(m.Skeleton) {
		if list := byPath[path]; len(list) == 1 {
			o.Joints[j] = list[0]
		}
	}
	first := make(map[string]int)
	for w := len(m.Weights) - 1; w >= 0; w-- {
		first[m.Weights[w].Mesh] = w
	}
	for n := range nodes {
		of := &nodes[n]
		if of.Mesh < 0 || len(from.Doc.Meshes[of.Mesh].Primitives) == 0 {
			continue
		}
		w, ok := first[of.Name]
		targets := len(from.Doc.Meshes[of.Mesh].Primitives[0].Targets)
		if !ok || targets == 0 || w+targets > len(m.Weights) || m.Weights[w+targets-1].Mesh != of.Name {
			continue
		}
		for k := range targets {
			o.Weights[w+k] = soa.WeightOrigin{Node: n, Target: k}
		}
		delete(first, of.Name) // another node of the name has weights of its own
	}
	return o
}

// nodePaths numbers the paths of nodes.
func nodePaths(paths *soa.Paths, nodes []gltf.Node) []int {
	number := make([]int, len(nodes))
	var order []int
	for n := range nodes {
		if nodes[n].Parent < 0 {
			order = append(order, n)
		}
	}
	for len(order) > 0 {
		n := order[len(order)-1]
		order = append(order[:len(order)-1], nodes[n].Children...)
		name, above := nodes[n].Name, 0
		if name == "" {
			name = fmt.Sprintf("nodes[%d]", n)
		}
		if up := nodes[n].Parent; up >= 0 {
			above = number[up]
		}
		number[n] = paths.Child(above, name)
	}
	return number
}
