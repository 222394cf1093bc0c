package importer

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// rig is the joints made of nodes, with the tracks of every clip.
type rig struct {
	joints []joint
	unit   []float64 // per joint: the uniform scale taken out of its frame
	nodes  [][]int   // per joint: its node, and the FBX helpers folded into it
	place  []place   // per node
}

// place locates a node: global(node) = global(joint)·after.
type place struct {
	joint int // soa.NoJoint above all joints
	after exact.Matrix

	// The transform of a node that is no joint passes to the next joint below it.
	pending []factor     // dropped nodes, then FBX helpers
	helpers int          // how many of these are helpers of the node below
	geo     exact.Matrix // the FBX geometric transform met on the way
}

// rigBuilder is the state of buildRig.
type rigBuilder struct {
	*input
	rig
	format format
	marks  []mark
	top    top
	clips  []clipSource
	bare   map[int]bareFrame // by node, of those that have one
	split  []string          // nodes of two joints
}

// buildRig makes joints of the kept nodes and binds the tracks of the clips,
// which it cleans.
func buildRig(in *input, f format, marks []mark, above top, clips []clipSource) (rig, error) {
	t := in.tree
	b := &rigBuilder{in, rig{place: make([]place, len(t.nodes))}, f, marks, above, clips, make(map[int]bareFrame), nil}
	for i := range t.nodes {
		b.placeNode(i)
		if len(b.joints) > in.opt.Bounds.Joints {
			return b.rig, fmt.Errorf("%w: more than %d joints", soa.ErrTooLarge, in.opt.Bounds.Joints)
		}
	}
	b.reportSplit()
	return b.rig, nil
}

func (b *rigBuilder) placeNode(i int) {
	n := &b.tree.nodes[i]
	for c := range b.clips {
		b.clips[c].now = n.name
	}
	from := place{joint: soa.NoJoint, after: b.top.toModel, geo: exact.Identity()}
	if n.parent >= 0 {
		from = b.place[n.parent]
	}
	switch {
	case !b.marks[i].keep:
		b.place[i] = from
	case i == 0 && b.top.dropRoot, b.wrapper(i):
		// Its transform moves into its children.
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], b.factorOf(i))
		from.helpers = 0
		b.place[i] = from
	case b.tree.geometric(i):
		b.place[i] = b.placeGeometric(i, from)
	case b.foldsIntoNext(i):
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], b.factorOf(i))
		from.helpers++
		b.place[i] = from
	default:
		b.place[i] = b.placeJoint(i, from)
	}
}

// placeGeometric removes an FBX geometric transform from the chain: the joint is
// the frame before it. The product applies to the node's meshes; the inverse that
// libassimp inserts below the node takes it from the children, which it is not for.
func (b *rigBuilder) placeGeometric(i int, from place) place {
	n := &b.tree.nodes[i]
	if strings.HasSuffix(n.part, "Inverse") {
		from.after = exact.Identity()
	} else {
		from.geo = from.geo.Mul(n.local)
	}
	return from
}

func nearIdentity(m exact.Matrix) bool {
	id := exact.Identity()
	for k := range m {
		if math.Abs(m[k]-id[k]) > 1e-5 {
			return false
		}
	}
	return true
}

// foldsIntoNext reports whether node i is an FBX helper whose only child is
// the next link of the same chain.
func (b *rigBuilder) foldsIntoNext(i int) bool {
	n := &b.tree.nodes[i]
	if n.part == "" || b.marks[i].bone || len(n.meshes) > 0 || i+1 >= len(b.tree.nodes) {
		return false
	}
	next := &b.tree.nodes[i+1]
	return n.children == 1 && (next.owner == n.owner || next.name == n.owner)
}

// foldedNodes lists a joint's node and the FBX helpers above it.
func (b *rigBuilder) foldedNodes(i, helpers int) []int {
	nodes := []int{i}
	for h := b.tree.nodes[i].parent; len(nodes) <= helpers; h = b.tree.nodes[h].parent {
		if !b.tree.geometric(h) {
			nodes = append(nodes, h)
		}
	}
	return nodes
}

// placeJoint makes a joint of node i and the pending transforms.
func (b *rigBuilder) placeJoint(i int, from place) place {
	if own := b.format.Own(i); own != nil {
		return b.placeOwn(i, own, from)
	}
	n := &b.tree.nodes[i]
	var factors []factor
	if from.after != exact.Identity() {
		factors = append(factors, newFactor(from.after))
	}
	factors = append(factors, from.pending...)
	factors = append(factors, b.factorsOf(i)...)
	var j int
	before := len(b.joints)
	b.joints, j = foldChain(b.joints, n.name, from.joint, factors)
	nodes := b.foldedNodes(i, from.helpers)
	for range j + 1 - before {
		b.nodes = append(b.nodes, nodes)
	}
	if extra := j - before; extra > 0 {
		b.report.Add(report.Info, report.SplitPivot, n.name, "its pivots move with its animation; %d joint(s) named %q have the first part of its transform", extra, n.name+splitSuffix)
	}
	return place{joint: j, after: from.geo, geo: exact.Identity()}
}

