package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// ChainJoint is a joint of a chain or of a tree of chains, in model space.
type ChainJoint struct {
	Place  [3]float32
	Parent int     // before it among the joints, −1 for the first
	Weight float32 // 1 turns freely, 0 not at all
	// Limit bounds the joint's rotation relative to rest; nil: none. With it, Rest is the current
	// model rotation of the rest, parent's rotation · local rest, and Rotation that of the joint.
	Limit          *Limit
	Rest, Rotation [4]float32
}

// Effector is a joint with a target.
type Effector struct {
	Joint  int
	Target [3]float32
	Weight float32 // relative to other effectors
}

// ChainTurn is the result for a joint.
type ChainTurn struct {
	Turn  [4]float32 // in model space, after the joint's rotation
	Own   [4]float32 // relative to its parent: Turn = parent's Turn · Own
	Place [3]float32 // the joint's new place
}

// ChainScratch is working memory for a joint.
type ChainScratch struct {
	now    posed
	goal   geom.Vec // the wanted place
	pull   float32  // the weights of the effectors at and below it
	link   geom.Vec // unit, from its parent to it, at the start
	length float32
	pulled int // children that effectors pull
	child  int // the last of its children, 0: none
	next   int // the sibling before it, 0: none
}

// posed is a ChainTurn.
type posed struct {
	turn, own geom.Quat
	place     geom.Vec
}

// start sets the result to no turn, and reports whether the input is valid.
func start(joints []ChainJoint, out []ChainTurn, scratch []ChainScratch) bool {
	ok := len(joints) > 0 && len(out) >= len(joints) && len(scratch) >= len(joints)
	for i := 0; ok && i < len(joints); i++ {
		p := joints[i].Parent
		ok = finite(geom.VecOf(joints[i].Place)) && p >= -1 && p < i && (p >= 0) == (i > 0)
	}
	for i := range min(len(out), len(joints)) {
		out[i] = ChainTurn{geom.Identity.Array(), geom.Identity.Array(), joints[i].Place}
	}
	if !ok {
		return false
	}
	for i := range joints {
		place := geom.VecOf(joints[i].Place)
		s := ChainScratch{now: posed{geom.Identity, geom.Identity, place}}
		if p := joints[i].Parent; p >= 0 {
			v := place.Sub(scratch[p].now.place)
			s.length = v.Length()
			s.link = v.Normal(geom.Vec{})
			ok = ok && s.length <= far
			s.next, scratch[p].child = scratch[p].child, i
		}
		scratch[i] = s
	}
	return ok
}

// inRow reports whether each joint is the parent of the next.
func inRow(joints []ChainJoint) bool {
	for i := range joints {
		if joints[i].Parent != i-1 {
			return false
		}
	}
	return true
}

// hold limits a joint's own turn.
func (j *ChainJoint) hold(own geom.Quat) geom.Quat {
	if j.Limit == nil {
		return own
	}
	rest, rotation := geom.QuatOf(j.Rest), geom.QuatOf(j.Rotation)
	q := rest.Conjugate().Mul(own).Mul(rotation)
	held := j.Limit.apply(q)
	if held == q {
		return own
	}
	return rest.Mul(held).Mul(rotation.Conjugate()).Normal()
}

// carry places a joint by its parent's turn.
func carry(joints []ChainJoint, scratch []ChainScratch, i int) {
	s, p := &scratch[i], joints[i].Parent
	if p < 0 {
		s.now.place = geom.VecOf(joints[i].Place)
		return
	}
	parent := &scratch[p].now
	s.now.place = parent.place.AddTimes(parent.turn.Rotate(s.link), s.length)
}

// miss is the weighted root mean square of the effectors' distances from their targets.
func miss(effectors []Effector, scratch []ChainScratch) float32 {
	sum, weights := float32(0), float32(0)
	for i := range effectors {
		e := &effectors[i]
		v := scratch[e.Joint].now.place.Sub(geom.VecOf(e.Target))
		sum, weights = sum+float32(e.Weight*v.Dot(v)), weights+e.Weight
	}
	if r := geom.Sqrt(sum / weights); r <= far {
		return r
	}
	return far
}

// keep stores the current solution if it is better than the best so far.
func keep(out []ChainTurn, scratch []ChainScratch, n int, now, best float32) float32 {
	if !(now < best) {
		return best
	}
	for i := range n {
		if s := &scratch[i].now; !finiteQ(s.turn) || !s.place.Finite() {
			return best
		}
	}
	for i := range n {
		s := &scratch[i].now
		out[i] = ChainTurn{s.turn.Array(), s.own.Array(), s.place.Array()}
	}
	return now
}

// slack is the direction of a chain's first bone, a unit direction perpendicular to it in which
// the chain bends, and how far, as a part of its length: up to 0.02 where it is straight or folded
// straight and far from its target, 0 where its joints deviate that much in sum. Without it such a
// chain would never bend towards a target on its line.
func slack(joints []ChainJoint, tip int, bend geom.Vec, residual float32, scratch []ChainScratch) (u, side geom.Vec, by float32) {
	second := tip
	for i := tip; i > 0; i = joints[i].Parent {
		second = i
	}
	root := geom.VecOf(joints[0].Place)
	u = scratch[second].now.place.Sub(root).Normal(geom.Vec{X: 1})
	length, off := float32(0), float32(0)
	for i := tip; i > 0; i = joints[i].Parent {
		v := scratch[i].now.place.Sub(root)
		length += scratch[i].length
		off += v.AddTimes(u, -v.Dot(u)).Length()
	}
	if !(length > 0) {
		return u, u.Perpendicular(), 0
	}
	if by = min(max(0, 0.02-off/length), residual/length); !(by > 0) {
		return u, geom.Vec{}, 0
	}
	return u, perpendicular(bend.Normal(u), u, u.Perpendicular()), by
}

// tooFar returns a chain's reach and whether a target is beyond it.
func tooFar(joints []ChainJoint, e *Effector, scratch []ChainScratch) (reach float32, is bool) {
	for i := e.Joint; i > 0; i = joints[i].Parent {
		reach += scratch[i].length
	}
	return reach, geom.VecOf(e.Target).Sub(geom.VecOf(joints[0].Place)).Length() >= reach
}

// nlerp is the part w of the way from one direction to another.
func nlerp(from, to geom.Vec, w float32) geom.Vec {
	if w >= 1 {
		return to
	}
	return from.Lerp(to, w).Normal(from)
}
