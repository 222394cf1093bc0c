package gltf

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of a file.
type Options struct {
	Generator string
	// Graph and Control are documents in JSON that the extras keep, or nil.
	Graph, Control json.RawMessage
	Quantize       bool            // KHR_mesh_quantization
	Meshopt        bool            // EXT_meshopt_compression
	VRM            bool            // an avatar of VRM 1.0
	Animation      bool            // VRMC_vrm_animation
	Meta           json.RawMessage // of VRM 1.0, or nil
}

// builder is the state of Build.
type builder struct {
	*File
	model   *soa.Model
	options Options
	list    *finding.List
	joints  []int          // the node of each joint
	driven  []bool         // per joint: a clip moves it
	rest    []exact.Matrix // of each joint to the model
	skins   []boundSkin
	bodies  []*body
	carries map[int16]bool // joints for which a node elsewhere shows a skinned mesh
	turned  halfTurn       // of an avatar of VRM 0.x
	wrapper int            // the node above all roots, or −1
	looks   *looks
	faces   map[int]int  // of an animation: the node of an expression, by its float
	look    *int         // of an animation: the node of the gaze
	places  []floatPlace // per float: where a file that is patched has it, or nil
}

// Build lays out a valid model. What the file cannot hold is added to the list.
func Build(ctx context.Context, m *soa.Model, o Options, list *finding.List) (*File, error) {
	b := &builder{File: &File{}, model: m, options: o, list: list}
	b.looks = newLooks(b.File, m, list)
	b.turned = halfTurn((o.VRM || o.Animation) && m.Avatar != nil && m.Avatar.Backward)
	b.doc.Asset = asset{Generator: o.Generator, Version: "2.0"}
	b.placeRest()
	b.addJoints()
	for _, step := range []func() error{
		b.addSkins, func() error { return b.addBodies(ctx) }, b.addFaces, func() error { return b.addClips(ctx) }, b.addExtras, b.addAvatar,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(b.doc.Scenes) == 1 && len(b.doc.Scenes[0].Nodes) == 0 {
		return nil, fmt.Errorf("%w: the model has no joint and no mesh, and a scene of glTF is not empty", soa.ErrInvalid)
	}
	if o.Meshopt {
		return b.File, b.compress(ctx)
	}
	return b.File, nil
}

// addAvatar adds what the options ask for of VRM.
func (b *builder) addAvatar() error {
	if len(b.options.Meta) > 0 {
		if err := checkMeta(b.options.Meta); err != nil {
			return err
		}
	}
	switch {
	case b.options.VRM:
		return b.addVRM()
	case b.options.Animation:
		return b.addAnimation()
	case b.model.Avatar != nil:
		b.list.Loss("", "the avatar's bones, springs and constraints are left out; a .vrm keeps them")
	}
	return nil
}

// placeRest finds where each joint rests, and which joints clips move.
func (b *builder) placeRest() {
	k := b.model.Skeleton
	pose := exact.NewSkeleton(b.model, nil).NewPose()
	b.rest = append(b.rest, pose.Global...)
	for j := range b.rest {
		b.rest[j] = b.turned.matrix().Mul(b.rest[j])
	}
	b.driven = make([]bool, k.Len())
	for _, c := range b.model.Clips {
		for i := range c.Tracks {
			if c.Tracks[i].Property <= soa.Scale {
				b.driven[c.Tracks[i].Target] = true
			}
		}
	}
}

// addJoints adds a node for each joint, and two where its matrix shears.
func (b *builder) addJoints() {
	k := b.model.Skeleton
	b.doc.Scene, b.doc.Scenes = ptr(0), []scene{{}}
	b.joints = make([]int, k.Len())
	switch b.wrapper = -1; {
	case bool(b.turned):
		half := [4]float32{1: 1} // a turn of 180° about Y
		b.wrapper = b.addNode(&node{Name: wrapperName, Rotation: &half}, -1)
	case b.forest():
		b.wrapper = b.addNode(&node{Name: wrapperName, Extras: own("part", true)}, -1)
	}
	static := k.Static
	for j, p := range k.Parent {
		parent := b.wrapper
		if p >= 0 {
			parent = b.joints[p]
		}
		n := &node{Name: k.Name[j]}
		if len(static) > 0 && int(static[0].Joint) == j {
			b.joints[j] = b.addStatic(n, exact.FromFloat32(static[0].Local), parent)
			static = static[1:]
			continue
		}
		r := &k.Rest
		n.setTransform([3]float32{r.TX[j], r.TY[j], r.TZ[j]}, [4]float32{r.RX[j], r.RY[j], r.RZ[j], r.RW[j]}, [3]float32{r.SX[j], r.SY[j], r.SZ[j]})
		b.joints[j] = b.addNode(n, parent)
	}
}

// wrapperName is the name of the node above several roots with joints of one skin, and of the
// joint that turns an avatar of VRM 0.x.
const wrapperName = "ROOT"

// forest reports whether a skin has joints below several roots, which glTF allows only where
// these have a node above.
func (b *builder) forest() bool {
	k := b.model.Skeleton
	root := make([]int, k.Len())
	for j, p := range k.Parent {
		root[j] = j
		if p >= 0 {
			root[j] = root[p]
		}
	}
	for _, s := range b.model.Skins {
		for _, j := range s.Joint {
			if root[j] != root[s.Joint[0]] {
				return true
			}
		}
	}
	return false
}

// addNode adds a node below another, or to the scene.
func (b *builder) addNode(n *node, parent int) int {
	i := add(&b.doc.Nodes, n)
	if parent < 0 {
		b.doc.Scenes[0].Nodes = append(b.doc.Scenes[0].Nodes, i)
	} else {
		b.doc.Nodes[parent].Children = append(b.doc.Nodes[parent].Children, i)
	}
	return i
}

// splitSuffix ends the name of the node that holds the first part of a transform that shears.
const splitSuffix = "_shear"

// addStatic adds a node of a matrix. One that shears takes two: by its singular values M = U·Σ·Vᵀ,
// the first is U·Σ and the second Vᵀ, each a translation, rotation and scale.
func (b *builder) addStatic(n *node, m exact.Matrix, parent int) int {
	if t, q, s, residual := m.Decompose(); residual < 1e-6 {
		n.setExact(t, q, s)
		return b.addNode(n, parent)
	}
	u, sigma, v := singular(m)
	first := &node{Name: n.Name + splitSuffix, Extras: own("part", true)}
	first.setExact(m.Translation(), u, sigma)
	n.setExact(exact.Vec{}, v.Conjugate(), exact.Vec{1, 1, 1})
	return b.addNode(n, b.addNode(first, parent))
}

func (n *node) setExact(t exact.Vec, q exact.Quat, s exact.Vec) {
	n.setTransform([3]float32{float32(t[0]), float32(t[1]), float32(t[2])}, q.Float32(), [3]float32{float32(s[0]), float32(s[1]), float32(s[2])})
}

// setTransform sets what is not its default. A rotation is made of unit length if it is not up to
// rounding.
func (n *node) setTransform(t [3]float32, q [4]float32, s [3]float32) {
	if t != ([3]float32{}) {
		n.Translation = &t
	}
	if q != ([4]float32{3: 1}) {
		q = unitRotation(q)
		n.Rotation = &q
	}
	if s != ([3]float32{1, 1, 1}) {
		n.Scale = &s
	}
}

// unitRotation returns a rotation of unit length: itself where it is up to rounding.
func unitRotation(q [4]float32) [4]float32 {
	if wide := exact.Widen(q); math.Abs(wide.Dot(wide)-1) > 1e-6 {
		return wide.Unit().Float32()
	}
	return q
}
