package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// ChainSolver is the algorithm of a ChainIK.
type ChainSolver uint8

const (
	FABRIK ChainSolver = iota // forward and backward passes; also for trees
	CCD                       // joint by joint from the tip, which turns most; one effector
)

// ChainIK moves joints of a chain or tree to targets: a spine, a tentacle.
type ChainIK struct {
	Joints []ChainJoint // the root first, parents before children
	// Effectors are the joints with targets; none: the last joint.
	Effectors  []Effector
	Solver     ChainSolver
	Iterations int // passes, all of which run; the best result counts; 0: 8
	// Bend is the direction to which a straight chain bends, in the frame of the root's parent;
	// zero: any.
	Bend [3]float32
}

// ChainJoint is a joint of a chain.
type ChainJoint struct {
	Joint string
	// Stiffness is from 0, free, to 1, turned by its parents alone.
	Stiffness float32
	// Limit bounds the rotation relative to rest, whatever Limit.Joint is; nil: none.
	Limit *JointLimit
}

// Effector is a joint of a chain with its initial target, see SetChainIK. The weight of a target
// or of a rotation is 1 without keys.
type Effector struct {
	Joint          string
	Target         Point
	Weight         Value
	Rotation       Turn
	RotationWeight Value
}

// ChainTarget is the target of an effector, in model space.
type ChainTarget struct {
	Place          [3]float32
	Weight         float32    // relative to the other effectors; 0: it is free
	Rotation       [4]float32 // of the effector, where RotationWeight is not 0
	RotationWeight float32
}

const (
	chainPasses    = 8
	maxChainPasses = 1000
)

func (o *ChainIK) bind(s *Stack) (modifier, error) {
	n := len(o.Joints)
	if n < 2 || n > maxChain || len(o.Effectors) > maxEffectors || o.Iterations < 0 || o.Iterations > maxChainPasses || o.Solver > CCD || !geom.VecOf(o.Bend).Finite() {
		return nil, fmt.Errorf("chain: %w: %d joints, from 2 to %d, %d effectors, at most %d, %d iterations, bend %v", ErrValue, n, maxChain, len(o.Effectors), maxEffectors, o.Iterations, o.Bend)
	}
	a := &chainActor{ChainIK: *o}
	if a.Iterations == 0 {
		a.Iterations = chainPasses
	}
	for k := range o.Joints {
		if err := a.addJoint(s, &o.Joints[k]); err != nil {
			return nil, fmt.Errorf("chain: %w", err)
		}
	}
	if len(o.Effectors) == 0 {
		a.Effectors = []Effector{{Joint: o.Joints[n-1].Joint}}
	}
	for _, e := range a.Effectors {
		at := slices.IndexFunc(o.Joints, func(j ChainJoint) bool { return j.Joint == e.Joint })
		if at < 1 {
			return nil, fmt.Errorf("chain: %w: the effector %q is none of its joints below the root", ErrJoint, e.Joint)
		}
		a.effector = append(a.effector, at)
	}
	return a, a.checkCCD()
}

// checkCCD refuses trees and several effectors for CCD.
func (a *chainActor) checkCCD() error {
	if a.Solver != CCD {
		return nil
	}
	if n := len(a.bound); len(a.effector) != 1 || a.effector[0] != n-1 {
		return fmt.Errorf("chain: %w: CCD has one effector, the last joint, not %q", ErrValue, names(a.Effectors, func(e *Effector) string { return e.Joint }))
	}
	for k, p := range a.parent {
		if p != k-1 {
			return fmt.Errorf("chain: %w: %q is not below %q, for CCD", ErrJoint, a.Joints[k].Joint, a.Joints[k-1].Joint)
		}
	}
	return nil
}

