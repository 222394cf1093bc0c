package solve

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// CCD moves the last joint of a chain, each joint the parent of the next, to a target by cyclic
// coordinate descent: in each of a fixed number of passes every joint, from the tip's parent to
// the first, turns the tip into the target's direction, by its weight and within its limit. Joints
// near the tip turn most; weights that fall towards the tip spread the bend.
//
// A straight chain bends towards bend. Passes hardly straighten or unfold a chain: one without
// limits and weights that misses a target near its reach is stretched toward it afterwards.
// out gets the best of all solutions, never worse than no turn. out and scratch have a value per
// joint.
func CCD(joints []ChainJoint, target, bend [3]float32, iterations int, out []ChainTurn, scratch []ChainScratch) (residual float32) {
	n := len(joints)
	if !start(joints, out, scratch) || !finite(geom.VecOf(target)) {
		return far
	}
	if !inRow(joints) {
		return far
	}
	effector := [1]Effector{{n - 1, target, 1}}
	best := miss(effector[:], scratch)
	_, straight := tooFar(joints, &effector[0], scratch)
	for range iterations {
		turn := geom.Identity
		if !straight {
			turn = bendTurn(joints, geom.VecOf(bend), miss(effector[:], scratch), scratch)
		}
		descend(joints, geom.VecOf(target), turn, scratch)
		for i := range joints {
			carry(joints, scratch, i)
			s := &scratch[i].now
			if s.turn = s.own; i > 0 {
				s.turn = scratch[i-1].now.turn.Mul(s.own).Normal()
			}
		}
		best = keep(out, scratch, n, miss(effector[:], scratch), best)
	}
	if best > 0 && iterations > 0 && stretch(joints, geom.VecOf(target), scratch[:n]) {
		best = keep(out, scratch, n, miss(effector[:], scratch), best)
	}
	return best
}

// A chain is not stretched to a target nearer than stretchFrom of its length, and from stretchFull
// on completely.
const (
	stretchFrom = 0.85
	stretchFull = 0.95
)

// stretchSteps bounds the steps of Newton's method; most chains need four.
const stretchSteps = 12

// stretch moves the end of a chain that is too bent, or too straight, to its target: the chain is
// turned towards the target as a whole, and the sideways parts of all bones are multiplied by one
// factor. Bones that point away from a target too far for that turn over. It reports whether that
// is possible: the chain is free, and the target near its reach and within the range of factors.
//
//	  ╱╲ ╱╲  ·            target    the bones deviate by b
//	 ╱  ╳  ╲                   ·
//	·────────────────────      ·    by λb, at the same lengths, they reach the target
func stretch(joints []ChainJoint, target geom.Vec, scratch []ChainScratch) bool {
	root, end := geom.VecOf(joints[0].Place), scratch[len(joints)-1].now.place
	distance, length := target.Sub(root).Length(), float32(0)
	for i := 1; i < len(scratch); i++ {
		length += scratch[i].length
	}
	near := min((distance-float32(stretchFrom*length))/float32((stretchFull-stretchFrom)*length), 1)
	if !(near > 0) {
		return false
	}
	for i := range joints[:len(joints)-1] {
		if joints[i].Limit != nil || joints[i].Weight < 1 {
			return false
		}
	}
	u := target.Sub(root).Normal(geom.Vec{})
	whole := arc(end.Sub(root).Normal(u), u)
	for i := 1; i < len(scratch); i++ {
		v := whole.Rotate(scratch[i].now.place.Sub(scratch[i-1].now.place))
		scratch[i].pull = v.Dot(u)
		scratch[i].goal = v.AddTimes(u, -scratch[i].pull)
	}
	if reach, _ := spans(scratch, 0); reach < distance {
		for i := 1; i < len(scratch); i++ {
			scratch[i].pull = max(scratch[i].pull, -scratch[i].pull)
		}
	}
	square, ok := factorFor(distance, scratch)
	if u == (geom.Vec{}) || !ok {
		return false
	}
	factor := 1 + float32((geom.Sqrt(square)-1)*near)
	square = float32(factor * factor)
	goal := root
	for i := 1; i < len(scratch); i++ {
		s := &scratch[i]
		along, _ := goes(s, square)
		goal = goal.AddTimes(u, along).AddTimes(s.goal, factor)
		s.goal = goal
	}
	parent := geom.Identity
	for i := range joints {
		carry(joints, scratch, i)
		s := &scratch[i].now
		if i+1 < len(joints) && scratch[i+1].length > 0 {
			now := s.own.Rotate(scratch[i+1].link)
			to := parent.Conjugate().Rotate(scratch[i+1].goal.Sub(s.place)).Normal(now)
			s.own = arc(now, to).Mul(s.own).Normal()
		}
		if s.turn = s.own; i > 0 {
			s.turn = parent.Mul(s.own).Normal()
		}
		parent = s.turn
	}
	return true
}

