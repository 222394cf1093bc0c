package importer

import (
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
	"github.com/sinew-anim/sinew/soa"
)

// flattener carries one import from aiScene to soa.Model:
//
//	tree       aiNodes in depth-first order, marked by bones, meshes, channels
//	sources    the animations, their channels bound to nodes
//	joints     kept nodes, helper chains folded, tracks in float64
//	unit       per joint: the uniform scale taken out of its frame
//	model      everything rounded into dense arrays
type flattener struct {
	opt     options
	report  *Report
	scene   *assimp.Scene
	format  string
	tree    *tree
	sources []clipSource
	joints  []joint
	place   []place      // per node
	toModel exact.Matrix // the file's axes and unit to the model's
	lead    float64      // uniform scale of toModel and a dropped root
	unit    []float64    // per joint
	skins   skinBuilder
	weights map[int]int    // per node with morph targets: its first weight
	morphs  [][]namedTrack // per clip: the tracks of morph weights
	floats  []floatSource
	floatAt map[floatKey]int
	model   *soa.Model
	gltf    *gltfFile // nil where the file is none
	fbx     *fbxFile  // nil where the file is none

	files    fs.FS // where textures are; nil for a stream
	folder   string
	name     string
	read     func() ([]byte, error) // the model file's bytes
	textures map[string]int         // by the name the file gives
	pictures int64                  // bytes of all of them
	mended   int                    // inverse bind matrices taken from the file
	uvSet    []int                  // per material: the UV set of its texture
}

// place says where a node ended up: global(node) = global(joint)·after.
type place struct {
	joint int // soa.NoJoint above all joints
	after exact.Matrix

	// A node that is no joint of its own leaves its transform to the next one
	// below it.
	pending []factor     // dropped nodes, then FBX helpers
	helpers int          // how many of these are helpers of the node below
	geo     exact.Matrix // the FBX geometric transform met on the way
}

// buildJoints turns kept nodes into joints.
func (f *flattener) buildJoints() error {
	f.place = make([]place, len(f.tree.nodes))
	for i := range f.tree.nodes {
		f.placeNode(i)
		if len(f.joints) > f.opt.bounds.Joints {
			return fmt.Errorf("%w: more than %d joints", ErrTooLarge, f.opt.bounds.Joints)
		}
	}
	return nil
}

func (f *flattener) placeNode(i int) {
	n := &f.tree.nodes[i]
	from := place{joint: soa.NoJoint, after: f.toModel, geo: exact.Identity()}
	if n.parent >= 0 {
		from = f.place[n.parent]
	}
	switch {
	case !n.keep:
		f.place[i] = from
	case i == 0 && f.dropRoot(), f.wrapper(i):
		// Its transform moves into its children.
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], f.factorOf(i))
		from.helpers = 0
		f.place[i] = from
	case f.tree.geometric(i):
		f.place[i] = f.placeGeometric(i, from)
	case f.foldsIntoNext(i):
		from.pending = append(from.pending[:len(from.pending):len(from.pending)], f.factorOf(i))
		from.helpers++
		f.place[i] = from
	default:
		f.place[i] = f.placeJoint(i, from)
	}
}

