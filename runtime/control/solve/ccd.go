package solve

import "github.com/sinew-anim/sinew/internal/vec"

// CCD turns the joints of one chain, each the parent of the next, so that the last comes
// to a target, by cyclic coordinate descent: a fixed number of times each joint, from the
// one before the last to the first, turns so that the last lies in the target's direction,
// by its weight and as far as its limit lets it. Joints near the tip turn most; weights
// that fall towards the tip spread the bend.
//
// A chain that is straight bends towards bend. out gets the best solution of all passes,
// which is never worse than no turn. out and scratch have a value per joint.
func CCD(joints []ChainJoint, target, bend vec.V, iterations int, out []ChainTurn, scratch []ChainScratch) (residual float32) {
	n := len(joints)
	if !start(joints, out, scratch) || !finite(target) {
		return far
	}
	for i := range joints {
		if joints[i].Parent != i-1 {
			return far
		}
	}
	effector := [1]Effector{{n - 1, target, 1}}
	best := miss(effector[:], scratch)
	_, straight := tooFar(joints, effector[0], scratch)
	for range iterations {
		turn := vec.Identity
		if !straight {
			turn = bendTurn(joints, bend, miss(effector[:], scratch), scratch)
		}
		end := scratch[n-1].now.Place
		for i := n - 2; i >= 0; i-- {
			s, parent := &scratch[i].now, vec.Identity
			if i > 0 {
				parent = scratch[i-1].now.Turn
			}
			back := parent.Conjugate()
			from, to := back.Rotate(end.Sub(s.Place)), back.Rotate(target.Sub(s.Place))
			u := unit(from, vec.V{})
			v := unit(to, u)
			if u == (vec.V{}) || !(joints[i].Weight > 0) {
				continue
			}
			more := part(arc(u, v), joints[i].Weight)
			if i > 0 {
				more = more.Mul(back.Mul(turn).Mul(parent))
			}
			own := joints[i].hold(unitQ(more.Mul(s.Own)))
			// The end moves with what the limit has left.
			more = own.Mul(s.Own.Conjugate())
			end = s.Place.Add(parent.Rotate(more.Rotate(from)))
			s.Own = own
		}
		for i := range joints {
			carry(joints, scratch, i)
			s := &scratch[i].now
			if s.Turn = s.Own; i > 0 {
				s.Turn = unitQ(scratch[i-1].now.Turn.Mul(s.Own))
			}
		}
		best = keep(out, scratch, n, miss(effector[:], scratch), best)
	}
	return best
}

// bendTurn is a small turn that bends a straight chain towards bend, and none for one that
// is bent.
func bendTurn(joints []ChainJoint, bend vec.V, residual float32, scratch []ChainScratch) vec.Q {
	u, side, by := slack(joints, len(joints)-1, bend, residual, scratch)
	axis := side.Cross(u)
	by *= 8 // the passes straighten the chain again while they turn it
	return vec.Q{float32(axis[0] * by), float32(axis[1] * by), float32(axis[2] * by), 1}.Unit()
}
