package solve

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
)

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
	_, straight := tooFar(joints, &effector[0], scratch)
	for range iterations {
		turn := xyz.Identity
		if !straight {
			turn = bendTurn(joints, xyz.Vec(bend), miss(effector[:], scratch), scratch)
		}
		descend(joints, xyz.Vec(target), turn, scratch)
		for i := range joints {
			carry(joints, scratch, i)
			s := &scratch[i].now
			if s.turn = s.own; i > 0 {
				s.turn = unitQ(scratch[i-1].now.turn.Mul(s.own))
			}
		}
		best = keep(out, scratch, n, miss(effector[:], scratch), best)
	}
	return best
}

// descend turns each joint from the one before the last to the first, all but the first by
// a turn more in model space.
func descend(joints []ChainJoint, target xyz.V, turn xyz.Q, scratch []ChainScratch) {
	n := len(joints)
	end := scratch[n-1].now.place
	for i := n - 2; i >= 0; i-- {
		s, parent := &scratch[i].now, xyz.Identity
		if i > 0 {
			parent = scratch[i-1].now.turn
		}
		back := parent.Conjugate()
		from, to := back.Rotate(end.Sub(s.place)), back.Rotate(target.Sub(s.place))
		u := unit(from, xyz.V{})
		v := unit(to, u)
		if u == (xyz.V{}) || !(joints[i].Weight > 0) {
			continue
		}
		more := arc(u, v)
		if w := joints[i].Weight; w < 1 {
			more = part(more, w)
		}
		if i > 0 && turn != xyz.Identity {
			more = more.Mul(back.Mul(turn).Mul(parent))
		}
		own := joints[i].hold(unitQ(more.Mul(s.own)))
		// The end moves with what the limit has left.
		more = own.Mul(s.own.Conjugate())
		end = s.place.Add(parent.Rotate(more.Rotate(from)))
		s.own = own
	}
}

// bendTurn is a small turn that bends a straight chain towards bend, and none for one that
// is bent.
func bendTurn(joints []ChainJoint, bend xyz.V, residual float32, scratch []ChainScratch) xyz.Q {
	u, side, by := slack(joints, len(joints)-1, bend, residual, scratch)
	axis := side.Cross(u)
	by *= 8 // the passes straighten the chain again while they turn it
	return xyz.QOf(float32(axis.X*by), float32(axis.Y*by), float32(axis.Z*by), 1).Unit()
}