// addJoint binds the next joint of a chain.
func (a *chainActor) addJoint(s *Stack, o *ChainJoint) error {
	j, parent, err := s.tree(o.Joint, a.bound)
	if err != nil {
		return err
	}
	if !(o.Stiffness >= 0 && o.Stiffness <= 1) {
		return fmt.Errorf("%w: the stiffness %v of %q", ErrValue, o.Stiffness, o.Joint)
	}
	var held *solve.Limit
	if o.Limit != nil {
		l, err := o.Limit.checked()
		if err != nil {
			return fmt.Errorf("limit of %q: %w", o.Joint, err)
		}
		held = &l
	}
	a.bound, a.parent, a.limit = append(a.bound, use{j, turns}), append(a.parent, parent), append(a.limit, held)
	a.rest = append(a.rest, s.localRest(j))
	return nil
}

func (o *ChainIK) targets() (list []target) {
	for k := range o.Effectors {
		e := &o.Effectors[k]
		place, turn := e.Target.target(PartTarget), e.Rotation.target()
		place.follow.Effector, turn.follow.Effector = k, k
		list = append(list, place, target{Value: &e.Weight}, turn, target{Value: &e.RotationWeight})
	}
	return list
}

func (o *ChainIK) set(g *Instances, i, number int, t float64) error {
	for k := range o.Effectors {
		e := &o.Effectors[k]
		if err := g.SetChainIK(i, number, k, ChainTarget{
			Place: e.Target.vector(t), Weight: e.Weight.share(e.Target.Given(), t),
			Rotation: e.Rotation.RotationAt(t), RotationWeight: e.RotationWeight.share(e.Rotation.Given(), t),
		}); err != nil {
			return err
		}
	}
	return nil
}

// SetChainIK sets the target of effector k of a ChainIK in instance i. The error wraps ErrValue.
func (g *Instances) SetChainIK(i, modifier, k int, t ChainTarget) error {
	a, err := actorOf[chained](g, i, modifier, "chain")
	if err != nil {
		return err
	}
	list := a.effectors()
	if k < 0 || k >= len(list) {
		return fmt.Errorf("%w: effector %d of %d of instance %d", ErrValue, k, len(list), i)
	}
	if !(t.Weight >= 0 && t.Weight <= 1e6) || !valid([2][3]float32{t.Place}, t.Rotation, t.RotationWeight) {
		return fmt.Errorf("%w: %+v for %q of instance %d", ErrValue, t, list[k].Joint, i)
	}
	t.Rotation = geom.QuatOf(t.Rotation).Unit().Array()
	a.setEffector(i, k, &t)
	return nil
}

// chained is an actor of a chain.
type chained interface {
	effectors() []Effector
	setEffector(i, k int, t *ChainTarget)
}

type chainActor struct {
	bound
	ChainIK
	parent   []int // index in bound, −1 for the first
	effector []int // index in bound
	rest     []geom.Quat
	limit    []*solve.Limit
	frame    []int
	to       []ChainTarget // per instance and effector
	came     []IKResult
}

func (a chainActor) start(s *starting, frame []int) actor {
	if a.frame = frame; a.plain() {
		return newChain16(s, &a)
	}
	a.to, a.came = make([]ChainTarget, s.n*len(a.effector)), make([]IKResult, s.n)
	return &a
}

func (a *chainActor) effectors() []Effector { return a.Effectors }

func (a *chainActor) reached(i int) IKResult { return a.came[i] }

func (a *chainActor) target(i, effector int) *ChainTarget { return &a.to[i*len(a.effector)+effector] }

func (a *chainActor) setEffector(i, k int, t *ChainTarget) { *a.target(i, k) = *t }

func (a *chainActor) setter(part Part, effector int) setter {
	switch {
	case effector >= len(a.effector):
	case part == PartTarget:
		return func(i int, v geom.Vec, _ geom.Quat) { a.target(i, effector).Place = v.Array() }
	case part == PartRotation:
		return func(i int, _ geom.Vec, q geom.Quat) { a.target(i, effector).Rotation = q.Array() }
	}
	return nil
}

