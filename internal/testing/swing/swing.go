package spring

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
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
	gravity, wind := xyz.Vec(air.Gravity), xyz.Vec(air.Wind)
	for i := range p.joint {
		var goal xyz.V
		if i+1 < n {
			goal = placeOf(&pose[i+1])
		} else {
			goal = applied(&pose[i], p.chain.tip)
		}
		m := &p.joint[i]
		rests := m.advance(&s.joints[i], goal, gravity.Times(m.gravity).AddTimes(wind, m.wind), p.per, s.started)
		still = still && rests
		head := w.head
		w.bone(goal.Sub(from), goal.Add(s.joints[i].offset), p.chain.joints[i].Radius, colliders)
		w.place(&pose[i], head)
		from = goal
	}
	s.started, s.asleep = true, still
	return nil
}

// advance takes a joint's free tail on, and reports whether it rests.
func (m *motion) advance(s *swing, goal, sag xyz.V, per float32, started bool) (rests bool) {
	switch {
	case !started:
		*s = swing{offset: sag, goal: goal}
		return true
	case per == 0: // time stands still, and so does the tail
		s.offset, s.goal = s.offset.Add(s.goal.Sub(goal)), goal
		return false
	}
	moved := goal.Sub(s.goal)
	v := moved.Times(per)
	lie := sag.AddTimes(v, -m.lag)
	y, w := s.offset.Sub(lie), s.velocity.Sub(v)
	y, w = y.Times(m.a).AddTimes(w, m.b), y.Times(m.c).AddTimes(w, m.d)
	s.offset, s.velocity, s.goal = y.Add(lie), w.Add(v), goal
	switch far, fast := y.Dot(y), w.Dot(w); {
	case !(far+fast < most): // a leap that float32 does not hold: it begins anew
		s.offset, s.velocity = sag, xyz.V{}
	case far < sleepDistance && fast < sleepSpeed && moved == (xyz.V{}):
		s.offset, s.velocity, rests = sag, xyz.V{}, true
	}
	return rests
}

// walk goes along a chain from its first joint: where the tail of the last bone has come
// to, and the columns of how far it is turned.
type walk struct {
	head    xyz.V
	x, y, z xyz.V
}

func newWalk(head xyz.V) walk {
	return walk{head, xyz.V{X: 1}, xyz.V{Y: 1}, xyz.V{Z: 1}}
}

// bone turns the next bone towards its free tail, as far as colliders let it.
func (w *walk) bone(bone, free xyz.V, radius float32, colliders []Collider) {
	length := vec.Sqrt(bone.Dot(bone))
	if !(length > 0) {
		return
	}
	along := bone.Times(1 / length)
	to := free.Sub(w.head)
	d := to.Dot(to)
	var u xyz.V
	if d > 1e-30 && d < 1e30 {
		u = to.Times(1 / vec.Sqrt(d))
	} else {
		u = w.turned(along)
	}
	if len(colliders) > 0 {
		u = clear(u, w.head, length, radius, colliders)
	}
	w.head = w.head.AddTimes(u, length)
	v := xyz.Of(w.x.Dot(u), w.y.Dot(u), w.z.Dot(u)) // as if nothing before had turned
	q := xyz.Q{W: 1 + along.Dot(v)}
	if c := along.Cross(v); q.W < 1e-5 {
		q = arc(along, v)
	} else {
		q.X, q.Y, q.Z = c.X, c.Y, c.Z
	}
	w.turnBy(&q, 2/q.Dot(q))
}

// turned is a direction, turned.
func (w *walk) turned(v xyz.V) xyz.V {
	return w.x.Times(v.X).AddTimes(w.y, v.Y).AddTimes(w.z, v.Z)
}

// turnBy puts a rotation before what has been turned so far: a quaternion, and 2 by the
// square of its length.
func (w *walk) turnBy(q *xyz.Q, s float32) {
	x, y, z := float32(q.X*s), float32(q.Y*s), float32(q.Z*s)
	xx, yy, zz := float32(q.X*x), float32(q.Y*y), float32(q.Z*z)
	xy, xz, yz := float32(q.X*y), float32(q.X*z), float32(q.Y*z)
	wx, wy, wz := float32(q.W*x), float32(q.W*y), float32(q.W*z)
	w.x, w.y, w.z = w.turned(xyz.Of(1-(yy+zz), xy+wz, xz-wy)), w.turned(xyz.Of(xy-wz, 1-(xx+zz), yz+wx)), w.turned(xyz.Of(xz+wy, yz-wx, 1-(xx+yy)))
}

// place rotates a matrix and puts it at a place.
func (w *walk) place(m *soa.Affine, at xyz.V) {
	x, y, z := w.turned(xyz.Of(m[0], m[4], m[8])), w.turned(xyz.Of(m[1], m[5], m[9])), w.turned(xyz.Of(m[2], m[6], m[10]))
	m[0], m[1], m[2], m[3] = x.X, y.X, z.X, at.X
	m[4], m[5], m[6], m[7] = x.Y, y.Y, z.Y, at.Y
	m[8], m[9], m[10], m[11] = x.Z, y.Z, z.Z, at.Z
}
