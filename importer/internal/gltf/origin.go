package gltf

import (
	"github.com/sinew-anim/sinew/importer/internal/rig"
	"github.com/sinew-anim/sinew/internal/prints"
	"github.com/sinew-anim/sinew/soa"
)

// Origin returns the parts of the file that a model was made from, or nil if the settings leave
// out parts that the file shows, or show others.
func (g *Format) Origin(m *soa.Model, clips []int, meshes []rig.Carried, joint func(node int) int) *soa.Origin {
	s := g.Settings
	if s.Scale != 1 || s.SkipMeshes || !s.Textures || s.SceneName != "" || s.Variant != "" {
		return nil
	}
	o := prints.NewOrigin(m)
	for i, n := range g.of {
		if j := joint(i); n >= 0 && j >= 0 {
			o.Joints[j] = n
		}
	}
	for k, from := range meshes {
		to, p := &o.Meshes[k], g.primitives[from.Mesh]
		to.Node, to.Mesh, to.Primitive = g.shows[from.Node], p.of, int(from.Mesh)-g.first[p.of]
	}
	for i, r := range g.weights {
		for k := range r.count {
			o.Weights[r.first+k] = soa.WeightOrigin{Node: g.shows[i], Target: k}
		}
	}
	for c, a := range clips {
		o.Clips[c].Animation = a
	}
	return o
}
