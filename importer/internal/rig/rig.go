package rig

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Rig holds the joints made from nodes, with the tracks of every clip.
type Rig struct {
	Joints []track.Joint
	Unit   []float64 // per joint: the uniform scale taken out of its frame
	Nodes  [][]int   // per joint: its node, and the FBX helpers folded into it
	Place  []place   // per node
}

// place locates a node: global(node) = global(joint)·after.
type place struct {
	Joint int // soa.NoJoint above all joints
	after exact.Matrix

	// Transforms of nodes without joints, which the next joint below absorbs.
	pending []track.Factor // dropped nodes, then FBX helpers
	helpers int            // trailing entries of pending that are helpers of the node below
	geo     exact.Matrix   // the FBX geometric transform passed on the way down
}

// rigBuilder is the state of Build.
type rigBuilder struct {
	*scene.Input
	Rig
	format scene.Format
	marks  []Mark
	top    top
	clips  []track.Clip
	bare   map[int]bareFrame // by node
	split  []string          // names of nodes with two joints
	driven map[int][]int     // by node: the clips with channels of it, in their order
}

// Build makes joints of the kept nodes, and cleans and binds the tracks of the clips.
func Build(in *scene.Input, f scene.Format, marks []Mark, above top, clips []track.Clip) (Rig, error) {
	t := in.Tree
	b := &rigBuilder{in, Rig{Place: make([]place, len(t.Nodes))}, f, marks, above, clips, make(map[int]bareFrame), nil, make(map[int][]int)}
	for c := range clips {
		for i := range clips[c].ByNode {
			b.driven[i] = append(b.driven[i], c)
		}
	}
	for i := range t.Nodes {
		b.placeNode(i)
		if err := in.Meter.Step(3000); err != nil {
			return b.Rig, err
		}
		if len(b.Joints) > in.Settings.Bounds.Joints {
			return b.Rig, fmt.Errorf("%w: %q: more than %d joints (Bounds.Joints)", soa.ErrTooLarge, t.Nodes[i].Name, in.Settings.Bounds.Joints)
		}
	}
	b.reportSplit()
	return b.Rig, nil
}

func (b *rigBuilder) placeNode(i int) {
	n := &b.Tree.Nodes[i]
	from := place{Joint: soa.NoJoint, after: b.top.toModel, geo: exact.Identity()}
	if n.Parent >= 0 {
		from = b.Place[n.Parent]
	}
	switch {
	case !b.marks[i].Keep:
		if n.Aside {
			from.after = from.after.Mul(n.Local)
		}
		b.Place[i] = from
	case b.Meter.Take("transforms above joints", len(from.pending), unsafe.Sizeof(track.Factor{})) != nil:
	case i == 0 && b.top.dropRoot, b.wrapper(i):
		// Its transform moves into its children.
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], b.factorOf(i))
		from.helpers = 0
		b.Place[i] = from
	case b.Tree.Geometric(i):
		b.Place[i] = b.placeGeometric(i, from)
	case b.foldsIntoNext(i):
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], b.factorOf(i))
		from.helpers++
		b.Place[i] = from
	default:
		b.Place[i] = b.placeJoint(i, from)
	}
}

// placeGeometric removes an FBX geometric transform from the chain: the joint is the frame before
// it. The product applies to the node's meshes only; libassimp inserts the inverse below the node
// for the children.
func (b *rigBuilder) placeGeometric(i int, from place) place {
	n := &b.Tree.Nodes[i]
	if strings.HasSuffix(n.Part, "Inverse") {
		from.after = exact.Identity()
	} else {
		from.geo = from.geo.Mul(n.Local)
	}
	return from
}

// NearIdentity reports whether a matrix is the identity up to rounding.
func NearIdentity(m exact.Matrix) bool {
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
	n := &b.Tree.Nodes[i]
	if n.Part == "" || b.marks[i].bone || len(n.Meshes) > 0 || i+1 >= len(b.Tree.Nodes) {
		return false
	}
	next := &b.Tree.Nodes[i+1]
	return n.Children == 1 && (next.Owner == n.Owner || next.Name == n.Owner)
}