func (a *chainActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	s, n := &f.scratch.chain, len(a.frame)
	joints, turns := s.joints[:n], s.turns[:n]
	for k, at := range a.frame {
		joints[k] = solve.ChainJoint{Place: f.place(at).Array(), Parent: a.parent[k], Weight: 1 - a.Joints[k].Stiffness}
		if l := a.limit[k]; l != nil {
			joints[k].Limit, joints[k].Rest, joints[k].Rotation = l, f.rotationAbove(at).Mul(a.rest[k]).Array(), f.rotation(at).Array()
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
		a.came[i] = IKResult{}
		return
	}
	bend := f.rotationAbove(a.frame[0]).Rotate(geom.VecOf(a.Bend).Times(f.aboveSign(a.frame[0])))
	if a.Solver == CCD {
		solve.CCD(joints, effectors[0].Target, bend.Array(), a.Iterations, turns, s.links[:n])
	} else {
		solve.FABRIK(joints, effectors, bend.Array(), a.Iterations, turns, s.links[:n])
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

// rotated is the rotation of effector k relative to its parent's that approaches a goal.
func (a *chainActor) rotated(f *frames, turns []solve.ChainTurn, k int, goal geom.Quat, weight float32) geom.Quat {
	now := f.rotation(a.frame[k])
	return geom.QuatOf(turns[a.parent[k]].Turn).Conjugate().Mul(geom.QuatOf(turns[k].Turn).Mul(now).Nlerp(goal, weight)).Mul(now.Conjugate())
}

func (o *ChainIK) fields(x *object) {
	x.Type("chainIK", "Moves joints of a chain or tree to targets: a spine, a tentacle.")
	jsondoc.List(x.At("joints", "The joints, the root first, parents before children."), &o.Joints, 2, maxChain, func(p place, j *ChainJoint) {
		p.OrShort("joint", j.Stiffness == 0 && j.Limit == nil, func(x *object) {
			x.Type("chainJoint", "A joint of a chain.")
			at := x.At("joint", "The joint.")
			joint(at, &j.Joint, true)
			if p.Index > 0 {
				checkBelow(at, j.Joint, o.Joints[0].Joint)
			}
			x.At("stiffness", "From 0, free, to 1, turned by its parents alone.").Number32(&j.Stiffness, jsondoc.Part)
			limit := x.At("limit", "The range of its rotation relative to rest.")
			jsondoc.Optional(limit, &j.Limit, func(x *object, l *JointLimit) {
				x.Type("range", "A range of rotations, see jointLimit.")
				l.kinds(x)
			})
		})
	})
	jsondoc.Objects(x.At("effectors", "The joints with targets."), &o.Effectors, 1, maxEffectors, func(x *object, e *Effector) {
		x.Type("effector", "A joint of a chain with a target.")
		at := x.At("joint", "One of the chain's joints.")
		joint(at, &e.Joint, true)
		if at.Checks() && !slices.ContainsFunc(o.Joints, func(j ChainJoint) bool { return j.Joint == e.Joint }) {
			at.Wrong("%q is none of the chain's joints", e.Joint)
		}
		target := x.At("target", "Its goal.")
		point(target, &e.Target)
		part(x.At("weight", "Its weight relative to the other effectors."), &e.Weight)
		turn(x.At("rotation", "Its goal rotation."), &e.Rotation)
		part(x.At("rotationWeight", "The weight of the rotation."), &e.RotationWeight)
		if x.Checks() && len(o.Joints) > 0 {
			checkIndependent(target, e.Target.Joint, o.Joints[0].Joint)
		}
	})
	jsondoc.Choice(x.At("solver", "The algorithm."), &o.Solver, []string{"fabrik", "ccd"}, false)
	x.At("iterations", "Passes; 0 is 8.").Integer(&o.Iterations, jsondoc.Range(0, maxChainPasses))
	vector(x.At("bend", "The direction to which a straight chain bends, in the frame of the root's parent."), &o.Bend)
}

func (o *ChainIK) describe() (joints []string, does string) {
	for k := range o.Effectors {
		does += o.Effectors[k].Target.text(", " + o.Effectors[k].Joint + " reaches for ")
	}
	return names(o.Joints, func(j *ChainJoint) string { return j.Joint }), does
}
