package spring

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/internal/saved"
	"github.com/sinew-anim/sinew/soa"
)

// VRMJoint is a joint of a spring bone of VRM 1.0 (VRMC_springBone).
type VRMJoint struct {
	Translation [3]float32 // its rest transform relative to the joint before
	Rotation    [4]float32
	Stiffness   float32
	Gravity     [3]float32 // gravityDir · gravityPower
	Drag        float32    // dragForce, from 0 to 1
	Radius      float32    // hitRadius
}

// VRM is a spring bone of VRM 1.0. Its rule depends on the frame rate, so it runs at its own rate.
// It is immutable and may be shared.
type VRM struct {
	joints []vrmJoint
	rate   float64
}

// vrmJoint is a joint with its tail in its frame.
type vrmJoint struct {
	rest      geom.Quat
	place     geom.Vec
	axis      geom.Vec // the direction of the tail
	length    float32
	stiffness float32  // in metres per step
	keep      float32  // 1 − drag
	fall      geom.Vec // by gravity, in metres per step
	radius    float32
}

// vrmRate is the default rate, 1/s.
const vrmRate = 60

// maxSteps bounds the steps of one Move; the time before them is dropped.
const maxSteps = 600

// NewVRM makes a spring bone. The tail of a joint is the next one's place; that of the last is the
// tip, a place in its frame. A rate of 0 is 60 steps per second.
func NewVRM(joints []VRMJoint, tip [3]float32, rate float64) (*VRM, error) {
	if rate == 0 {
		rate = vrmRate
	}
	if len(joints) == 0 || !(rate >= 1 && rate <= 1e4) {
		return nil, fmt.Errorf("%w: %d joints at %v steps per second", ErrJoint, len(joints), rate)
	}
	v := &VRM{rate: rate}
	for i, j := range joints {
		tail := geom.VecOf(tip)
		if i+1 < len(joints) {
			tail = geom.VecOf(joints[i+1].Translation)
		}
		k := vrmJoint{
			rest: turnOf(j.Rotation), place: geom.VecOf(j.Translation), axis: tail.Normal(geom.Vec{Y: 1}), length: tail.Length(),
			stiffness: float32(float64(j.Stiffness) / rate), keep: 1 - j.Drag, radius: j.Radius,
			fall: geom.XYZ(float32(float64(j.Gravity[0])/rate), float32(float64(j.Gravity[1])/rate), float32(float64(j.Gravity[2])/rate)),
		}
		q := j.Rotation
		if !(k.length > 0) || !tail.Finite() || !k.place.Finite() || !k.fall.Finite() || !geom.XYZ(k.stiffness, k.radius, 0).Finite() ||
			!(j.Drag >= 0 && j.Drag <= 1) || !(j.Radius >= 0) || !geom.XYZ(q[0], q[1], q[2]).Finite() || q[3]-q[3] != 0 {
			return nil, fmt.Errorf("%w: joint %d is %+v", ErrJoint, i, j)
		}
		v.joints = append(v.joints, k)
	}
	return v, nil
}

// VRMState is the state of a spring bone of one instance.
type VRMState struct {
	tails, before []geom.Vec
	anchor        anchor     // at the end of the last Move
	hits          []hitPlace // of the colliders, then
	now           []Collider // during a step
	time          float64    // since that step
	started       bool
}

// hitPlace is where a collider was: its two places, of a plane a point on its normal as the second.
type hitPlace struct{ a, b geom.Vec }

// NewState returns a state that starts in the rest pose, with a number of colliders.
func (v *VRM) NewState(colliders int) *VRMState {
	tails := make([]geom.Vec, 2*len(v.joints))
	return &VRMState{tails: tails[:len(v.joints)], before: tails[len(v.joints):], hits: make([]hitPlace, colliders), now: make([]Collider, colliders)}
}

// Reset makes the next step start in the rest pose.
func (s *VRMState) Reset() { s.started = false }

