package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Constrained declares a joint with a stack of constraints. The world is the model.
type Constrained struct {
	Name  string
	Stack constraint.Stack
	// Targets are what Entry.Target counts: the names of joints, or empty strings for
	// matrices that SetTarget gives each instance.
	Targets []string
	// Moves and Scales keep what the constraints do to the joint's place and scale, not to
	// its rotation alone; the layout reserves columns for that.
	Moves, Scales bool
}

// maxTargets is the most targets of a joint.
const maxTargets = 64

// Constrained adds a constrained joint to the stack and returns the modifier's number.
// The error wraps ErrJoint, ErrValue or constraint.ErrStack.
func (s *Stack) Constrained(o Constrained) (int, error) {
	fail := func(err error) (int, error) { return 0, fmt.Errorf("constrain %q: %w", o.Name, err) }
	m := &constrainedModifier{Constrained: o}
	var err error
	if m.joint, err = s.find(o.Name); err != nil {
		return fail(err)
	}
	if len(o.Targets) > maxTargets {
		return fail(fmt.Errorf("%w: %d targets, at most %d", ErrValue, len(o.Targets), maxTargets))
	}
	for _, name := range o.Targets {
		j := -1
		if name != "" {
			if j, err = s.find(name); err != nil {
				return fail(err)
			}
			if s.isBelow(j, m.joint) {
				return fail(fmt.Errorf("%w: its target %q moves with it", ErrJoint, name))
			}
		}
		m.target = append(m.target, j)
	}
	if err := o.Stack.Validate(len(o.Targets)); err != nil {
		return fail(err)
	}
	if o.Moves || o.Scales {
		s.reserve = append(s.reserve, pose.Reservation{Joint: m.joint, Translation: o.Moves, Scale: o.Scales})
	}
	m.rest, m.local = s.restOf(m.joint)
	for _, j := range m.target {
		var b bone
		if j >= 0 {
			b.rest, b.local = s.restOf(j)
			b.tail = s.tail(j)
		}
		m.bones = append(m.bones, b)
	}
	return s.add(m), nil
}

// bone is a target's joint at rest: in the model and relative to its parent, and where the
// first joint below it is.
type bone struct {
	rest, local soa.Affine
	tail        [3]float32
}

// tail is the place of the first joint below one, in its frame.
func (s *Stack) tail(j int) [3]float32 {
	for k, parent := range s.skeleton.Parent {
		if int(parent) == j {
			_, local := s.restOf(k)
			return geom.Translation(&local).Array()
		}
	}
	return [3]float32{}
}

// isBelow reports whether a joint is another one or below it.
func (s *Stack) isBelow(j, other int) bool {
	for ; j >= 0; j = int(s.skeleton.Parent[j]) {
		if j == other {
			return true
		}
	}
	return false
}

// restOf is a joint at rest: in the model and relative to its parent.
func (s *Stack) restOf(j int) (model, local soa.Affine) {
	k := s.skeleton
	r := &k.Rest
	q := geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit()
	local = q.Matrix(geom.XYZ(r.TX[j], r.TY[j], r.TZ[j]))
	scale := [3]float32{r.SX[j], r.SY[j], r.SZ[j]}
	for i := range local {
		if i%4 < 3 {
			local[i] = float32(local[i] * scale[i%4])
		}
	}
	for n := range k.Static {
		if int(k.Static[n].Joint) == j {
			local = k.Static[n].Local
		}
	}
	if p := k.Parent[j]; p >= 0 {
		above, _ := s.restOf(int(p))
		return above.Mul(&local), local
	}
	return local, local
}

// SetTarget sets target k of a modifier of Constrained in instance i, which has no joint: a
// matrix of the model. The error wraps ErrValue.
func (g *Instances) SetTarget(i, modifier, k int, m soa.Affine) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	a, ok := g.actor[modifier].(*constrainedActor)
	if !ok {
		return fmt.Errorf("%w: modifier %d has no targets", ErrValue, modifier)
	}
	if k < 0 || k >= len(a.frames) || a.frames[k] >= 0 {
		return fmt.Errorf("%w: target %d of %q is none to be set", ErrValue, k, a.Name)
	}
	if !bounded(m[:]) {
		return fmt.Errorf("%w: %v for target %d of %q of instance %d", ErrValue, m, k, a.Name, i)
	}
	a.set[i*len(a.frames)+k] = m
	return nil
}

type constrainedModifier struct {
	Constrained
	joint       int
	target      []int // joints, or −1
	bones       []bone
	rest, local soa.Affine
}

func (m *constrainedModifier) joints() []int {
	list := []int{m.joint}
	for _, j := range m.target {
		if j >= 0 {
			list = append(list, j)
		}
	}
	return list
}

// moves are the joints that change: the targets stay.
func (m *constrainedModifier) moves() []int { return []int{m.joint} }

func (m *constrainedModifier) start(s *starting) (actor, error) {
	a := &constrainedActor{constrainedModifier: m, set: make([]soa.Affine, s.n*len(m.target))}
	for i := range a.set {
		a.set[i] = soa.IdentityAffine()
	}
	var err error
	if a.frame, err = s.frame(m.joint); err != nil {
		return nil, err
	}
	for _, j := range m.target {
		k := -1
		if j >= 0 {
			if k, err = s.frame(j); err != nil {
				return nil, err
			}
		}
		a.frames = append(a.frames, k)
	}
	if a.writes, err = s.writes(a.frame, m.Moves, m.Scales, m.Name); err != nil {
		return nil, err
	}
	return a, nil
}

type constrainedActor struct {
	*constrainedModifier
	frame  int
	frames []int // of targets, or −1
	set    []soa.Affine
	writes writes
}

func (a *constrainedActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	owner, n := f.joint(a.frame), len(a.frames)
	joint := &f.owner
	*joint = f.base(a.frame, &a.rest, &a.local)
	targets := f.targets[:0]
	for k, at := range a.frames {
		t := constraint.Target{Matrix: a.set[i*n+k]}
		if at >= 0 {
			b, base := &a.bones[k], &f.scratch.bases[k]
			*base = f.base(at, &b.rest, &b.local)
			t = constraint.Target{Matrix: f.joint(at), Joint: base, Tail: b.tail}
		}
		targets = append(targets, t)
	}
	f.targets = targets
	result := a.Stack.Apply(owner, joint, targets)
	if result != owner {
		a.writes.put(f, p, a.frame, &result, weight)
	}
}

// base is what the spaces of a joint are made of.
func (f *frames) base(k int, rest, local *soa.Affine) constraint.Joint {
	b := constraint.Joint{World: soa.IdentityAffine(), Rest: *rest, Base: *local}
	if above := f.parent[k]; above >= 0 {
		m := f.joint(above)
		b.Base = m.Mul(local)
	}
	return b
}