// factorFor is the square of the factor with which a chain spans a distance, by Newton's method:
// the span of bones that all point forward is a concave function of it, so that steps converge
// from one side. A step beyond the known bounds is replaced by their mean.
func factorFor(distance float32, scratch []ChainScratch) (square float32, ok bool) {
	low, high := float32(0), widest(scratch)
	longest, _ := spans(scratch, low)
	shortest, _ := spans(scratch, high)
	if !(shortest < distance) || !(longest >= distance) {
		return 0, false
	}
	square = min(1, high)
	for range stretchSteps {
		reach, slope := spans(scratch, square)
		if reach < distance {
			high = square
		} else {
			low = square
		}
		next := square + 2*(reach-distance)/slope
		if !(low <= next && next <= high) {
			next = (low + high) / 2
		}
		if next == square {
			break
		}
		square = next
	}
	return square, true
}

// widest is the square of the factor at which the first bone is perpendicular.
func widest(scratch []ChainScratch) float32 {
	steepest := float32(1e-12)
	for i := 1; i < len(scratch); i++ {
		if s := &scratch[i]; s.length > 0 {
			steepest = max(steepest, s.goal.Dot(s.goal)/float32(s.length*s.length))
		}
	}
	return 1 / steepest
}

// spans is the span of a chain towards its target for the square of a factor, and twice the
// negative derivative.
func spans(scratch []ChainScratch, square float32) (sum, slope float32) {
	for i := 1; i < len(scratch); i++ {
		along, less := goes(&scratch[i], square)
		sum += along
		slope += less
	}
	return sum, slope
}

// goes is a bone's part of spans. goal is the bone's deviation at a factor of 1, and pull its span.
func goes(s *ChainScratch, square float32) (along, less float32) {
	aside := s.goal.Dot(s.goal)
	along = geom.Sqrt(max(float32(s.length*s.length)-float32(square*aside), 0))
	if along > 0 {
		less = aside / along
	}
	if s.pull < 0 {
		return -along, -less
	}
	return along, less
}

// descend is a pass of CCD; all joints but the first also turn by turn, in model space.
func descend(joints []ChainJoint, target geom.Vec, turn geom.Quat, scratch []ChainScratch) {
	n := len(joints)
	end := scratch[n-1].now.place
	for i := n - 2; i >= 0; i-- {
		s, parent := &scratch[i].now, geom.Identity
		if i > 0 {
			parent = scratch[i-1].now.turn
		}
		from := end.Sub(s.place)
		u := from.Normal(geom.Vec{})
		v := target.Sub(s.place).Normal(u)
		if u == (geom.Vec{}) || !(joints[i].Weight > 0) {
			continue
		}
		back := parent.Conjugate()
		more := arc(back.Rotate(u), back.Rotate(v))
		if w := joints[i].Weight; w < 1 {
			more = part(more, w)
		}
		if i > 0 && turn != geom.Identity {
			more = more.Mul(back.Mul(turn).Mul(parent))
		} else if w := joints[i].Weight; w >= 1 && joints[i].Limit == nil {
			// The end lies in the target's direction now: no need to wait for the rotation.
			end = s.place.AddTimes(v, from.Length())
			s.own = more.Mul(s.own).Normal()
			continue
		}
		own := joints[i].hold(more.Mul(s.own).Normal())
		// The end moves by what the limit allows.
		more = own.Mul(s.own.Conjugate())
		end = s.place.Add(parent.Rotate(more.Rotate(back.Rotate(from))))
		s.own = own
	}
}

// bendTurn is a small rotation that bends a straight chain towards bend.
func bendTurn(joints []ChainJoint, bend geom.Vec, residual float32, scratch []ChainScratch) geom.Quat {
	u, side, by := slack(joints, len(joints)-1, bend, residual, scratch)
	axis := side.Cross(u)
	by *= 8 // since passes straighten the chain again
	return geom.XYZW(float32(axis.X*by), float32(axis.Y*by), float32(axis.Z*by), 1).Unit()
}