// Teleport moves the state with an instance that jumps by a matrix without scale. Its colliders jump
// along, except those that stay, by their index: those of the world.
func (s *VRMState) Teleport(jump soa.Affine, stays []bool) error {
	if !geom.Finite(&jump) {
		return fmt.Errorf("%w: a jump by %v", ErrInput, jump)
	}
	for i := range s.tails {
		s.tails[i], s.before[i] = geom.Point(&jump, s.tails[i]), geom.Point(&jump, s.before[i])
	}
	for i := range s.hits {
		if h := &s.hits[i]; i >= len(stays) || !stays[i] {
			h.a, h.b = geom.Point(&jump, h.a), geom.Point(&jump, h.b)
		}
	}
	s.anchor.at, s.anchor.q = geom.Point(&jump, s.anchor.at), anchorOf(&jump).q.Mul(s.anchor.q)
	return nil
}

// Move advances a spring bone by some seconds; less than a step remains for the next Move, and 0 or
// less does nothing. matrix is the anchor, the joint above the chain: a rotation, a place and a
// uniform scale. Within the time it and the colliders, those of the state, move evenly from where they
// were in the last Move: dividing a time in which they do changes nothing but rounding, by
// less than 1e-6 m near the origin. rotations receives the joints' local rotations, which point from where the joints are
// to where the tails were at the last step. With an error nothing changes.
func (v *VRM) Move(s *VRMState, seconds float64, matrix soa.Affine, colliders []Collider, rotations [][4]float32) error {
	if len(s.tails) != len(v.joints) || len(rotations) != len(v.joints) {
		return fmt.Errorf("%w: %d joints, %d of the state and %d rotations", ErrInput, len(v.joints), len(s.tails), len(rotations))
	}
	if len(colliders) != len(s.hits) {
		return fmt.Errorf("%w: %d colliders, %d of the state", ErrInput, len(colliders), len(s.hits))
	}
	if seconds-seconds != 0 || !geom.Finite(&matrix) {
		return fmt.Errorf("%w: %v seconds, anchor %v", ErrInput, seconds, matrix)
	}
	to := anchorOf(&matrix)
	if !s.started {
		v.start(s, to)
		s.keep(colliders)
	}
	before, total := s.time, max(seconds, 0)
	after := float64((before + total) * v.rate)
	steps := math.Floor(after + slack)
	count := min(steps, maxSteps) // the last ones
	first := steps - count
	for n := range int(count) {
		at, hits := to, colliders
		if due := (first+float64(n+1))/v.rate - before; due < total-slack/v.rate {
			part := float32(max(due, 0) / total)
			at, hits = s.anchor.interpolate(to, part), s.interpolateColliders(colliders, part)
		}
		v.step(s, at, hits)
	}
	if s.time = max(before+total-steps/v.rate, 0); float64(s.time*v.rate) >= 1 { // rounding of a long time
		s.time = 0
	}
	s.anchor = to
	s.keep(colliders)
	v.pose(s, rotations)
	return nil
}

// slack is the tolerance for rounding of times, in steps.
const slack = 1e-6

// keep keeps the places of colliders for the next Move.
func (s *VRMState) keep(colliders []Collider) {
	for i := range colliders {
		c, h := &colliders[i], &s.hits[i]
		if h.a, h.b = geom.VecOf(c.A), geom.VecOf(c.B); c.Shape == Plane {
			h.b = h.a.Add(h.b)
		}
	}
}

// interpolateColliders returns the colliders on the way from where they were.
func (s *VRMState) interpolateColliders(colliders []Collider, f float32) []Collider {
	for i := range colliders {
		c, was, now := &colliders[i], &s.hits[i], &s.now[i]
		*now = *c
		a, b := geom.VecOf(c.A), geom.VecOf(c.B)
		at := was.a.AddTimes(a.Sub(was.a), f)
		if now.A = at.Array(); c.Shape == Plane {
			now.B = was.b.AddTimes(a.Add(b).Sub(was.b), f).Sub(at).Normal(b).Array()
		} else {
			now.B = was.b.AddTimes(b.Sub(was.b), f).Array()
		}
	}
	return s.now
}

// anchor is the joint above a spring bone.
type anchor struct {
	at   geom.Vec
	q    geom.Quat
	size float32
}

func anchorOf(m *soa.Affine) anchor {
	x, y, z := geom.Columns(m)
	q := geom.FromAxes(x.Unit(geom.Vec{X: 1}), y.Unit(geom.Vec{Y: 1}), z.Unit(geom.Vec{Z: 1}))
	return anchor{geom.Translation(m), turnOf(q.Array()), x.Length()}
}

// interpolate interpolates anchors.
func (a anchor) interpolate(b anchor, f float32) anchor {
	return anchor{a.at.AddTimes(b.at.Sub(a.at), f), slerp(a.q, b.q, f), a.size + float32((b.size-a.size)*f)}
}