// factorsOf returns the transform of node i in as few factors as hold it at every moment.
func (b *rigBuilder) factorsOf(i int) []factor {
	stated := b.format.Rest(i, b.marks[i].animated)
	if stated == nil {
		return []factor{b.factorOf(i)}
	}
	factors := make([]factor, len(stated))
	for k := range stated {
		factors[k] = factorAt(&stated[k])
	}
	for c := range b.clips {
		ch := b.clips[c].byNode[i]
		for k := 0; ch != nil; k, ch = k+1, ch.next {
			b.clips[c].bind(&factors[k], c, len(b.clips), ch)
		}
	}
	return factors
}

func factorAt(r *rest) factor {
	if r.static != nil {
		return factor{static: r.static}
	}
	return factor{t: slot{rest: vec4(r.t)}, r: slot{rest: r.r}, s: slot{rest: vec4(snapScale(r.s))}}
}

// factorOf returns the transform of node i with the channels that drive it.
func (b *rigBuilder) factorOf(i int) factor {
	n := &b.tree.nodes[i]
	if !b.marks[i].animated {
		return newFactor(n.local)
	}
	return b.drivenFactor(i, n.local)
}

// drivenFactor returns a factor with a rest matrix and the channels of node i.
func (b *rigBuilder) drivenFactor(i int, rest exact.Matrix) factor {
	t, q, s, residual := rest.Decompose()
	fc := factor{t: slot{rest: vec4(t)}, r: slot{rest: q}, s: slot{rest: vec4(snapScale(s))}}
	missing := false
	for c := range b.clips {
		ch := b.clips[c].byNode[i]
		if ch == nil {
			missing = true
			continue
		}
		b.clips[c].bind(&fc, c, len(b.clips), ch)
	}
	if residual > shearTolerance && missing {
		b.report.AddSized(report.Loss, report.LostShear, b.tree.nodes[i].name, report.Size{Value: 1000 * residual, Unit: "mm"},
			"its rest transform shears by %.2g; clips that do not drive it show it without the shear: a point a metre away is up to %.3g mm off", residual, 1000*residual)
	}
	return fc
}

// wrapper reports whether node i is only a container that libassimp adds
// ("<MD5_Hierarchy>").
func (b *rigBuilder) wrapper(i int) bool {
	n := &b.tree.nodes[i]
	if b.opt.KeepNodes || !strings.HasPrefix(n.name, "<") || b.marks[i].bone || b.marks[i].animated {
		return false
	}
	for _, k := range n.meshes {
		if b.scene.Mesh(int(k)).Bones() == 0 {
			return false
		}
	}
	fc := newFactor(n.local)
	return fc.static == nil && isOne(fc.s.rest)
}

// skeleton rounds the joints into a skeleton.
func (g *rig) skeleton() *soa.Skeleton {
	n := len(g.joints)
	s := &soa.Skeleton{
		Name: make([]string, n), Parent: make([]int16, n), Unit: make([]float32, n), Rest: soa.MakeTransforms(n),
	}
	for i := range g.joints {
		j := &g.joints[i]
		s.Name[i], s.Parent[i], s.Unit[i] = j.name, int16(j.parent), float32(g.unit[i])
		if j.static != nil {
			s.Static = append(s.Static, soa.StaticLocal{Joint: int16(i), Local: soa.Affine(j.static.Float32())})
			continue
		}
		setTransform(&s.Rest, i, j.t.rest, j.r.rest, j.s.rest)
	}
	s.ComputeDepth()
	return s
}

func setTransform(t *soa.Transforms, i int, translation, rotation, scale [4]float64) {
	t.TX[i], t.TY[i], t.TZ[i] = float32(translation[0]), float32(translation[1]), float32(translation[2])
	t.RX[i], t.RY[i], t.RZ[i], t.RW[i] = float32(rotation[0]), float32(rotation[1]), float32(rotation[2]), float32(rotation[3])
	t.SX[i], t.SY[i], t.SZ[i] = float32(scale[0]), float32(scale[1]), float32(scale[2])
}

// frame returns the joint of a node and the matrix from the node's meshes to the
// joint's frame: the transform in between, then the scale left out of the frame.
func (g *rig) frame(node int) (joint int, m exact.Matrix) {
	p := g.place[node]
	if p.joint == soa.NoJoint {
		return soa.NoJoint, p.after
	}
	return p.joint, exact.Scaling(g.unit[p.joint]).Mul(p.after)
}

// boneFrame is frame for what is bound to a node: a geometric transform of the node moves
// its own meshes alone.
func (g *rig) boneFrame(node int) (joint int, m exact.Matrix) {
	if j := g.place[node].joint; j != soa.NoJoint && g.nodes[j][0] == node {
		return j, exact.Scaling(g.unit[j])
	}
	return g.frame(node)
}

// restModel returns the model matrix of a joint at rest, the identity for no
// joint.
func (g *rig) restModel(j int) exact.Matrix {
	m := exact.Identity()
	for ; j >= 0; j = g.joints[j].parent {
		m = g.joints[j].rest().Mul(m)
	}
	return m
}
