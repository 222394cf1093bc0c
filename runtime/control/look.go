package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Look declares joints that share an aim, such as spine, neck and head: the line of the last
// one passes through the target.
type Look struct {
	Joints []string // the root first, each below the one before
	// Weights are the parts of what remains that each joint but the last one turns, and
	// Cones the greatest angles in radians by which the joints lead from where they look at
	// rest: one each, or none at all; 0: any. What a cone keeps from one goes to the others.
	Weights []float32
	Cones   []float64
	// Forward, Up and Offset are in the frame of the last joint.
	Forward, Up, Offset [3]float32
	// Speed is the greatest angle in radians by which a joint turns against its parent in
	// a second; 0: any.
	Speed float32
}

// maxLinks is the most joints of a Look.
const maxLinks = 32

// Look adds joints that share an aim to the stack and returns the modifier's number. SetAim
// sets their targets. The error wraps ErrJoint or ErrValue.
func (s *Stack) Look(o Look) (int, error) {
	n := len(o.Joints)
	if n < 1 || n > maxLinks || len(o.Weights) != n-1 || o.Cones != nil && len(o.Cones) != n {
		return 0, fmt.Errorf("look: %w: %d joints, at most %d, with %d weights and %d cones", ErrValue, n, maxLinks, len(o.Weights), len(o.Cones))
	}
	m := &lookModifier{Look: o}
	for k, name := range o.Joints {
		j, err := s.find(name)
		if err != nil {
			return 0, fmt.Errorf("look: %w", err)
		}
		if k > 0 && (j == m.joint[k-1] || !s.isBelow(j, m.joint[k-1])) {
			return 0, fmt.Errorf("look: %w: %q is not below %q", ErrJoint, name, o.Joints[k-1])
		}
		m.joint = append(m.joint, j)
	}
	forward := geom.VecOf(o.Forward)
	if !forward.Finite() || !geom.VecOf(o.Up).Finite() || !geom.VecOf(o.Offset).Finite() || forward == (geom.Vec{}) || !(o.Speed >= 0 && o.Speed <= 1e6) {
		return 0, fmt.Errorf("look %q: %w: forward %v, up %v, offset %v, speed %v", o.Joints[n-1], ErrValue, o.Forward, o.Up, o.Offset, o.Speed)
	}
	for _, w := range o.Weights {
		if !(w >= 0 && w <= 1) {
			return 0, fmt.Errorf("look %q: %w: weights %v", o.Joints[n-1], ErrValue, o.Weights)
		}
	}
	m.Forward, m.Up = forward.Unit(geom.Vec{}).Array(), geom.VecOf(o.Up).Unit(geom.Vec{}).Array()
	ahead := s.restRotation(m.joint[n-1]).Rotate(geom.VecOf(m.Forward))
	for k, j := range m.joint {
		cone := math.Pi
		if o.Cones != nil && o.Cones[k] != 0 {
			cone = o.Cones[k]
		}
		if !(cone > 0 && cone <= math.Pi) {
			return 0, fmt.Errorf("look %q: %w: a cone of %v radians", o.Joints[k], ErrValue, cone)
		}
		above := geom.Identity
		if p := s.skeleton.Parent[j]; p >= 0 {
			above = s.restRotation(int(p))
		}
		m.front, m.cone = append(m.front, above.Conjugate().Rotate(ahead).Unit(geom.Vec{Z: 1})), append(m.cone, cone)
		m.rest = append(m.rest, above.Conjugate().Mul(s.restRotation(j)))
	}
	return s.add(m), nil
}

// restRotation is a joint's rotation in the rest pose of the model.
func (s *Stack) restRotation(j int) geom.Quat {
	m, _ := s.restOf(j)
	turn, _ := parts(&m)
	return turn
}

type lookModifier struct {
	Look
	joint []int
	front []geom.Vec  // in the parent's frame, where the line goes at rest
	cone  []float64   // around it
	rest  []geom.Quat // relative to the parent
}

func (m *lookModifier) joints() []int { return m.joint }
func (m *lookModifier) moves() []int  { return m.joint[:1] }

func (m *lookModifier) start(s *starting) (actor, error) {
	a := &lookActor{lookModifier: m, aimed: newAimed(m.Joints[len(m.Joints)-1], s.n), look: len(s.shared.looks)}
	for k, j := range m.joint {
		f, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if _, err := s.writes(f, false, false, m.Joints[k]); err != nil {
			return nil, err
		}
		a.frame = append(a.frame, f)
	}
	s.shared.looks = append(s.shared.looks, a)
	if m.Speed > 0 {
		a.last = newPerInstance(s.n, 4*len(m.joint))
		for i := range s.n {
			a.begin(i)
		}
	}
	return a, nil
}

// begin forgets how instance i has looked: its joints are where the pose has them.
func (a *lookActor) begin(i int) {
	if a.Speed == 0 {
		return
	}
	for k := range a.joint {
		a.last.set(i, 4*k, 0, 0, 0, 1)
	}
}

type lookActor struct {
	*lookModifier
	aimed
	frame []int
	look  int         // index in the looks of a controller
	last  perInstance // what joints have turned
}

// prepare makes what a controller solves the look with.
func (a *lookActor) prepare(f *frames) *simd.Look {
	n := len(a.frame)
	l := simd.NewLook(n)
	l.Line = lineIn(f.bind[a.frame[n-1]], a.Forward, a.Up, a.Offset)
	l.Slow, l.Missing = a.Speed > 0, float32(solve.TooNear)
	for k, at := range a.frame {
		x := &l.Links[k]
		x.Frame, x.Above = f.of(at), f.of(f.parent[at])
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
	l := f.scratch.looks[a.look]
	l.Target, l.Weight = a.to.load(at, f.lanes[0][:]), weight
	var last []float32
	if a.Speed > 0 {
		last = a.last.load(at, f.scratch.last[:])
		a.remember(l, at, last)
	}
	_ = simd.SolveLook16(l)
	reach := a.reach.load(at, f.lanes[1][:])
	copy(reach, l.Head[formula.LookResidual*simd.Lanes:][:2*simd.Lanes])
	a.reach.store(at, reach)
	rows := &f.args.Rows
	for k, frame := range a.frame {
		rows[0], rows[1], rows[2] = f.of(f.parent[frame]), f.of(frame), l.Joints[k*simd.LookValues+formula.LookOwn*simd.Lanes:]
		rows[3], rows[4] = f.block[f.read16[frame].rotation:], weight
		_ = simd.TurnBeside16(f.args)
		if last != nil {
			copy(last[4*k*simd.Lanes:][:4*simd.Lanes], l.Joints[k*simd.LookValues+formula.LookLast*simd.Lanes:])
		}
	}
	if last != nil {
		a.last.store(at, last)
	}
}

// remember tells joints what they have turned, and how far they may turn.
func (a *lookActor) remember(l *simd.Look, at *pose.Changing, last []float32) {
	for k := range a.frame {
		copy(l.Joints[k*simd.LookValues+formula.LookLast*simd.Lanes:], last[4*k*simd.Lanes:][:4*simd.Lanes])
	}
	step := l.Head[formula.LookStep*simd.Lanes:][:simd.Lanes]
	for lane, seconds := range at.Seconds[:at.Len] {
		step[lane] = max(0, float32(a.Speed*float32(seconds)))
	}
}
