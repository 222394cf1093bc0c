package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// ChainSolver is the way in which a chain is solved.
type ChainSolver uint8

const (
	FABRIK ChainSolver = iota // passes forward and backward; trees of chains too
	CCD                       // joint by joint from the tip on, which turns most; one effector
)

// Chain declares joints that reach for targets: a spine, a tentacle, a tree of both.
type Chain struct {
	Joints []ChainJoint // the root first, each below one before, parents before children
	// Effectors are those of Joints that have targets; none: the last one.
	Effectors  []string
	Solver     ChainSolver
	Iterations int // passes, always all of them, of which the best counts; 0: 8
	// Bend is the direction to which a straight chain bends, in the frame of the root's
	// parent; zero: any.
	Bend [3]float32
}

// ChainJoint is a joint of a chain.
type ChainJoint struct {
	Name string
	// Stiffness is from 0, which turns freely, to 1, which turns with the joints above alone.
	Stiffness float32
	// Limit holds its rotation relative to its rest; nil: it is free.
	Limit *solve.Limit
}

// ChainTarget is where an effector shall be, in model space.
type ChainTarget struct {
	Place  [3]float32
	Weight float32 // against the other effectors; 0: this one goes along
	// Rotation is what the effector's shall be, where RotationWeight is not 0.
	Rotation       [4]float32
	RotationWeight float32
}

const (
	chainPasses    = 8
	maxChainPasses = 1000
	maxEffectors   = 16
)

// Chain adds a chain to the stack and returns the modifier's number. The error wraps
// ErrJoint or ErrValue.
func (s *Stack) Chain(o Chain) (int, error) {
	n := len(o.Joints)
	if n < 2 || n > maxChain || len(o.Effectors) > maxEffectors || o.Iterations < 0 || o.Iterations > maxChainPasses || o.Solver > CCD || !geom.VecOf(o.Bend).Finite() {
		return 0, fmt.Errorf("chain: %w: %d joints, from 2 to %d, %d effectors, at most %d, %d iterations, bend %v", ErrValue, n, maxChain, len(o.Effectors), maxEffectors, o.Iterations, o.Bend)
	}
	m := &chainModifier{Chain: o}
	if m.Iterations == 0 {
		m.Iterations = chainPasses
	}
	for k := range o.Joints {
		if err := m.addJoint(s, k); err != nil {
			return 0, fmt.Errorf("chain: %w", err)
		}
	}
	if len(o.Effectors) == 0 {
		m.Effectors = []string{o.Joints[n-1].Name}
	}
	for _, name := range m.Effectors {
		at := -1
		for k := range o.Joints {
			if o.Joints[k].Name == name {
				at = k
			}
		}
		if at < 1 {
			return 0, fmt.Errorf("chain: %w: the effector %q is none of its joints below the root", ErrJoint, name)
		}
		m.effector = append(m.effector, at)
	}
	if o.Solver == CCD {
		if len(m.effector) != 1 || m.effector[0] != n-1 {
			return 0, fmt.Errorf("chain: %w: CCD has one effector, the last joint, not %q", ErrValue, m.Effectors)
		}
		for k, p := range m.parent {
			if p != k-1 {
				return 0, fmt.Errorf("chain: %w: %q is not below %q, for CCD", ErrJoint, o.Joints[k].Name, o.Joints[k-1].Name)
			}
		}
	}
	return s.add(m), nil
}

// addJoint finds joint k of a chain, and which of those before it is above it.
func (m *chainModifier) addJoint(s *Stack, k int) error {
	o := &m.Joints[k]
	j, err := s.find(o.Name)
	if err != nil {
		return err
	}
	if !(o.Stiffness >= 0 && o.Stiffness <= 1) {
		return fmt.Errorf("%w: the stiffness %v of %q", ErrValue, o.Stiffness, o.Name)
	}
	if o.Limit != nil {
		if err := checkLimit(o.Limit); err != nil {
			return fmt.Errorf("limit of %q: %w", o.Name, err)
		}
	}
	parent := -1
	for i, other := range m.joint {
		if j == other {
			return fmt.Errorf("%w: %q is in it twice", ErrJoint, o.Name)
		}
		if s.isBelow(j, other) {
			parent = i
		}
	}
	if (parent < 0) != (k == 0) {
		return fmt.Errorf("%w: %q is not below %q", ErrJoint, o.Name, m.Joints[0].Name)
	}
	r := &s.skeleton.Rest
	m.joint, m.parent = append(m.joint, j), append(m.parent, parent)
	m.rest = append(m.rest, geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit())
	return nil
}

