package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// plain reports whether kernels can solve the chain: a row of free joints with its target at the
// end.
func (a *chainActor) plain() bool {
	ok := len(a.effector) == 1 && a.effector[0] == len(a.bound)-1
	for k := range a.Joints {
		ok = ok && a.parent[k] == k-1 && a.limit[k] == nil && a.Joints[k].Stiffness == 0
	}
	return ok
}

// chain16Actor solves a chain in 16 poses at once.
type chain16Actor struct {
	*chainActor
	bend  geom.Vec // in the frame above the first joint
	to    perInstance
	reach perInstance
	work  *kernel.Chain
	turns turningJoints
}

func newChain16(s *starting, of *chainActor) *chain16Actor {
	a := &chain16Actor{chainActor: of, to: newPerInstance(s.n, formula.ChainTargetRows), reach: newPerInstance(s.n, 2)}
	a.bend = s.frames.bindAbove(of.frame[0]).Rotate(geom.VecOf(of.Bend).Times(s.frames.aboveSign(of.frame[0])))
	for i := range s.n {
		a.setEffector(i, 0, &ChainTarget{Rotation: geom.Identity.Array()})
	}
	return a
}

func (a *chain16Actor) setEffector(i, _ int, t *ChainTarget) {
	pull := float32(0)
	if t.Weight > 0 {
		pull = 1
	}
	p, q := t.Place, t.Rotation
	a.to.set(i, formula.ChainTarget, p[0], p[1], p[2], q[0], q[1], q[2], q[3], t.RotationWeight, pull)
}

func (a chain16Actor) fork(f *frames) actor {
	a.work, a.turns = kernel.NewChain(len(a.frame)), f.turnsOf(a.frame)
	return &a
}

func (a *chain16Actor) reached(i int) IKResult { return resultAt(&a.reach, i) }

func (a *chain16Actor) setter(part Part, effector int) setter {
	switch {
	case effector > 0:
	case part == PartTarget:
		return func(i int, v geom.Vec, _ geom.Quat) { a.to.set(i, formula.ChainTarget, v.X, v.Y, v.Z) }
	case part == PartRotation:
		return func(i int, _ geom.Vec, q geom.Quat) { a.to.set(i, formula.ChainRotation, q.X, q.Y, q.Z, q.W) }
	}
	return nil
}

func (a *chain16Actor) act16(f *frames, at *pose.Changing, weight []float32) {
	c, n := a.work, len(a.frame)
	for k, frame := range a.frame {
		copy(c.Joints[k*kernel.ChainValues:], f.frame(frame)[4*simd.Lanes:7*simd.Lanes])
	}
	to := a.to.load(at, f.lanes[0][:])
	copy(c.Head, to[:formula.ChainTargetRows*simd.Lanes])
	c.CCD, c.Len, c.Iterations, c.Bend, c.Bind = a.Solver == CCD, at.Len, a.Iterations, a.bend.Array(), f.bind[a.frame[n-1]].Array()
	c.Above, c.Last, c.Weight, c.Reached = f.ofAbove(a.frame[0]), f.frame(a.frame[n-1]), weight, a.reach.load(at, f.lanes[1][:])
	_ = kernel.SolveChain16(c)
	a.reach.store(at, c.Reached)
	f.turnJoints(&a.turns, c.Joints[formula.ChainOwn*simd.Lanes:], kernel.ChainValues, c.Head[formula.ChainWeight*simd.Lanes:])
}
