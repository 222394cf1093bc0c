package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// LookAt turns joints such as spine, neck and head so that the line of the last one passes
// through the target.
type LookAt struct {
	Joints []string // the root first, each a descendant of the one before
	// Weights are the parts of the remaining angle that each joint but the last turns. Cones are
	// the greatest angles in radians from the rest direction, one for each joint or none at all;
	// 0: any. What a cone holds back goes to the other joints.
	Weights []float32
	Cones   []float32
	// Forward, Up and Offset are in the frame of the last joint, see Aim.
	Forward, Up, Offset [3]float32
	// Speed is the greatest angular speed of a joint relative to its parent, in radians per
	// second; 0: any.
	Speed float32

	// The initial target, see SetAim.
	Target Point
	Pole   Value // a direction
}

func (o *LookAt) bind(s *Stack) (modifier, error) {
	n := len(o.Joints)
	if n < 1 || n > maxJoints || len(o.Weights) != n-1 || o.Cones != nil && len(o.Cones) != n {
		return nil, fmt.Errorf("look: %w: %d joints, at most %d, with %d weights and %d cones", ErrValue, n, maxJoints, len(o.Weights), len(o.Cones))
	}
	a := &lookActor{LookAt: *o}
	var err error
	if a.bound, err = s.row(turns, o.Joints...); err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	if !lineOf(&a.Forward, &a.Up, &a.Offset) || !(o.Speed >= 0 && o.Speed <= 1e6) {
		return nil, fmt.Errorf("look %q: %w: forward %v, up %v, offset %v, speed %v", o.Joints[n-1], ErrValue, o.Forward, o.Up, o.Offset, o.Speed)
	}
	for _, w := range o.Weights {
		if !(w >= 0 && w <= 1) {
			return nil, fmt.Errorf("look %q: %w: weights %v", o.Joints[n-1], ErrValue, o.Weights)
		}
	}
	return a, a.open(s)
}

// open prepares the cones of the joints.
func (a *lookActor) open(s *Stack) error {
	last := a.bound[len(a.bound)-1].joint
	ahead := s.restRotation(last).Rotate(geom.VecOf(a.Forward))
	if s.reflects(last) {
		_, out, sign := s.restTurn(last)
		ahead = out.Rotate(geom.VecOf(a.Forward)).Times(sign)
	}
	for k, u := range a.bound {
		cone := math.Pi
		if a.Cones != nil && a.Cones[k] != 0 {
			cone = float64(a.Cones[k])
		}
		if !(cone > 0 && float32(cone) <= math.Pi) {
			return fmt.Errorf("look %q: %w: a cone of %v radians", a.Joints[k], ErrValue, cone)
		}
		above := geom.Identity
		if p := s.skeleton.Parent[u.joint]; p >= 0 {
			if above = s.restRotation(int(p)); s.reflects(int(p)) {
				_, above, _ = s.restTurn(int(p))
			}
		}
		a.front, a.cone = append(a.front, above.Conjugate().Rotate(ahead).Unit(geom.Vec{Z: 1})), append(a.cone, cone)
		a.rest = append(a.rest, above.Conjugate().Mul(s.restRotation(u.joint)))
	}
	return nil
}

func (o *LookAt) targets() []target {
	return []target{o.Target.target(PartTarget), {Value: &o.Pole}}
}

func (o *LookAt) set(g *Instances, i, number int, t float64) error {
	return g.SetAim(i, number, AimTarget{Place: o.Target.vector(t), Pole: o.Pole.vector(t)})
}

type lookActor struct {
	bound
	LookAt
	front []geom.Vec  // in the parent's frame, the direction of the line at rest
	cone  []float64   // radians around it
	rest  []geom.Quat // relative to the parent
	aimed
	frame []int
	work  *lookWork
	last  perInstance // rotations of the joints
}

// lookWork is the working memory of a controller.
type lookWork struct {
	*kernel.Look
	turns turningJoints
	last  [4 * maxJoints * simd.Lanes]float32 // rotations of the joints
}

func (a lookActor) start(s *starting, frame []int) actor {
	a.frame, a.aimed = frame, newAimed(a.Joints[len(a.Joints)-1], s.n)
	if a.Speed > 0 {
		a.last = newPerInstance(s.n, 4*len(frame))
		for i := range s.n {
			a.begin(i)
		}
	}
	return &a
}

func (a lookActor) fork(f *frames) actor {
	a.work = &lookWork{Look: a.prepare(f), turns: f.turnsOf(a.frame)}
	return &a
}

// begin resets the joints of instance i to the pose.
func (a *lookActor) begin(i int) {
	if a.Speed == 0 {
		return
	}
	for k := range a.frame {
		a.last.set(i, 4*k, 0, 0, 0, 1)
	}
}