// SetChain sets the target of effector k of a modifier of Chain in instance i, with the
// weight that SetWeight sets. The error wraps ErrValue.
func (g *Instances) SetChain(i, modifier, k int, t ChainTarget) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	var m *chainModifier
	switch a := g.actor[modifier].(type) {
	case *chainActor:
		m = a.chainModifier
	case *chain16Actor:
		m = a.chainModifier
	default:
		return fmt.Errorf("%w: modifier %d is no chain", ErrValue, modifier)
	}
	if k < 0 || k >= len(m.effector) {
		return fmt.Errorf("%w: effector %d of %d of instance %d", ErrValue, k, len(m.effector), i)
	}
	q := geom.QuatOf(t.Rotation)
	if !geom.VecOf(t.Place).Finite() || !(t.Weight >= 0 && t.Weight <= 1e6) || !(t.RotationWeight >= 0 && t.RotationWeight <= 1) || t.RotationWeight > 0 && !unitable(q) {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, m.Effectors[k], i)
	}
	t.Rotation = q.Unit().Array()
	switch a := g.actor[modifier].(type) {
	case *chainActor:
		a.to[i*len(a.effector)+k] = t
	case *chain16Actor:
		a.set(i, &t)
	}
	return nil
}

type chainModifier struct {
	Chain
	joint    []int
	parent   []int // index in joint, −1 for the first
	effector []int // index in joint
	rest     []geom.Quat
}

func (m *chainModifier) joints() []int { return m.joint }
func (m *chainModifier) moves() []int  { return m.joint[:1] }

func (m *chainModifier) start(s *starting) (actor, error) {
	a := &chainActor{chainModifier: m, to: make([]ChainTarget, s.n*len(m.effector)), came: make([]Reach, s.n)}
	for k, j := range m.joint {
		at, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if _, err := s.writes(at, false, false, m.Joints[k].Name); err != nil {
			return nil, err
		}
		a.frame = append(a.frame, at)
	}
	if m.plain() {
		return newChain16(s, m, a.frame), nil
	}
	return a, nil
}

type chainActor struct {
	*chainModifier
	frame []int
	to    []ChainTarget
	came  []Reach
}

func (a *chainActor) reached(i int) Reach { return a.came[i] }

func (a *chainActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	s, n := &f.scratch, len(a.frame)
	joints, turns := s.joints[:n], s.turns[:n]
	for k, at := range a.frame {
		o := &a.Joints[k]
		joints[k] = solve.ChainJoint{Place: f.place(at).Array(), Parent: a.parent[k], Weight: 1 - o.Stiffness}
		if o.Limit != nil {
			joints[k].Limit, joints[k].Rest, joints[k].Rotation = o.Limit, f.rotationAbove(at).Mul(a.rest[k]).Array(), f.rotation(at).Array()
		}
	}
	to := a.to[i*len(a.effector):][:len(a.effector)]
	effectors := s.effectors[:0]
	for k, at := range a.effector {
		if to[k].Weight > 0 {
			effectors = append(effectors, solve.Effector{Joint: at, Target: to[k].Place, Weight: to[k].Weight})
		}
	}
	if len(effectors) == 0 {
		a.came[i] = Reach{}
		return
	}
	bend := f.rotationAbove(a.frame[0]).Rotate(geom.VecOf(a.Bend))
	if a.Solver == CCD {
		solve.CCD(joints, effectors[0].Target, bend.Array(), a.Iterations, turns, s.chain[:n])
	} else {
		solve.FABRIK(joints, effectors, bend.Array(), a.Iterations, turns, s.chain[:n])
	}
	a.came[i].Reason = solve.ChainReason(joints, effectors, turns)
	a.came[i].Residual = solve.ChainPart(joints, effectors, turns, weight)
	for k, at := range a.effector {
		if w := float32(to[k].RotationWeight * weight); w > 0 {
			turns[at].Own = a.rotated(f, turns, at, geom.QuatOf(to[k].Rotation), w).Array()
		}
	}
	for k, at := range a.frame {
		f.turnBeside(p, at, geom.QuatOf(turns[k].Own), 1)
	}
}

// rotated is what an effector turns beside its parent where its rotation counts.
func (a *chainActor) rotated(f *frames, turns []solve.ChainTurn, k int, goal geom.Quat, weight float32) geom.Quat {
	now := f.rotation(a.frame[k])
	return geom.QuatOf(turns[a.parent[k]].Turn).Conjugate().Mul(geom.QuatOf(turns[k].Turn).Mul(now).Nlerp(goal, weight)).Mul(now.Conjugate())
}
