package retarget

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// plan is the goals of limbs and the contacts of feet, applied after following the source.
type plan struct {
	goals    bool
	limbs    []*limb    // legs, then arms
	parts    [][2][]int // per limb: the mapped joints that move with its upper and its lower bone
	short    []float64  // per limb: the largest distance from its goal
	contacts [][]*step  // per leg
	place    func(tick float64) placement
	loop     bool
	duration float64 // ticks
}

func newLimbs(t *transfer, o *Options) *plan {
	p := &plan{goals: o.Goals}
	for i := range t.legs {
		p.limbs = append(p.limbs, &t.legs[i])
	}
	for i := range t.arms {
		p.limbs = append(p.limbs, &t.arms[i])
	}
	p.short, p.contacts = make([]float64, len(p.limbs)), make([][]*step, len(t.legs))
	k := t.m.Skeleton[1]
	for _, l := range p.limbs {
		var parts [2][]int
		upper, lower, end := k.Subtree(l.joint[1][0]), k.Subtree(l.joint[1][1]), k.Subtree(l.joint[1][2])
		for j := range t.pair {
			switch {
			case t.pair[j] < 0 || end[j]:
			case lower[j]:
				parts[1] = append(parts[1], j)
			case upper[j]:
				parts[0] = append(parts[0], j)
			}
		}
		p.parts = append(p.parts, parts)
	}
	return p
}

// apply moves limbs to goals and contacts.
func (p *plan) apply(t *transfer, tick float64) {
	if p.goals {
		for i, l := range p.limbs {
			p.reach(t, i, p.goalOf(t, l, i < len(t.legs)))
		}
		t.follow()
	}
	planted := false
	for i := range p.contacts {
		if shift, ok := p.shift(t, i, tick); ok {
			end := t.out.Global[p.limbs[i].joint[1][2]].Translation()
			p.reach(t, i, end.Add(shift))
			planted = true
		}
	}
	if planted {
		t.follow()
	}
}

// goalOf returns the goal of a limb's end: the source's position relative to the limb's root times
// the ratio of lengths, and for a foot the source's height above the ground.
func (p *plan) goalOf(t *transfer, l *limb, leg bool) exact.Vec {
	from, to := t.in.Global[l.joint[0][0]].Translation(), t.in.Global[l.joint[0][2]].Translation()
	way := t.turn.Rotate(to.Sub(from)).Scale(l.target / l.source)
	goal := t.out.Global[l.joint[1][0]].Translation().Add(way)
	if leg {
		goal[1] = t.ankleHeight(l)
	}
	return goal
}

// height returns the height of the ankle (0) or the ball (1) of the target's foot: above its place when
// it stands, as the source's is, times the scale. Where heights are measured in the clip, balls do not
// sink into the ground.
func (t *transfer) height(l *limb, k int) float64 {
	at := t.turn.Rotate(t.in.Global[l.footJoint(0, k)].Translation())[1]
	stand := l.stand[1][k]
	height := stand + float64((at-l.stand[0][k])*t.scale)
	if t.ground != nil && k == 1 {
		height = t.aboveGround(height, stand)
	}
	return height
}

// aboveGround returns a height, or the least if that is higher, and notes the difference.
func (t *transfer) aboveGround(height, least float64) float64 {
	t.ground.Sunk = max(t.ground.Sunk, least-height)
	return max(height, least)
}

// ankleHeight returns the height of the target's ankle. Where heights are measured in the clip the
// ball's decides if the foot is on its toes, since feet differ in length, and the ball is not below the
// ground.
func (t *transfer) ankleHeight(l *limb) float64 {
	ankle := t.height(l, 0)
	if t.ground == nil || l.ball[0] == l.joint[0][2] || l.ball[1] == l.joint[1][2] {
		return ankle
	}
	above := t.out.Global[l.joint[1][2]].Translation()[1] - t.out.Global[l.ball[1]].Translation()[1]
	drop := t.turn.Rotate(t.in.Global[l.joint[0][2]].Translation().Sub(t.in.Global[l.ball[0]].Translation()))[1]
	if drop > l.stand[0][0]-l.stand[0][1] {
		return t.height(l, 1) + above
	}
	return t.aboveGround(ankle-above, l.stand[1][1]) + above
}

// reach rotates the two bones of a limb so that its end is at the goal, or as near as their lengths
// allow. The middle keeps its side, the end its rotation.
func (p *plan) reach(t *transfer, i int, goal exact.Vec) {
	l := p.limbs[i]
	root := t.out.Global[l.joint[1][0]].Translation()
	middle := t.out.Global[l.joint[1][1]].Translation()
	end := t.out.Global[l.joint[1][2]].Translation()
	if goal.Sub(end).Length() < 1e-9 {
		return
	}
	newMiddle, newEnd := twoBones(root, middle, end, goal, t.turn.Rotate(bend(t, l)))
	p.short[i] = max(p.short[i], newEnd.Sub(goal).Length())
	side := middle.Sub(root).Cross(end.Sub(middle))
	for part, bone := range [2]exact.Quat{arc(middle.Sub(root), newMiddle.Sub(root), side), arc(end.Sub(middle), newEnd.Sub(newMiddle), side)} {
		for _, j := range p.parts[i][part] {
			t.want[j] = bone.Mul(t.want[j]).Unit()
		}
	}
}

// bend returns the offset of the source's knee or elbow from the line from root to end, now or at
// rest, or zero.
func bend(t *transfer, l *limb) exact.Vec {
	at := func(p *exact.Pose) exact.Vec {
		root, middle, end := p.Global[l.joint[0][0]].Translation(), p.Global[l.joint[0][1]].Translation(), p.Global[l.joint[0][2]].Translation()
		return perpendicularComponent(middle.Sub(root), end.Sub(root))
	}
	if b := at(&t.in); b.Length() > straight*l.source {
		return b
	}
	upper := l.joint[0][0]
	return t.rot[upper].Mul(t.from[upper].Conjugate()).Rotate(at(&t.ref.pose))
}

// straight is the largest offset, relative to its length, at which a limb counts as straight, so
// that its bend has no direction.
const straight = 1e-5

// perpendicularComponent returns the component of a vector perpendicular to a line.
func perpendicularComponent(v, line exact.Vec) exact.Vec {
	line = line.Unit()
	return v.Sub(line.Scale(v.Dot(line)))
}

// twoBones solves two-bone IK: it returns the middle and the end of two bones from the root towards
// a goal. The middle stays in its half plane, or in that of the hint for straight bones.
func twoBones(root, middle, end, goal, hint exact.Vec) (newMiddle, newEnd exact.Vec) {
	a, b := middle.Sub(root).Length(), end.Sub(middle).Length()
	way := goal.Sub(root)
	d := way.Length()
	if d < 1e-9 {
		way = end.Sub(root)
	}
	along := way.Unit()
	if d = min(max(d, math.Abs(a-b)), a+b); d == 0 {
		return middle, end
	}
	pole := perpendicularComponent(middle.Sub(root), end.Sub(root))
	if pole.Length() <= straight*(a+b) {
		pole = hint
	}
	if pole = perpendicularComponent(pole, along); !(pole.Length() > 1e-9) {
		pole = along.Perpendicular()
	}
	x := (float64(d*d) + float64(a*a) - float64(b*b)) / float64(2*d)
	h := math.Sqrt(max(0, float64(a*a)-float64(x*x)))
	newMiddle = root.Add(along.Scale(x)).Add(pole.Unit().Scale(h))
	return newMiddle, root.Add(along.Scale(d))
}
