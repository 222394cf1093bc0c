package gltf

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// Extras of Sinew's exporter say which nodes are not joints, and what of a model glTF has no
// words for.

// part is a node that is the first part of its children's transforms.
type part struct {
	parent int // of the tree
	local  exact.Matrix
}

// isPart reports whether a node is no joint, but a part of the transform of its children.
func (g *Format) isPart(n int) bool {
	from := &g.Doc.Nodes[n]
	return from.Own.Part && from.Mesh < 0 && !g.isBone(n)
}

// treeParent returns the node of the tree above one of the file, and the transform between, and whether the
// node is no joint but only shows a mesh: another one of a joint, or one of no joint.
func (g *Format) treeParent(n int, shows bool) (parent int, local exact.Matrix, aside bool) {
	from := &g.Doc.Nodes[n]
	local = from.Local()
	parent, ok := g.nodes[from.Parent]
	if !ok {
		if parent = -1; !g.Tree.OwnRoot {
			parent = 0
		}
		if above, part := g.parts[from.Parent]; part {
			parent, local = above.parent, above.local.Mul(local)
		}
	}
	aside = from.Own.Part && shows && len(from.Children) == 0 && !from.Instanced && !g.isBone(n)
	if i, ok := g.nodes[from.Own.Of]; aside && ok && from.Skin >= 0 {
		parent, local = i, exact.Identity()
	}
	return parent, local, aside && parent >= 0
}

// isBone reports whether a node is a joint of a skin.
func (g *Format) isBone(n int) bool {
	if g.bones == nil {
		g.bones = make(map[int]bool)
		for s := range g.Doc.Skins {
			for _, j := range g.Doc.Skins[s].Joints {
				g.bones[j] = true
			}
		}
	}
	return g.bones[n]
}

// standsFor makes a node one with the joint that it stands for: it is in the same place, or has a
// skinned mesh, which has to be outside of what moves it.
func (g *Format) standsFor(n int, shows bool) bool {
	from := &g.Doc.Nodes[n]
	i, ok := g.nodes[from.Own.Of]
	if from.Own.Of < 0 || from.Own.Part || !ok || from.Local() != exact.Identity() || len(from.Children) > 0 || from.Instanced || from.Mesh >= 0 && from.Skin < 0 {
		return false
	}
	if shows {
		if len(g.Tree.Nodes[i].Meshes) > 0 {
			return false
		}
		g.Tree.Nodes[i].Meshes, g.shows[i] = g.meshesOf(from.Mesh), n
	}
	g.nodes[n] = i
	return true
}

// SetSkinning sets the skinning that a primitive's extras name; glTF has none but the linear one.
func (g *Format) SetSkinning(m *soa.Mesh, src *scene.Mesh, _ int, _ bool) {
	p := g.primitiveOf(src)
	switch p.Own.Skinning {
	case soa.DualQuaternion.String():
		m.Skinning = soa.DualQuaternion
	case soa.Blended.String():
		at := p.Attribute(gltf.BlendAttribute)
		list, err := g.attribute(at, "SCALAR", len(src.Positions))
		if at < 0 || err != nil || slices.ContainsFunc(list, func(v float32) bool { return !(v >= 0 && v <= 1) }) {
			return
		}
		m.Skinning, m.Blend = soa.Blended, slices.Clone(list)
	}
}

// Annotate adds to a model what the extras say of it. clips has, per clip of the model, the
// animation that it was made of. joint returns the joint of a node of the tree, or −1.
func (g *Format) Annotate(m *soa.Model, clips []int, joint func(node int) int) {
	for c, a := range clips {
		if own, ok := g.Doc.Animations[a].Own(); ok {
			g.annotateClip(m, m.Clips[c], &own, joint)
		}
	}
	known := make(map[soa.NamedFloat]bool, len(m.Floats)) // by name and joint, resting at 0
	for i := range m.Floats {
		known[soa.NamedFloat{Name: m.Floats[i].Name, Joint: m.Floats[i].Joint}] = true
	}
	for i := range g.own.Floats {
		if g.Meter.Step(300) != nil {
			return
		}
		f := &g.own.Floats[i]
		at := soa.NoJoint
		if f.Node != nil {
			node, ok := g.nodes[*f.Node]
			if at = joint(node); !ok || at < 0 {
				continue
			}
		}
		key := soa.NamedFloat{Name: f.Name, Joint: int16(at)}
		if !known[key] && len(m.Floats) < soa.MaxJoints && g.named(f.Name) {
			known[key] = true
			m.Floats = append(m.Floats, soa.NamedFloat{Name: f.Name, Joint: int16(at), Rest: f.Rest})
		}
	}
	if m.Expressions == nil {
		m.Expressions = g.ownExpressions(m)
	}
}

// named reports whether a name is short enough.
func (g *Format) named(name string) bool { return len(name) <= g.Settings.Bounds.Name }

// ownExpressions returns the expressions of a model that is no avatar.
func (g *Format) ownExpressions(m *soa.Model) (list []soa.Expression) {
	var none gltf.VRM
	room := soa.MaxBinds
	for i := range g.own.Expressions {
		if g.Meter.Step(10*len(m.Floats)) != nil {
			return nil
		}
		own := &g.own.Expressions[i]
		at := m.Float(own.Float, soa.NoJoint)
		if at == soa.None || !g.named(own.Name) {
			continue
		}
		from := own.Resolve(&none)
		e := soa.Expression{Name: from.Name, Preset: from.Preset, Binary: from.Binary, Float: at, Overrides: from.Overrides}
		for k := range from.Binds {
			binds := g.bindsOf(&from.Binds[k], room)
			e.Binds, room = append(e.Binds, binds...), room-len(binds)
		}
		list = append(list, e)
	}
	return list
}

// annotateClip adds events, root motion and what is said of its time to a clip. What does not fit
// it is left out.
func (g *Format) annotateClip(m *soa.Model, c *soa.Clip, own *gltf.AnimationOwn, joint func(node int) int) {
	with := *c
	if with.Start += own.Start; own.Loop != nil {
		with.Loop = *own.Loop
	}
	with.Additive = own.Additive
	if rate := cmp.Or(own.TicksPerSecond, gltf.TicksPerSecond); rate == c.TicksPerSecond && float32(own.Ticks) == float32(c.Duration) {
		with.Duration = own.Ticks
	}
	end := float32(c.Duration)
	for _, e := range own.Events {
		from, to := float32(e.Time*c.TicksPerSecond), float32((e.Time+e.Length)*c.TicksPerSecond)
		if g.named(e.Name) {
			with.Events = append(with.Events, soa.NewEvent(e.Name, min(from, end), min(to, end)))
		}
	}
	slices.SortStableFunc(with.Events, func(a, b soa.Event) int { return cmp.Compare(a.Time, b.Time) })
	if o := own.Motion; o != nil {
		if node, ok := g.nodes[o.Node]; ok {
			motion := &soa.Motion{Joint: int16(joint(node)), X: o.X, Y: o.Y, Z: o.Z, Yaw: o.Yaw}
			for _, t := range o.Time {
				motion.Time = append(motion.Time, min(float32(t*c.TicksPerSecond), end))
			}
			with.Motion = motion
		}
	}
	if !(math.Abs(own.Start) < 1e9) || m.ValidateClip(&with) != nil {
		return
	}
	*c = with
}
