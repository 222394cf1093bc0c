package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// FABRIK moves the effectors of a tree of chains to their targets by a fixed number of passes
// forward and backward (Aristidou and Lasenby, 2011):
//
//	backward   from the effectors to the root each joint is put a bone's length from the next,
//	           on the line between them; where several chains meet, the joint goes to the
//	           weighted mean of their wishes, without turning
//	forward    from the root on each joint turns its bone to the place of the next, by its
//	           weight and within its limit
//
// Bones turn and keep their lengths. The first joint keeps its place, parents come before
// children, and weights of effectors are above 0. A straight chain bends towards bend, if its
// target is within reach. Passes converge slowly near the reach: a chain without branches, limits
// and weights that misses such a target is stretched toward it afterwards. out gets the best
// solution of all passes, never worse than no turn, and residual is its weighted root mean square
// distance. out and scratch have a value per joint.
func FABRIK(joints []ChainJoint, effectors []Effector, bend [3]float32, iterations int, out []ChainTurn, scratch []ChainScratch) (residual float32) {
	n := len(joints)
	if !start(joints, out, scratch) || !pull(joints, effectors, scratch) {
		return far
	}
	best := miss(effectors, scratch)
	one := len(effectors) == 1
	row := one && effectors[0].Joint == n-1 && inRow(joints)
	if reach, is := tooFar(joints, &effectors[0], scratch); one && is {
		one, row = false, false
		stretchOut(joints, &effectors[0], reach, scratch)
		forward(joints, scratch)
		best = keep(out, scratch, n, miss(effectors, scratch), best)
	}
	for range iterations {
		if one {
			bendAside(joints, effectors[0].Joint, geom.VecOf(bend), miss(effectors, scratch), scratch)
		}
		backward(joints, effectors, scratch)
		forward(joints, scratch)
		best = keep(out, scratch, n, miss(effectors, scratch), best)
	}
	if row && best > 0 && iterations > 0 && stretch(joints, geom.VecOf(effectors[0].Target), scratch[:n]) {
		best = keep(out, scratch, n, miss(effectors, scratch), best)
	}
	return best
}

// pull sums the weights of the effectors at and below each joint, and reports whether all are valid.
func pull(joints []ChainJoint, effectors []Effector, scratch []ChainScratch) bool {
	for _, e := range effectors {
		if e.Joint < 0 || e.Joint >= len(joints) || !finite(geom.VecOf(e.Target)) || !(e.Weight > 0) || !(e.Weight <= far) {
			return false
		}
		scratch[e.Joint].pull += e.Weight
	}
	for i := len(joints) - 1; i > 0; i-- {
		if p := &scratch[joints[i].Parent]; scratch[i].pull > 0 {
			p.pull += scratch[i].pull
			p.pulled++
		}
	}
	return len(effectors) > 0
}

func backward(joints []ChainJoint, effectors []Effector, scratch []ChainScratch) {
	for i := range joints {
		scratch[i].goal = geom.Vec{}
	}
	for i := range effectors {
		e := &effectors[i]
		s := &scratch[e.Joint]
		s.goal = s.goal.AddTimes(geom.VecOf(e.Target), e.Weight/s.pull)
	}
	for i := len(joints) - 1; i > 0; i-- {
		s, p := &scratch[i], &scratch[joints[i].Parent]
		if s.pull > 0 {
			u := p.now.turn.Rotate(s.link).Neg()
			if p.pulled == 1 {
				u = p.now.place.Sub(s.goal).Normal(u)
			}
			p.goal = p.goal.AddTimes(s.goal.AddTimes(u, s.length), s.pull/p.pull)
		}
	}
}

func forward(joints []ChainJoint, scratch []ChainScratch) {
	for i := range joints {
		carry(joints, scratch, i)
		turnTo(joints, scratch, i)
	}
}

// turnTo turns a placed joint towards the goals of its children.
func turnTo(joints []ChainJoint, scratch []ChainScratch, i int) {
	s, parent := &scratch[i], geom.Identity
	if p := joints[i].Parent; p >= 0 {
		parent = scratch[p].now.turn
	}
	back := parent.Conjugate()
	own, sum, wanted := s.now.own, geom.Quat{}, 0
	for k := s.child; k > 0; k = scratch[k].next {
		c := &scratch[k]
		if !(c.pull > 0) || c.length == 0 {
			continue
		}
		// Directions are those before the parent turns.
		now := s.now.own.Rotate(c.link)
		to := nlerp(now, back.Rotate(c.goal.Sub(s.now.place)).Normal(now), joints[i].Weight)
		if wanted++; wanted == 1 {
			own = arc(c.link, to) // with one child: the shortest arc, which keeps the twist
		}
		sum = sum.AddTimes(arc(now, to), c.pull/s.pull)
	}
	if wanted > 1 {
		own = sum.Mul(s.now.own).Normal()
	}
	if wanted > 0 && joints[i].Weight > 0 {
		s.now.own = joints[i].hold(own)
	}
	s.now.turn = parent.Mul(s.now.own).Normal()
}

// stretchOut puts the joints above an effector on the line to a target beyond their reach.
func stretchOut(joints []ChainJoint, e *Effector, reach float32, scratch []ChainScratch) {
	root := geom.VecOf(joints[0].Place)
	u := geom.VecOf(e.Target).Sub(root).Normal(geom.Vec{})
	for i := e.Joint; i >= 0; i = joints[i].Parent {
		scratch[i].goal = root.AddTimes(u, reach)
		reach -= scratch[i].length
	}
}

// bendAside moves the joints of a straight chain off their line before a pass.
func bendAside(joints []ChainJoint, tip int, bend geom.Vec, residual float32, scratch []ChainScratch) {
	_, side, by := slack(joints, tip, bend, residual, scratch)
	for i := joints[tip].Parent; i > 0; i = joints[i].Parent {
		scratch[i].now.place = scratch[i].now.place.AddTimes(side, float32(by*scratch[i].length))
	}
}
