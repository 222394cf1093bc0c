//go:build cgo

package scene

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/assimp"
)

// evaluation is one call of Evaluate.
type evaluation struct {
	oracle  *Oracle
	playing []*animation
	seconds float64
	pose    Pose
	carried []carried
	frames  map[string]oracle.Mat4 // of the first node of each name
}

// channel returns what drives a node, and its tick; nil where nothing does.
func (e *evaluation) channel(node string) (*channel, float64) {
	for i := len(e.playing) - 1; i >= 0; i-- {
		if c := e.playing[i].channels[node]; c != nil {
			return c, e.seconds * e.playing[i].rate
		}
	}
	return nil, 0
}

// carried is a mesh on a node.
type carried struct {
	mesh uint32
	node int
}

// above is what a node gets from those above it.
type above struct {
	node      int
	path      string
	frame     oracle.Mat4
	geometric oracle.Mat4 // of the helpers since the last node of the file
	skipped   oracle.Mat4 // product of the helpers that counted as the identity
	post      oracle.Mat4 // the last post-rotation among them; zero without one
}

// visit is the tutorial's ReadNodeHierarchy.
func (e *evaluation) visit(n assimp.Node, a above) {
	name := n.Name()
	below := above{node: len(e.pose.Nodes), path: a.path + "/" + name, geometric: oracle.Identity(), skipped: oracle.Identity()}
	owner, part, isHelper := helper(name)
	local := e.own(n)
	switch {
	case isHelper && strings.HasPrefix(part, "Geometric"):
		below.frame, below.skipped, below.post = a.frame, a.skipped, a.post
		if !strings.HasSuffix(part, "Inverse") {
			below.geometric = a.geometric.Mul(local)
		}
	case isHelper && e.holdsAll(owner):
		below.frame, below.geometric, below.post = a.frame, a.geometric, a.post
		below.skipped = a.skipped.Mul(local)
		if part == "PostRotation" {
			below.post = local
		}
	case isHelper:
		below.frame, below.geometric = a.frame.Mul(e.local(n, local, a.post)), a.geometric
	default:
		below.frame = a.frame.Mul(e.local(n, a.skipped.Mul(local), a.post))
	}
	e.pose.Nodes = append(e.pose.Nodes, Node{
		Name: name, Path: below.path, Parent: a.node, Helper: isHelper,
		Frame: below.frame, MeshFrame: below.frame.Mul(a.geometric),
	})
	if _, taken := e.frames[name]; !taken {
		e.frames[name] = below.frame
	}
	for _, m := range n.Meshes() {
		e.carried = append(e.carried, carried{m, below.node})
	}
	for c := range n.Children() {
		e.visit(n.Child(c), below)
	}
}

// own returns a node's matrix in the file. That of an FBX root is libassimp's
// idea of axes, which toModel replaces; one that is no matrix of numbers is
// the identity.
func (e *evaluation) own(n assimp.Node) oracle.Mat4 {
	if e.oracle.format == FBX && n.Parent().IsNil() {
		return oracle.Identity()
	}
	return finite(n.Transform())
}

// holdsAll reports whether there is a channel for a node of an FBX file and
// none for its helpers.
func (e *evaluation) holdsAll(owner string) bool {
	if c, _ := e.channel(owner); c == nil {
		return false
	}
	for _, a := range e.playing {
		for name := range a.channels {
			if strings.HasPrefix(name, owner+helperMark) {
				return false
			}
		}
	}
	return true
}

// local returns a node's transform by its channel, or else rest. What the
// channel has no keys for is that of rest.
func (e *evaluation) local(n assimp.Node, rest, post oracle.Mat4) oracle.Mat4 {
	c, tick := e.channel(n.Name())
	if c == nil || e.oracle.first[n.Name()] != n {
		return rest
	}
	t, r, s := split(rest)
	if len(c.position) > 0 {
		v := valueAt(c.position, tick, lerp)
		t = oracle.Vec3{v[0], v[1], v[2]}
	}
	if len(c.rotation) > 0 {
		r = oracle.Quat(valueAt(c.rotation, tick, slerp)).Matrix()
		if post != (oracle.Mat4{}) {
			r = r.Mul(post).Mul(post)
		}
	}
	if len(c.scaling) > 0 {
		v := valueAt(c.scaling, tick, lerp)
		s = oracle.Vec3{v[0], v[1], v[2]}
	}
	return oracle.Translate(t).Mul(r).Mul(oracle.Scaling(s))
}

// split divides T·R·S, R being a matrix. A mirror is in the x scale.
func split(m oracle.Mat4) (t oracle.Vec3, r oracle.Mat4, s oracle.Vec3) {
	r = oracle.Identity()
	column := func(j int) oracle.Vec3 { return oracle.Vec3{m[j], m[4+j], m[8+j]} }
	for j := range 3 {
		s[j] = column(j).Length()
	}
	if column(0).Cross(column(1)).Dot(column(2)) < 0 {
		s[0] = -s[0]
	}
	for j := range 3 {
		for i := range 3 {
			if s[j] != 0 {
				r[4*i+j] = m[4*i+j] / s[j]
			}
		}
	}
	return m.Translation(), r, s
}

func finite(m assimp.Mat4) oracle.Mat4 {
	var r oracle.Mat4
	for i, v := range m {
		if v-v != 0 {
			return oracle.Identity()
		}
		r[i] = float64(v)
	}
	return r
}