func (a *lookActor) prepare(f *frames) *kernel.Look {
	n := len(a.frame)
	l := kernel.NewLook(n)
	last := a.frame[n-1]
	l.Line = lineIn(f.bind[last], f.line(last, a.Forward), f.line(last, a.Up), f.line(last, a.Offset))
	l.Slow, l.Missing = a.Speed > 0, float32(solve.TooNear)
	for k, at := range a.frame {
		x := &l.Links[k]
		x.Frame, x.Above, x.Column = f.frame(at), f.ofAbove(at), f.read16[at].rotation
		front := a.front[k]
		now := f.bind[at].Rotate(a.rest[k].Conjugate().Rotate(front))
		front = f.bindAbove(at).Rotate(front)
		copy(x.Numbers[formula.LookFront:], []float32{front.X, front.Y, front.Z})
		copy(x.Numbers[formula.LookNow:], []float32{now.X, now.Y, now.Z})
		s, c := exact.SinCos(a.cone[k])
		x.Numbers[formula.LookCone], x.Numbers[formula.LookCone+1] = float32(c), float32(s)
		if a.cone[k] < math.Pi {
			l.Cones, l.Missing = true, float32(solve.Limited)
		} else {
			x.Numbers[formula.LookCone] = -2 // holds nothing back
		}
		x.Numbers[formula.LookWeight] = 1
		if k < n-1 {
			x.Numbers[formula.LookWeight] = a.Weights[k]
		}
	}
	return l
}

func (a *lookActor) act16(f *frames, at *pose.Changing, weight []float32) {
	l := a.work.Look
	l.Len, l.Target, l.Weight = at.Len, a.to.read(at, f.lanes[0][:]), weight
	var last []float32
	if a.Speed > 0 {
		last = a.last.load(at, a.work.last[:])
		a.remember(l, at, last)
	}
	if l.Block = nil; at.Len == 1 {
		l.Block = f.block
	}
	_ = kernel.SolveLook16(l)
	a.reach.putAll(at, l.Head[formula.LookResidual*simd.Lanes:])
	f.turnLanes(&a.work.turns, l, weight)
	if last != nil {
		for k := range a.frame {
			copyLanes(last[4*k*simd.Lanes:], l.Rows(k)[formula.LookLast*simd.Lanes:], at.Len)
		}
		a.last.store(at, last)
	}
}

// remember passes the last rotations to the kernel, and the angle of a step.
func (a *lookActor) remember(l *kernel.Look, at *pose.Changing, last []float32) {
	for k := range a.frame {
		copyLanes(l.Rows(k)[formula.LookLast*simd.Lanes:], last[4*k*simd.Lanes:], at.Len)
	}
	step := l.Head[formula.LookStep*simd.Lanes:][:simd.Lanes]
	for lane, seconds := range at.Seconds[:at.Len] {
		step[lane] = max(0, float32(a.Speed*float32(seconds)))
	}
	if at.Len == 1 {
		for lane := range step[:kernel.LookBeside] {
			step[lane] = step[0]
		}
	}
}

// copyLanes copies four rows of the first lane, where n is 1, or of all.
func copyLanes(dst, src []float32, n int) {
	if n == 1 {
		kernel.CopyFour(dst, src)
		return
	}
	copy(dst[:4*simd.Lanes], src)
}

func (a *lookActor) recall(m *memory, i int) {
	if a.Speed == 0 {
		return
	}
	last := a.last.at(i)
	for k := range a.frame {
		v := last[4*k*simd.Lanes:]
		q := geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes])
		m.rotation(&q)
		a.last.set(i, 4*k, q.X, q.Y, q.Z, q.W)
	}
}

func (o *LookAt) fields(x *object) {
	x.Type("lookAt", "Turns joints such as spine, neck and head to a target.")
	jsondoc.List(x.At("joints", "The joints, the root first, each a descendant of the one before."), &o.Joints, 1, maxJoints, func(p place, name *string) {
		joint(p, name, true)
		if p.Index > 0 {
			checkBelow(p, *name, o.Joints[p.Index-1])
		}
	})
	weights, cones := x.At("weights", "The part of the remaining angle that each joint but the last turns."), x.At("cones", "The greatest angle of each joint from its rest direction; 0 is any.")
	jsondoc.List(weights, &o.Weights, 0, maxJoints-1, func(p place, w *float32) { p.Number32(w, jsondoc.Part.Needed()) })
	jsondoc.List(cones, &o.Cones, 0, maxJoints, func(p place, a *float32) { p.Number32(a, jsondoc.Range(0, 180).WithUnit(jsondoc.Degrees).Needed()) })
	direction(x.At("forward", "The line of the last joint, in its frame."), &o.Forward)
	vector(x.At("up", "The direction that turns towards the pole, in the last joint's frame."), &o.Up)
	vector(x.At("offset", "The start of the line, along the last joint's axes; scales do not change it."), &o.Offset)
	x.At("speed", "The greatest angular speed of a joint relative to its parent; 0 is any.").Number32(&o.Speed, jsondoc.Range(0, 1e6).WithUnit(jsondoc.DegreesPerSecond))
	target := x.At("target", "The target.")
	point(target, &o.Target)
	value(x.At("pole", "The direction towards which up turns."), &o.Pole, onePlace)
	if !x.Checks() || len(o.Joints) == 0 {
		return
	}
	if n := len(o.Joints); len(o.Weights) != n-1 {
		weights.Wrong("%d joints share the aim with %d weights, one for each but the last", n, len(o.Weights))
	} else if len(o.Cones) != 0 && len(o.Cones) != n {
		cones.Wrong("%d joints have %d cones, one for each or none at all", n, len(o.Cones))
	}
	checkIndependent(target, o.Target.Joint, o.Joints[len(o.Joints)-1])
}

func (o *LookAt) describe() (joints []string, does string) {
	return o.Joints, o.Target.text(" look at ")
}