// placeGeometric takes an FBX geometric transform out of the chain: the joint
// is the frame before it. The product rides along for the node's meshes, and
// the inverses that libassimp puts below the node cancel it for the children.
func (f *flattener) placeGeometric(i int, from place) place {
	n := &f.tree.nodes[i]
	if !strings.HasSuffix(n.part, "Inverse") {
		from.geo = from.geo.Mul(n.local)
		return from
	}
	from.after = from.after.Mul(n.local)
	if nearIdentity(from.after) {
		from.after = exact.Identity()
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
func (f *flattener) foldsIntoNext(i int) bool {
	n := &f.tree.nodes[i]
	if n.part == "" || n.bone || len(n.meshes) > 0 || i+1 >= len(f.tree.nodes) {
		return false
	}
	next := &f.tree.nodes[i+1]
	return n.children == 1 && (next.owner == n.owner || next.name == n.owner)
}

// placeJoint makes node i a joint of what came before it and its own
// transform.
func (f *flattener) placeJoint(i int, from place) place {
	n := &f.tree.nodes[i]
	var factors []factor
	if from.after != exact.Identity() {
		factors = append(factors, newFactor(from.after))
	}
	lead := len(from.pending) - from.helpers
	factors = append(factors, from.pending[:lead]...)
	if helpers := from.pending[lead:]; len(helpers) > 0 && n.animated && !drivenAny(helpers) {
		factors = append(factors, f.replaceHelpers(i, from.helpers))
	} else {
		factors = append(factors, helpers...)
		factors = append(factors, f.factorOf(i))
	}
	var j int
	before := len(f.joints)
	f.joints, j = foldChain(f.joints, n.name, from.joint, factors)
	if extra := j - before; extra > 0 {
		f.report.add(Info, SplitPivot, n.name, "its pivots move with its animation; %d joint(s) named %q hold the first part of its transform", extra, n.name+splitSuffix)
	}
	return place{joint: j, after: from.geo, geo: exact.Identity()}
}

func drivenAny(factors []factor) bool {
	for k := range factors {
		if factors[k].driven() {
			return true
		}
	}
	return false
}

// replaceHelpers handles what libassimp up to 5.4 makes of an animated FBX
// node with pre- or post-rotation: its channel holds the whole local transform
// while the helper nodes above it hold parts of it again. Where a clip drives
// the node the helpers do not count; elsewhere their product is its rest.
//
// The rotation keys were multiplied by the post-rotation where its inverse
// belongs. The helper node holds the inverse, so its square mends them.
func (f *flattener) replaceHelpers(i, helpers int) factor {
	n := &f.tree.nodes[i]
	rest := n.local
	post := exact.IdentityQuat()
	for k, h := 0, n.parent; k < helpers; h = f.tree.nodes[h].parent {
		if f.tree.geometric(h) {
			continue
		}
		rest = f.tree.nodes[h].local.Mul(rest)
		if f.tree.nodes[h].part == "PostRotation" {
			_, q, _, _ := f.tree.nodes[h].local.Decompose()
			post = q.Mul(q)
		}
		k++
	}
	return f.drivenFactor(i, rest, post)
}

// factorOf returns node i's own transform with the channels that drive it.
func (f *flattener) factorOf(i int) factor {
	n := &f.tree.nodes[i]
	if !n.animated {
		return newFactor(n.local)
	}
	return f.drivenFactor(i, n.local, exact.IdentityQuat())
}

// drivenFactor returns a factor that rests at a matrix and follows node i's
// channels, each rotation key multiplied by post.
func (f *flattener) drivenFactor(i int, rest exact.Matrix, post exact.Quat) factor {
	t, q, s, residual := rest.Decompose()
	if stated := f.tree.nodes[i].trs; stated != nil {
		t, q, s, residual = stated.t, stated.r, stated.s, 0
	}
	fc := factor{t: slot{rest: vec4(t)}, r: slot{rest: q}, s: slot{rest: vec4(snapScale(s))}}
	missing := false
	for c := range f.sources {
		ch := f.sources[c].byNode[i]
		if ch == nil {
			missing = true
			continue
		}
		f.sources[c].bind(&fc, c, len(f.sources), ch, post)
	}
	if residual > shearTolerance && missing {
		f.report.add(Loss, LostShear, f.tree.nodes[i].name, "its rest transform shears by %.2g; clips that do not drive it show it without the shear", residual)
	}
	return fc
}

// dropRoot reports whether the scene root only turns and scales the whole file
// and so need not be a joint.
func (f *flattener) dropRoot() bool {
	n := &f.tree.nodes[0]
	if f.opt.keepNodes || n.bone || n.animated || len(n.meshes) > 0 || len(f.tree.nodes) == 1 {
		return false
	}
	if f.ownRoot() {
		return false
	}
	fc := newFactor(n.local)
	return fc.static == nil && isUniform(fc.s.rest) && fc.s.rest[0] > 0
}

// wrapper reports whether node i is one that libassimp puts around a file's own
// ("<MD5_Hierarchy>") and that only holds it.
func (f *flattener) wrapper(i int) bool {
	n := &f.tree.nodes[i]
	if f.opt.keepNodes || !strings.HasPrefix(n.name, "<") || n.bone || n.animated {
		return false
	}
	for _, k := range n.meshes {
		if f.scene.Mesh(int(k)).Bones() == 0 {
			return false
		}
	}
	fc := newFactor(n.local)
	return fc.static == nil && isOne(fc.s.rest)
}

// ownRoot reports whether the root is a node of the file itself: libassimp
// makes a glTF scene's only root node the root of its own.
func (f *flattener) ownRoot() bool {
	isGLTF := f.format == "gltf" || f.format == "glb"
	return isGLTF && f.tree.nodes[0].name != "ROOT"
}