// foldedNodes returns a joint's node and the FBX helpers above it.
func (b *rigBuilder) foldedNodes(i, helpers int) []int {
	nodes := []int{i}
	for h := b.Tree.Nodes[i].Parent; len(nodes) <= helpers; h = b.Tree.Nodes[h].Parent {
		if !b.Tree.Geometric(h) {
			nodes = append(nodes, h)
		}
	}
	return nodes
}

// placeJoint makes a joint of node i and its pending transforms.
func (b *rigBuilder) placeJoint(i int, from place) place {
	if own := b.format.Own(i); own != nil {
		return b.placeOwn(i, own, from)
	}
	n := &b.Tree.Nodes[i]
	var factors []track.Factor
	if from.after != exact.Identity() {
		factors = append(factors, track.NewFactor(from.after))
	}
	factors = append(factors, from.pending...)
	factors = append(factors, b.factorsOf(i)...)
	var j int
	before := len(b.Joints)
	b.Joints, j = track.Fold(b.Joints, n.Name, from.Joint, factors)
	nodes := b.foldedNodes(i, from.helpers)
	for range j + 1 - before {
		b.Nodes = append(b.Nodes, nodes)
	}
	if extra := j - before; extra > 0 {
		b.Report.Add(report.Info, report.SplitPivot, n.Name, "its pivots move with its animation; %d additional joint(s) named %q hold the first part of its transform", extra, n.Name+track.SplitSuffix)
	}
	return place{Joint: j, after: from.geo, geo: exact.Identity()}
}

// factorsOf returns the transform of node i as the smallest number of factors that represents it
// at every moment.
func (b *rigBuilder) factorsOf(i int) []track.Factor {
	stated := b.format.Rest(i, b.marks[i].animated)
	if stated == nil {
		return []track.Factor{b.factorOf(i)}
	}
	factors := make([]track.Factor, len(stated))
	for k := range stated {
		factors[k] = factorAt(&stated[k])
	}
	for _, c := range b.driven[i] {
		for k, ch := 0, b.clips[c].ByNode[i]; ch != nil; k, ch = k+1, ch.Next {
			b.bind(&factors[k], c, i, ch)
		}
	}
	return factors
}

// bind binds a channel of a node in clip c to a factor.
func (b *rigBuilder) bind(to *track.Factor, c, node int, ch *track.Channel) {
	keys := 0
	for _, t := range []*track.Track{ch.T, ch.R, ch.S} {
		if t != nil {
			keys += len(t.Keys)
		}
	}
	if b.Meter.Step(500+100*keys) != nil {
		return
	}
	b.clips[c].Now = b.Tree.Nodes[node].Name
	b.clips[c].Bind(to, c, ch)
}

func factorAt(r *scene.Rest) track.Factor {
	if r.Static != nil {
		return track.Factor{Static: r.Static}
	}
	s := r.S
	if !r.Exact {
		s = track.SnapScale(s)
	}
	return track.Factor{T: track.Slot{Rest: track.Vec4(r.T)}, R: track.Slot{Rest: r.R}, S: track.Slot{Rest: track.Vec4(s)}}
}

// factorOf returns the transform of node i with the channels that drive it.
func (b *rigBuilder) factorOf(i int) track.Factor {
	n := &b.Tree.Nodes[i]
	if !b.marks[i].animated {
		return track.NewFactor(n.Local)
	}
	return b.drivenFactor(i, n.Local)
}

