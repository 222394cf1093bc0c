// Package swing moves the chains of package spring for one instance at a time, in plain Go.
// Tests compare the kernels with it, by which a crowd moves 16 at once.
package swing

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// Chain is a chain with what its joints are made of.
type Chain struct {
	*spring.Chain
	joints []spring.Joint
	tip    geom.Vec
}

// NewChain is spring.NewChain.
func NewChain(joints []spring.Joint, tip [3]float32) (*Chain, error) {
	c, err := spring.NewChain(joints, tip)
	return &Chain{c, append([]spring.Joint(nil), joints...), geom.VecOf(tip)}, err
}

// State is the state of a chain of one instance.
type State struct {
	joints  []swing
	started bool
	asleep  bool
}

// swing is the state of a joint's tail, which is free of lengths and colliders.
type swing struct {
	offset, velocity geom.Vec // from the goal; in the world
	goal             geom.Vec
}

// NewState returns a state of a chain, which begins at rest.
func (c *Chain) NewState() *State { return &State{joints: make([]swing, len(c.joints))} }

// Reset lets the next step begin at rest, where gravity and wind leave the chain.
func (s *State) Reset() { s.started, s.asleep = false, false }

// Teleport takes the state along where the instance jumps by a matrix without scale, so
// that the jump does not count as motion.
func (s *State) Teleport(jump soa.Affine) error {
	if !geom.Finite(&jump) {
		return fmt.Errorf("%w: a jump by %v", spring.ErrInput, jump)
	}
	for i := range s.joints {
		j := &s.joints[i]
		j.offset, j.velocity, j.goal = geom.Direction(&jump, j.offset), geom.Direction(&jump, j.velocity), geom.Point(&jump, j.goal)
	}
	return nil
}

// Asleep reports that the last step ended at rest on a pose that stood still: while the
// pose, the air and the colliders stay, so does the result.
func (s *State) Asleep() bool { return s.asleep }

// Free is where the free tail of joint i is.
func (s *State) Free(i int) geom.Vec { return s.joints[i].goal.Add(s.joints[i].offset) }

// Energy is the energy of the springs about where they come to rest, per mass.
func (c *Chain) Energy(s *State, air *spring.Air) (e float64) {
	for k, j := range s.joints {
		y := j.offset.Sub(c.sag(k, air))
		e += float64(j.velocity.Dot(j.velocity)) + float64(c.joints[k].Stiffness)*float64(y.Dot(y))
	}
	return e / 2
}

// sag is how far gravity and wind keep joint k from its goal.
func (c *Chain) sag(k int, air *spring.Air) geom.Vec {
	_, gravity, wind := c.Lags(k)
	return geom.VecOf(air.Gravity).Times(gravity).AddTimes(geom.VecOf(air.Wind), wind)
}

// Sleep bounds, below what counts: metres and metres per second, squared.
const (
	sleepDistance = 1e-6 * 1e-6
	sleepSpeed    = 1e-5 * 1e-5
)

// most is the greatest square of a distance and a speed that a spring goes on from.
const most = 1e30

// Move takes a chain on by a step that is planned. The pose has a matrix per joint, in the
// world: the animated one comes in, the swinging one goes out. With an error nothing changes.
func (c *Chain) Move(p *spring.Plan, s *State, air *spring.Air, pose []soa.Affine, colliders []spring.Collider) error {
	n := len(c.joints)
	if len(s.joints) != n || len(pose) != n {
		return fmt.Errorf("%w: %d joints, %d of the state and %d matrices", spring.ErrInput, n, len(s.joints), len(pose))
	}
	if err := air.Validate(); err != nil {
		return err
	}
	for i := range pose {
		if !geom.Finite(&pose[i]) {
			return fmt.Errorf("%w: joint %d is at %v", spring.ErrInput, i, pose[i])
		}
	}
	per := p.Step(0)[4]
	still := per > 0 && s.started
	from := geom.Translation(&pose[0]) // where the animation has the head
	w := newWalk(from)
	for i := range c.joints {
		var goal geom.Vec
		if i+1 < n {
			goal = geom.Translation(&pose[i+1])
		} else {
			goal = geom.Point(&pose[i], c.tip)
		}
		lag, _, _ := c.Lags(i)
		rests := s.joints[i].advance(p.Step(i), goal, c.sag(i, air), lag, s.started)
		still = still && rests
		head := w.head
		w.bone(goal.Sub(from), goal.Add(s.joints[i].offset), c.joints[i].Radius, colliders)
		w.place(&pose[i], head)
		from = goal
	}
	s.started, s.asleep = true, still
	return nil
}

