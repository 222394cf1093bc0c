package edit

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// frame is a key of the result.
type frame struct {
	tick float32
	jump bool // the next key is the other side of a jump

	m   exact.Vec // the motion: position and yaw
	yaw float64

	rest exact.Vec    // by Follow the joint's position in model space, less m
	up   exact.Matrix // the joint's parent in model space
	t    exact.Vec    // what is left of the joint, relative to its parent
	q    exact.Quat
}

// frames samples the clip at its keys, and between them where that takes it.
func (e *extraction) frames() []frame {
	moments := e.moments()
	frames := []frame{e.frame(moments[0].Tick, 0)}
	frames[0].jump = moments[0].Jump
	for _, m := range moments[1:] {
		if e.ended != nil {
			break
		}
		last := frames[len(frames)-1]
		next := e.frame(m.Tick, last.yaw)
		next.jump = m.Jump
		if !last.jump {
			frames = e.refine(frames, &last, &next, refinements)
			next.yaw = e.onward(next.yaw, frames[len(frames)-1].yaw)
		}
		frames = append(frames, next)
	}
	return frames
}

// refinements is how often the time between two keys is halved.
const refinements = 12

// moments lists the moments of the keys of the joint and those above it.
func (e *extraction) moments() []exact.Moment {
	return e.tracks.Moments(true, func(t *exact.Track) bool {
		return t.Property != soa.Weight && !(t.Property == soa.Scale && t.Target == e.at)
	})
}

// frame samples the clip; of all angles the yaw is the one next to another.
func (e *extraction) frame(at float32, near float64) frame {
	tick := float64(at)
	if at == float32(e.clip.Duration) {
		tick = e.clip.Duration
	}
	e.poseAt(tick)
	p, q := e.place(&e.pose)
	f := frame{tick: at, rest: p, up: e.parent(), q: e.pose.Q[e.at]}
	switch {
	case e.course != nil:
		f.m, f.yaw = e.course.at(tick, p), e.course.yaw(tick)
		down, _ := f.up.Inverse()
		f.t = down.Point(e.course.seen(tick, p, f.m))
	default:
		for i, c := range []MotionComponents{X, Y, Z} {
			if e.o.Take&c != 0 {
				f.m[i] = p[i] - e.position[i]
				f.rest[i] = e.position[i]
			}
		}
		if e.o.Take&Yaw != 0 {
			f.yaw = nearestTurn(heading(q.Mul(e.rotation.Conjugate())), near)
		}
	}
	if e.turns() {
		f.q = e.parentRotation(&e.pose).Conjugate().Mul(yawQuat(-f.yaw)).Mul(q)
	}
	if e.course == nil {
		f.put()
	}
	return f
}

// onward returns the angle next to another that is the same by whole turns. Those of a course are
// what they are.
func (e *extraction) onward(yaw, near float64) float64 {
	if e.course != nil {
		return yaw
	}
	return nearestTurn(yaw, near)
}

// put computes the joint's translation.
func (f *frame) put() {
	down, _ := f.up.Inverse()
	f.t = down.Point(yawQuat(-f.yaw).Rotate(f.rest))
}

// refine appends frames between two, by up to depth halvings, where linear motion and tracks miss
// the original by more than the bound.
func (e *extraction) refine(list []frame, a, b *frame, depth int) []frame {
	if depth == 0 || e.holds(a, b) || e.ended != nil {
		return list
	}
	at := float32((float64(a.tick) + float64(b.tick)) / 2)
	if at <= a.tick || at >= b.tick {
		return list
	}
	middle, end := e.frame(at, a.yaw), *b
	list = e.refine(list, a, &middle, depth-1)
	middle.yaw = e.onward(middle.yaw, list[len(list)-1].yaw) // near the pole it may have gone all around by then
	end.yaw = e.onward(b.yaw, middle.yaw)
	return e.refine(append(list, middle), &middle, &end, depth-1)
}

// holds reports whether two frames suffice for the time between them.
func (e *extraction) holds(a, b *frame) bool {
	for i := 1; i < 4; i++ {
		at := float32(float64(a.tick) + float64((float64(b.tick)-float64(a.tick))*float64(i)/4))
		if at <= a.tick || at >= b.tick {
			continue
		}
		f := (float64(at) - float64(a.tick)) / (float64(b.tick) - float64(a.tick))
		e.poseAt(float64(at))
		p, q := e.place(&e.pose)
		up := e.parent()
		turn := yawQuat(a.yaw + float64((b.yaw-a.yaw)*f))
		gotP := turn.Rotate(up.Point(a.t.Lerp(b.t, f))).Add(a.m.Lerp(b.m, f))
		miss := gotP.Sub(p).Length()
		if e.turns() {
			gotQ := turn.Mul(e.parentRotation(&e.pose)).Mul(exact.Slerp(a.q, b.q, f))
			miss += 2 * gotQ.NearestSign(q).Distance(q)
		}
		if miss > e.o.Bound {
			return false
		}
	}
	return true
}

// close spreads what the last frame's motion differs from the first's over all.
func (e *extraction) close(frames []frame) {
	first, last := frames[0], &frames[len(frames)-1]
	if !(last.tick > 0) {
		return
	}
	move, half := first.m.Sub(last.m), nearestTurn(first.yaw-last.yaw, 0)/2
	s, c := exact.SinCos(half)
	end := float64(last.tick)
	for i := range frames {
		f := &frames[i]
		u := float64(f.tick) / end
		f.m = f.m.Add(move.Scale(u))
		f.yaw += 2 * exact.Atan2(float64(u*s), 1-u+float64(u*c))
		f.put()
	}
}