// drivenFactor returns a factor with a rest matrix and the channels of node i.
func (b *rigBuilder) drivenFactor(i int, rest exact.Matrix) track.Factor {
	t, q, s, residual := rest.Decompose()
	fc := track.Factor{T: track.Slot{Rest: track.Vec4(t)}, R: track.Slot{Rest: q}, S: track.Slot{Rest: track.Vec4(track.SnapScale(s))}}
	for _, c := range b.driven[i] {
		b.bind(&fc, c, i, b.clips[c].ByNode[i])
	}
	if missing := len(b.driven[i]) < len(b.clips); residual > track.ShearTolerance && missing {
		b.Report.AddSized(report.Loss, report.LostShear, b.Tree.Nodes[i].Name, report.Size{Value: 1000 * residual, Unit: "mm"},
			"its rest transform shears by %.2g; clips that do not drive it show it without the shear: a point a metre away is up to %.3g mm off", residual, 1000*residual)
	}
	return fc
}

// wrapper reports whether node i is a container that libassimp adds, such as "<MD5_Hierarchy>".
func (b *rigBuilder) wrapper(i int) bool {
	n := &b.Tree.Nodes[i]
	if b.Settings.KeepNodes || !strings.HasPrefix(n.Name, "<") || b.marks[i].bone || b.marks[i].animated {
		return false
	}
	for _, k := range n.Meshes {
		if len(b.Scene.Meshes[k].Bones) == 0 {
			return false
		}
	}
	fc := track.NewFactor(n.Local)
	return fc.Static == nil && track.IsOne(fc.S.Rest)
}

// Skeleton rounds the joints to a skeleton of float32.
func (g *Rig) Skeleton() *soa.Skeleton {
	n := len(g.Joints)
	s := &soa.Skeleton{
		Name: make([]string, n), Parent: make([]int16, n), Unit: make([]float32, n), Rest: soa.MakeTransforms(n),
	}
	for i := range g.Joints {
		j := &g.Joints[i]
		s.Name[i], s.Parent[i], s.Unit[i] = j.Name, int16(j.Parent), float32(g.Unit[i])
		if j.Static != nil {
			s.Static = append(s.Static, soa.StaticLocal{Joint: int16(i), Local: soa.Affine(j.Static.Float32())})
			continue
		}
		setTransform(&s.Rest, i, j.T.Rest, j.R.Rest, j.S.Rest)
	}
	s.ComputeDepth()
	return s
}

func setTransform(t *soa.Transforms, i int, translation, rotation, scale [4]float64) {
	t.TX[i], t.TY[i], t.TZ[i] = float32(translation[0]), float32(translation[1]), float32(translation[2])
	t.RX[i], t.RY[i], t.RZ[i], t.RW[i] = float32(rotation[0]), float32(rotation[1]), float32(rotation[2]), float32(rotation[3])
	t.SX[i], t.SY[i], t.SZ[i] = float32(scale[0]), float32(scale[1]), float32(scale[2])
}

// Frame returns the joint of a node and the matrix from the node's meshes to the joint's frame:
// the transforms in between, then the scale removed from the frame.
func (g *Rig) Frame(node int) (joint int, m exact.Matrix) {
	p := g.Place[node]
	if p.Joint == soa.NoJoint {
		return soa.NoJoint, p.after
	}
	return p.Joint, exact.Scaling(g.Unit[p.Joint]).Mul(p.after)
}

// BoneFrame is Frame for vertices bound to a node: it omits the node's geometric transform, which
// moves only the node's own meshes.
func (g *Rig) BoneFrame(node int) (joint int, m exact.Matrix) {
	if j := g.Place[node].Joint; j != soa.NoJoint && g.Nodes[j][0] == node {
		return j, exact.Scaling(g.Unit[j])
	}
	return g.Frame(node)
}

// RestModel returns the model matrix of a joint at rest, or the identity for soa.NoJoint.
func (g *Rig) RestModel(j int) exact.Matrix {
	m := exact.Identity()
	for ; j >= 0; j = g.Joints[j].Parent {
		m = g.Joints[j].Rest().Mul(m)
	}
	return m
}

// JointOf returns the joint that a node became, or soa.NoJoint if the node has none of its own.
func (g *Rig) JointOf(node int) int {
	if j := g.Place[node].Joint; j >= 0 && slices.Contains(g.Nodes[j], node) {
		return j
	}
	return soa.NoJoint
}
