package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// FABRIK turns the joints of a tree of chains so that effectors come to their targets, by
// a fixed number of passes forward and backward (Aristidou and Lasenby, 2011):
//
//	backward   from the effectors to the root each joint is put a bone's length from the
//	           next, on the line between them; a joint that several chains hang on goes,
//	           without turning, to the mean of what they want, by their weights
//	forward    from the root on each joint turns its bone to where the next was put,
//	           as far as its weight and its limit let it
//
// The forward pass turns bones and moves none: lengths never change. The first joint
// keeps its place, the others are sorted with parents first, and each effector's weight
// is more than 0. A chain that is straight bends towards bend, if its target is within
// reach. Near its reach passes come to a target slowly: a chain without branches that is
// free of limits and weights, and misses such a target after them, is stretched, see
// stretch. out gets the best solution of all passes, which is never worse than no turn, and
// residual is the root of its weighted mean squared distance. out and scratch have a
// value per joint.
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

// pull sums up the weights of the effectors at and below each joint. It reports whether
// all effectors are sound.
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

// backward puts joints where the effectors want them.
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

// forward turns bones towards where the joints at their ends were put.
func forward(joints []ChainJoint, scratch []ChainScratch) {
	for i := range joints {
		carry(joints, scratch, i)
		turnTo(joints, scratch, i)
	}
}

// turnTo turns a joint that has its place by what its children want.
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
		to := aside(now, back.Rotate(c.goal.Sub(s.now.place)).Normal(now), joints[i].Weight)
		if wanted++; wanted == 1 {
			own = arc(c.link, to) // of one child: the shortest of all, which keeps its twist
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

// stretchOut puts the joints above an effector on the line to a target that is beyond
// their reach.
func stretchOut(joints []ChainJoint, e *Effector, reach float32, scratch []ChainScratch) {
	root := geom.VecOf(joints[0].Place)
	u := geom.VecOf(e.Target).Sub(root).Normal(geom.Vec{})
	for i := e.Joint; i >= 0; i = joints[i].Parent {
		scratch[i].goal = root.AddTimes(u, reach)
		reach -= scratch[i].length
	}
}

// bendAside moves the places of a straight chain off their line before a pass.
func bendAside(joints []ChainJoint, tip int, bend geom.Vec, residual float32, scratch []ChainScratch) {
	_, side, by := slack(joints, tip, bend, residual, scratch)
	for i := joints[tip].Parent; i > 0; i = joints[i].Parent {
		scratch[i].now.place = scratch[i].now.place.AddTimes(side, float32(by*scratch[i].length))
	}
}