// advance takes a joint's free tail on by a closed form, see spring.Plan.Step, and reports
// whether it rests.
func (s *swing) advance(step [5]float32, goal, sag geom.Vec, lag float32, started bool) (rests bool) {
	per := step[4]
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
	lie := sag.AddTimes(v, -lag)
	y, w := s.offset.Sub(lie), s.velocity.Sub(v)
	y, w = y.Times(step[0]).AddTimes(w, step[1]), y.Times(step[2]).AddTimes(w, step[3])
	s.offset, s.velocity, s.goal = y.Add(lie), w.Add(v), goal
	switch far, fast := y.Dot(y), w.Dot(w); {
	case !(far+fast < most): // a leap that float32 does not hold: it begins anew
		s.offset, s.velocity = sag, geom.Vec{}
	case far < sleepDistance && fast < sleepSpeed && moved == (geom.Vec{}):
		s.offset, s.velocity, rests = sag, geom.Vec{}, true
	}
	return rests
}

// walk goes along a chain from its first joint: where the tail of the last bone has come
// to, and the columns of how far it is turned.
type walk struct {
	head    geom.Vec
	x, y, z geom.Vec
}

func newWalk(head geom.Vec) walk {
	return walk{head, geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}}
}

// bone turns the next bone towards its free tail, as far as colliders let it.
func (w *walk) bone(bone, free geom.Vec, radius float32, colliders []spring.Collider) {
	length := geom.Sqrt(bone.Dot(bone))
	if !(length > 0) {
		return
	}
	along := bone.Times(1 / length)
	to := free.Sub(w.head)
	d := to.Dot(to)
	var u geom.Vec
	if d > 1e-30 && d < 1e30 {
		u = to.Times(1 / geom.Sqrt(d))
	} else {
		u = w.turned(along)
	}
	if len(colliders) > 0 {
		u = geom.VecOf(spring.Clear(u.Array(), w.head.Array(), length, radius, colliders))
	}
	w.head = w.head.AddTimes(u, length)
	v := geom.XYZ(w.x.Dot(u), w.y.Dot(u), w.z.Dot(u)) // as if nothing before had turned
	q := geom.Quat{W: 1 + along.Dot(v)}
	if c := along.Cross(v); q.W < 1e-5 {
		q = arc(along, v)
	} else {
		q.X, q.Y, q.Z = c.X, c.Y, c.Z
	}
	w.turnBy(&q, 2/q.Dot(q))
}

// turned is a direction, turned.
func (w *walk) turned(v geom.Vec) geom.Vec {
	return w.x.Times(v.X).AddTimes(w.y, v.Y).AddTimes(w.z, v.Z)
}

// turnBy puts a rotation before what has been turned so far: a quaternion, and 2 by the
// square of its length.
func (w *walk) turnBy(q *geom.Quat, s float32) {
	x, y, z := float32(q.X*s), float32(q.Y*s), float32(q.Z*s)
	xx, yy, zz := float32(q.X*x), float32(q.Y*y), float32(q.Z*z)
	xy, xz, yz := float32(q.X*y), float32(q.X*z), float32(q.Y*z)
	wx, wy, wz := float32(q.W*x), float32(q.W*y), float32(q.W*z)
	w.x, w.y, w.z = w.turned(geom.XYZ(1-(yy+zz), xy+wz, xz-wy)), w.turned(geom.XYZ(xy-wz, 1-(xx+zz), yz+wx)), w.turned(geom.XYZ(xz+wy, yz-wx, 1-(xx+yy)))
}

// place rotates a matrix and puts it at a place.
func (w *walk) place(m *soa.Affine, at geom.Vec) {
	x, y, z := w.turned(geom.XYZ(m[0], m[4], m[8])), w.turned(geom.XYZ(m[1], m[5], m[9])), w.turned(geom.XYZ(m[2], m[6], m[10]))
	m[0], m[1], m[2], m[3] = x.X, y.X, z.X, at.X
	m[4], m[5], m[6], m[7] = x.Y, y.Y, z.Y, at.Y
	m[8], m[9], m[10], m[11] = x.Z, y.Z, z.Z, at.Z
}

// perpendicular is a unit vector at a right angle to a unit vector.
func perpendicular(a geom.Vec) geom.Vec {
	if a.X*a.X < 0.5 {
		return geom.Vec{Y: a.Z, Z: -a.Y}.Normal(geom.Vec{Y: 1})
	}
	return geom.Vec{X: -a.Z, Z: a.X}.Normal(geom.Vec{Y: 1})
}

// arc is the shortest rotation from one unit vector to another.
func arc(from, to geom.Vec) geom.Quat {
	w := 1 + from.Dot(to)
	c := from.Cross(to)
	if w < 1e-5 {
		c, w = perpendicular(from), 0
	}
	return geom.XYZW(c.X, c.Y, c.Z, w).Times(1 / geom.Sqrt(c.Dot(c)+float32(w*w)))
}