// start puts the tails into the rest pose.
func (v *VRM) start(s *VRMState, to anchor) {
	q, size, at := to.q, to.size, to.at
	for i := range v.joints {
		j := &v.joints[i]
		at = at.Add(q.Rotate(j.place.Times(size)))
		q = q.Mul(j.rest)
		s.tails[i] = at.Add(q.Rotate(j.axis).Times(float32(j.length * size)))
		s.before[i] = s.tails[i]
	}
	s.started, s.time, s.anchor = true, 0, to
}

func (v *VRM) step(s *VRMState, on anchor, colliders []Collider) {
	q, size, head := on.q, on.size, on.at
	for i := range v.joints {
		j := &v.joints[i]
		head = head.Add(q.Rotate(j.place.Times(size)))
		rest := q.Mul(j.rest)
		axis, length := rest.Rotate(j.axis), float32(j.length*size)
		tail := s.tails[i]
		next := tail.AddTimes(tail.Sub(s.before[i]), j.keep).AddTimes(axis, j.stiffness).Add(j.fall)
		u := next.Sub(head).Normal(axis)
		for k := range colliders {
			next = head.AddTimes(u, length)
			if depth, out := colliders[k].depth(next, j.radius); depth > 0 {
				u = next.AddTimes(out, depth).Sub(head).Normal(u)
			}
		}
		s.before[i], s.tails[i] = tail, head.AddTimes(u, length)
		q = arc(axis, u).Mul(rest)
	}
}

// pose computes the local rotations that point to the tails.
func (v *VRM) pose(s *VRMState, rotations [][4]float32) {
	q, size, head := s.anchor.q, s.anchor.size, s.anchor.at
	for i := range v.joints {
		j := &v.joints[i]
		head = head.Add(q.Rotate(j.place.Times(size)))
		rest := q.Mul(j.rest)
		to := rest.Conjugate().Rotate(s.tails[i].Sub(head).Normal(rest.Rotate(j.axis)))
		local := j.rest.Mul(arc(j.axis, to))
		rotations[i] = local.Array()
		q = q.Mul(local)
	}
}

// Save appends the state to data.
func (s *VRMState) Save(data []byte) []byte {
	m := saved.Memory{Data: data}
	s.recall(&m, 0)
	return m.Data
}

// Restore reads what Save appended for a state of the same size from the beginning of data, and returns
// the data behind it. The error wraps ErrInput: for data that ends too early or that no state has, and for
// places whose coordinates are not below far. The state then starts in the rest pose.
func (s *VRMState) Restore(data []byte, far float32) (rest []byte, err error) {
	m := saved.Memory{Data: data, Reads: true}
	if s.recall(&m, far); m.Failed {
		s.Reset()
		return nil, fmt.Errorf("%w: %d bytes are no state of %d joints and %d colliders", ErrInput, len(data), len(s.tails), len(s.hits))
	}
	return m.Data, nil
}

// recall takes the values of a state. One that has started and is read needs places nearer than
// far to the origin, an anchor that is a rotation with a scale, and part of a step as its time.
func (s *VRMState) recall(m *saved.Memory, far float32) {
	a, near := &s.anchor, true
	place := func(p *geom.Vec) {
		for _, v := range [...]*float32{&p.X, &p.Y, &p.Z} {
			m.Float(v)
			near = near && geom.Abs(*v) < far
		}
	}
	place(&a.at)
	for _, list := range [...][]geom.Vec{s.tails, s.before} {
		for i := range list {
			place(&list[i])
		}
	}
	for i := range s.hits {
		place(&s.hits[i].a)
		place(&s.hits[i].b)
	}
	for _, v := range [...]*float32{&a.q.X, &a.q.Y, &a.q.Z, &a.q.W, &a.size} {
		m.Float(v)
	}
	m.Float64(&s.time)
	m.Bool(&s.started, 4)
	square := (float32(a.q.X*a.q.X) + float32(a.q.Y*a.q.Y)) + (float32(a.q.Z*a.q.Z) + float32(a.q.W*a.q.W))
	good := near && geom.Abs(square-1) < 1e-2 && a.size >= 0 && a.size < far && s.time >= 0 && s.time <= 1
	m.Failed = m.Failed || s.started && !good
}
