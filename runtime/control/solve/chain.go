package solve

import "github.com/sinew-anim/sinew/internal/vec"

// A ChainJoint is a joint of a chain or of a tree of chains, in model space.
type ChainJoint struct {
	Place  vec.V
	Parent int     // before it among the joints, −1 for the first
	Weight float32 // how readily it turns: 1 freely, 0 not at all
	// Limit holds the joint's rotation relative to its rest; nil: it is free. Rest is the
	// model rotation of that rest now, which is its parent's rotation times the rest's,
	// and Rotation is the joint's own. They are not read without a Limit.
	Limit          *Limit
	Rest, Rotation vec.Q
}

// An Effector is a joint that shall come to a target.
type Effector struct {
	Joint  int
	Target vec.V
	Weight float32 // against other effectors
}

// ChainTurn is what a joint does.
type ChainTurn struct {
	Turn  vec.Q // in model space, after the rotation that the joint has
	Own   vec.Q // the part of it that its parent does not do: Turn = parent's Turn · Own
	Place vec.V // where the joint comes to lie
}

// ChainScratch is memory for one joint of a chain while it is solved.
type ChainScratch struct {
	now    ChainTurn
	goal   vec.V   // where a joint shall come to lie
	pull   float32 // the weights of the effectors at and below it
	link   vec.V   // unit, from its parent to it, before all
	length float32
	pulled int // how many of its children effectors pull
	child  int // the last of its children, 0: none
	next   int // the sibling before it, 0: none
}

// start makes joints as they are the best solution so far. It reports whether there is
// something to solve.
func start(joints []ChainJoint, out []ChainTurn, scratch []ChainScratch) bool {
	ok := len(joints) > 0 && len(out) >= len(joints) && len(scratch) >= len(joints)
	for i := 0; ok && i < len(joints); i++ {
		p := joints[i].Parent
		ok = finite(joints[i].Place) && p >= -1 && p < i && (p >= 0) == (i > 0)
	}
	for i := range min(len(out), len(joints)) {
		out[i] = ChainTurn{vec.Identity, vec.Identity, joints[i].Place}
	}
	if !ok {
		return false
	}
	for i := range joints {
		s := ChainScratch{now: out[i]}
		if p := joints[i].Parent; p >= 0 {
			v := joints[i].Place.Sub(joints[p].Place)
			s.length = v.Length()
			s.link = unit(v, vec.V{})
			ok = ok && s.length <= far
			s.next, scratch[p].child = scratch[p].child, i
		}
		scratch[i] = s
	}
	return ok
}

// hold keeps a joint's own turn within its limit.
func (j *ChainJoint) hold(own vec.Q) vec.Q {
	if j.Limit == nil {
		return own
	}
	q := j.Rest.Conjugate().Mul(own).Mul(j.Rotation)
	held := j.Limit.Apply(q)
	if held == q {
		return own
	}
	return unitQ(j.Rest.Mul(held).Mul(j.Rotation.Conjugate()))
}

// carry puts a joint where its parent's turn takes it.
func carry(joints []ChainJoint, scratch []ChainScratch, i int) {
	p := joints[i].Parent
	if p < 0 {
		scratch[i].now.Place = joints[i].Place
		return
	}
	parent := &scratch[p].now
	scratch[i].now.Place = parent.Place.AddTimes(parent.Turn.Rotate(scratch[i].link), scratch[i].length)
}

// miss is the root of the weighted mean of the squared distances of effectors from their
// targets.
func miss(effectors []Effector, scratch []ChainScratch) float32 {
	sum, weights := float32(0), float32(0)
	for _, e := range effectors {
		v := scratch[e.Joint].now.Place.Sub(e.Target)
		sum, weights = sum+float32(e.Weight*v.Dot(v)), weights+e.Weight
	}
	if r := vec.Sqrt(sum / weights); r <= far {
		return r
	}
	return far
}

// keep makes the present solution the result where it is better than the best so far.
func keep(out []ChainTurn, scratch []ChainScratch, n int, now, best float32) float32 {
	if !(now < best) {
		return best
	}
	for i := range n {
		if !finiteQ(scratch[i].now.Turn) || !scratch[i].now.Place.Finite() {
			return best
		}
	}
	for i := range n {
		out[i] = scratch[i].now
	}
	return now
}

// slack is the line of a chain's first bone, a unit direction at a right angle to it in
// which the chain shall bend, and how far, as a part of its length: 0.02 where it is
// straight or folded straight and far from its target, nothing where its joints lie that
// far off the line in sum. Without it such a chain would never bend towards a target on
// its line.
func slack(joints []ChainJoint, tip int, bend vec.V, residual float32, scratch []ChainScratch) (u, side vec.V, by float32) {
	second := tip
	for i := tip; i > 0; i = joints[i].Parent {
		second = i
	}
	u = unit(scratch[second].now.Place.Sub(joints[0].Place), vec.V{1, 0, 0})
	length, off := float32(0), float32(0)
	for i := tip; i > 0; i = joints[i].Parent {
		v := scratch[i].now.Place.Sub(joints[0].Place)
		length += scratch[i].length
		off += v.AddTimes(u, -v.Dot(u)).Length()
	}
	if !(length > 0) {
		return u, u.Beside(), 0
	}
	if by = min(max(0, 0.02-off/length), residual/length); !(by > 0) {
		return u, vec.V{}, 0
	}
	return u, beside(unit(bend, u), u, u.Beside()), by
}

// tooFar reports whether a target is out of a chain's reach.
func tooFar(joints []ChainJoint, e Effector, scratch []ChainScratch) (reach float32, is bool) {
	for i := e.Joint; i > 0; i = joints[i].Parent {
		reach += scratch[i].length
	}
	return reach, e.Target.Sub(joints[0].Place).Length() >= reach
}

// aside is a turn's part w from one direction towards another.
func aside(from, to vec.V, w float32) vec.V {
	if w >= 1 {
		return to
	}
	return unit(from.Lerp(to, w), from)
}
