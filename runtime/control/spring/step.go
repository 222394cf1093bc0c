package spring

import (
	"fmt"

	"github.com/sinew-anim/sinew/soa"
)

// Sleep bounds, below what counts: metres and metres per second, squared.
const (
	sleepDistance = 1e-6 * 1e-6
	sleepSpeed    = 1e-5 * 1e-5
)

// most is the greatest square of a distance and a speed that a spring goes on from.
const most = 1e30

// Move takes a chain on by a planned step. The pose has a matrix per joint, in the world:
// the animated one comes in, the swinging one goes out. With an error nothing changes.
func (p *Plan) Move(s *State, air *Air, pose []soa.Affine, colliders []Collider) error {
	n := len(p.joint)
	if len(s.joints) != n || len(pose) != n {
		return fmt.Errorf("%w: %d joints, %d of the state and %d matrices", ErrInput, n, len(s.joints), len(pose))
	}
	if err := air.Validate(); err != nil {
		return err
	}
	for i := range pose {
		if !finite(&pose[i]) {
			return fmt.Errorf("%w: joint %d is at %v", ErrInput, i, pose[i])
		}
	}
	still := p.per > 0 && s.started
	from := placeOf(&pose[0]) // where the animation has the head
	w := newWalk(from)
	gravity, wind := pointOf(air.Gravity), pointOf(air.Wind)
	for i := range p.joint {
		var goal point
		if i+1 < n {
			goal = placeOf(&pose[i+1])
		} else {
			goal = applied(&pose[i], p.chain.tip)
		}
		m := &p.joint[i]
		rests := m.advance(&s.joints[i], goal, gravity.times(m.gravity).plus(wind, m.wind), p.per, s.started)
		still = still && rests
		head := w.head
		w.bone(goal.sub(from), goal.add(s.joints[i].offset), p.chain.joints[i].Radius, colliders)
		w.place(&pose[i], head)
		from = goal
	}
	s.started, s.asleep = true, still
	return nil
}

// advance takes a joint's free tail on, and reports whether it rests.
func (m *motion) advance(s *swing, goal, sag point, per float32, started bool) (rests bool) {
	switch {
	case !started:
		*s = swing{offset: sag, goal: goal}
		return true
	case per == 0: // time stands still, and so does the tail
		s.offset, s.goal = s.offset.add(s.goal.sub(goal)), goal
		return false
	}
	moved := goal.sub(s.goal)
	v := moved.times(per)
	lie := sag.plus(v, -m.lag)
	y, w := s.offset.sub(lie), s.velocity.sub(v)
	y, w = y.times(m.a).plus(w, m.b), y.times(m.c).plus(w, m.d)
	s.offset, s.velocity, s.goal = y.add(lie), w.add(v), goal
	switch far, fast := y.dot(y), w.dot(w); {
	case !(far+fast < most): // a leap that float32 does not hold: it begins anew
		s.offset, s.velocity = sag, point{}
	case far < sleepDistance && fast < sleepSpeed && moved == (point{}):
		s.offset, s.velocity, rests = sag, point{}, true
	}
	return rests
}

// walk goes along a chain from its first joint: where the tail of the last bone has come
// to, and the columns of how far it is turned.
type walk struct {
	head    point
	x, y, z point
}

func newWalk(head point) walk {
	return walk{head, point{x: 1}, point{y: 1}, point{z: 1}}
}

// bone turns the next bone towards its free tail, as far as colliders let it.
func (w *walk) bone(bone, free point, radius float32, colliders []Collider) {
	length := sqrt(bone.dot(bone))
	if !(length > 0) {
		return
	}
	along := bone.times(1 / length)
	to := free.sub(w.head)
	d := to.dot(to)
	var u point
	if d > 1e-30 && d < 1e30 {
		u = to.times(1 / sqrt(d))
	} else {
		u = w.turned(along)
	}
	if len(colliders) > 0 {
		u = clear(u, w.head, length, radius, colliders)
	}
	w.head = w.head.plus(u, length)
	v := point{w.x.dot(u), w.y.dot(u), w.z.dot(u)} // as if nothing before had turned
	q := turn{w: 1 + along.dot(v)}
	if c := along.cross(v); q.w < 1e-5 {
		q = arc(along, v)
	} else {
		q.x, q.y, q.z = c.x, c.y, c.z
	}
	w.turnBy(&q, 2/q.dot(q))
}

// turned is a direction, turned.
func (w *walk) turned(v point) point {
	return w.x.times(v.x).plus(w.y, v.y).plus(w.z, v.z)
}

// turnBy puts a rotation before what has been turned so far: a quaternion, and 2 by the
// square of its length.
func (w *walk) turnBy(q *turn, s float32) {
	x, y, z := float32(q.x*s), float32(q.y*s), float32(q.z*s)
	xx, yy, zz := float32(q.x*x), float32(q.y*y), float32(q.z*z)
	xy, xz, yz := float32(q.x*y), float32(q.x*z), float32(q.y*z)
	wx, wy, wz := float32(q.w*x), float32(q.w*y), float32(q.w*z)
	w.x, w.y, w.z = w.turned(point{1 - (yy + zz), xy + wz, xz - wy}), w.turned(point{xy - wz, 1 - (xx + zz), yz + wx}), w.turned(point{xz + wy, yz - wx, 1 - (xx + yy)})
}

// place rotates a matrix and puts it at a place.
func (w *walk) place(m *soa.Affine, at point) {
	x, y, z := w.turned(point{m[0], m[4], m[8]}), w.turned(point{m[1], m[5], m[9]}), w.turned(point{m[2], m[6], m[10]})
	m[0], m[1], m[2], m[3] = x.x, y.x, z.x, at.x
	m[4], m[5], m[6], m[7] = x.y, y.y, z.y, at.y
	m[8], m[9], m[10], m[11] = x.z, y.z, z.z, at.z
}
