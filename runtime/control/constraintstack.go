package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ConstraintStack declares a joint with constraints, see package constraint, of which each
// acts on what the ones before have left. The world is the model.
type ConstraintStack struct {
	Joint string
	// Moves and Scales keep what the constraints do to the joint's place and scale, not to
	// its rotation alone; the layout reserves columns for that.
	Moves, Scales bool
	Stack         []Constraint
}

// Constraint is one with its targets and its place in a stack.
type Constraint struct {
	// Rule is one of package constraint, by value.
	Rule constraint.Rule
	// Keep is for constraint.ChildOf and constraint.Attach: their offset is that of the joint
	// to its target at rest.
	Keep               bool
	Path               *Path // of constraint.FollowPath, in place of its own; or nil
	Targets            []Target
	Space, TargetSpace constraint.Space
	HeadTail           float32
	Influence          float32
}

// Target is another joint or, where Joint is empty, a matrix of the model: what its values
// make at first, or SetTarget says. Targets count from 0 through all constraints of a stack.
type Target struct {
	Joint              string
	Translation, Scale Value
	Rotation           Value
}

// Path is the points of a path; without Up that is Y.
type Path struct {
	Points [][3]float32
	Closed bool
	Up     [3]float32
}

// Make makes the path.
func (p *Path) Make() (*constraint.Path, error) {
	up := p.Up
	if up == [3]float32{} {
		up = [3]float32{0, 1, 0}
	}
	return constraint.NewPath(p.Points, p.Closed, up)
}

func (o *ConstraintStack) bind(s *Stack) (modifier, error) {
	fail := func(err error) (modifier, error) { return nil, fmt.Errorf("constrain %q: %w", o.Joint, err) }
	m := &constraintModifier{name: o.Joint, moving: o.Moves, scaling: o.Scales}
	var err error
	if m.joint, err = s.find(o.Joint); err != nil {
		return fail(err)
	}
	for k := range o.Stack {
		if err := m.addConstraint(s, &o.Stack[k]); err != nil {
			return nil, fmt.Errorf("constrain %q: constraint %d: %w", o.Joint, k, err)
		}
	}
	if n := len(m.target); n > MaxTargets {
		return fail(fmt.Errorf("%w: %d targets, at most %d", ErrValue, n, MaxTargets))
	}
	if err := m.stack.Validate(len(m.target)); err != nil {
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
	return m, nil
}

// addConstraint finds the targets of a constraint.
func (m *constraintModifier) addConstraint(s *Stack, c *Constraint) error {
	entry := constraint.Entry{Space: c.Space, TargetSpace: c.TargetSpace, Target: constraint.NoTarget, HeadTail: c.HeadTail, Influence: c.Influence}
	if len(c.Targets) > 0 {
		entry.Target = len(m.target)
	}
	for t := range c.Targets {
		name, j := c.Targets[t].Joint, -1
		if name != "" {
			var err error
			if j, err = s.find(name); err != nil {
				return err
			}
			if s.skeleton.InSubtree(j, m.joint) {
				return fmt.Errorf("%w: its target %q moves with it", ErrJoint, name)
			}
		}
		m.target = append(m.target, j)
	}
	var err error
	if entry.Rule, err = c.rule(s, m.joint); err != nil {
		return err
	}
	m.stack = append(m.stack, entry)
	return nil
}

// rule is a constraint's rule with its path, or with the offset that it keeps.
func (c *Constraint) rule(s *Stack, owner int) (constraint.Rule, error) {
	kept, ok := c.Rule, true
	switch r := c.Rule.(type) {
	case constraint.FollowPath:
		if c.Path == nil {
			return r, nil
		}
		p, err := c.Path.Make()
		r.Path = p
		return r, err
	case constraint.ChildOf:
		if !c.Keep {
			return r, nil
		}
		target, err := c.atRest(s)
		if err != nil {
			return r, err
		}
		kept, ok = r.WithInverse(target)
	case constraint.Attach:
		if !c.Keep {
			return r, nil
		}
		target, err := c.atRest(s)
		if err != nil {
			return r, err
		}
		own, _ := s.restOf(owner)
		kept, ok = constraint.AttachKeeping(own, target)
	}
	if !ok {
		return kept, fmt.Errorf("%w: the target of %q flattens space", ErrValue, s.skeleton.Name[owner])
	}
	return kept, nil
}

// atRest is the matrix of the first target in the rest pose, or that which it begins with.
func (c *Constraint) atRest(s *Stack) (soa.Affine, error) {
	if len(c.Targets) == 0 {
		return soa.Affine{}, fmt.Errorf("%w: it keeps the place to no target", ErrValue)
	}
	t := &c.Targets[0]
	if t.Joint == "" {
		return t.matrix(0), nil
	}
	j, err := s.find(t.Joint)
	if err != nil {
		return soa.Affine{}, err
	}
	m, _ := s.restOf(j)
	return m, nil
}

// matrix is that of a target that is no joint.
func (t *Target) matrix(seconds float64) soa.Affine {
	m := geom.QuatOf(t.Rotation.RotationAt(seconds)).Matrix(geom.VecOf(t.Translation.vector(seconds)))
	if t.Scale.Given() {
		scale := t.Scale.At(seconds)
		for i := range m {
			if i%4 < 3 {
				m[i] = float32(m[i] * scale[i%4])
			}
		}
	}
	return m
}

// free visits the targets that are no joints.
func (o *ConstraintStack) free(visit func(k int, t *Target)) {
	n := 0
	for k := range o.Stack {
		for t := range o.Stack[k].Targets {
			if target := &o.Stack[k].Targets[t]; target.Joint == "" {
				visit(n, target)
			}
			n++
		}
	}
}

func (o *ConstraintStack) values(visit func(v *Value)) {
	o.free(func(_ int, t *Target) {
		visit(&t.Translation)
		visit(&t.Rotation)
		visit(&t.Scale)
	})
}

func (o *ConstraintStack) set(g *Instances, i, number int, seconds float64) (err error) {
	o.free(func(k int, t *Target) {
		if err == nil {
			err = g.SetTarget(i, number, k, t.matrix(seconds))
		}
	})
	return err
}

// bone is a target's joint at rest: in the model and relative to its parent, and where the
// first joint below it is.
type bone struct {
	rest, local soa.Affine
	tail        [3]float32
}

// SetTarget sets target k of a ConstraintStack in instance i, which has no joint: a matrix of
// the model. The error wraps ErrValue.
func (g *Instances) SetTarget(i, modifier, k int, m soa.Affine) error {
	a, err := actorOf[*constraintActor](g, i, modifier, "constraint stack")
	if err != nil {
		return err
	}
	if k < 0 || k >= len(a.frames) || a.frames[k] >= 0 {
		return fmt.Errorf("%w: target %d of %q is none to be set", ErrValue, k, a.name)
	}
	if !bounded(m[:]) {
		return fmt.Errorf("%w: %v for target %d of %q of instance %d", ErrValue, m, k, a.name, i)
	}
	a.set[i*len(a.frames)+k] = m
	return nil
}

type constraintModifier struct {
	name            string
	moving, scaling bool
	stack           constraint.Stack
	joint           int
	target          []int // joints, or −1
	bones           []bone
	rest, local     soa.Affine
}

func (m *constraintModifier) joints() []int {
	list := []int{m.joint}
	for _, j := range m.target {
		if j >= 0 {
			list = append(list, j)
		}
	}
	return list
}

// moves are the joints that change: the targets stay.
func (m *constraintModifier) moves() []int { return []int{m.joint} }

func (m *constraintModifier) start(s *starting) (actor, error) {
	a := &constraintActor{constraintModifier: m, set: make([]soa.Affine, s.n*len(m.target))}
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
	if a.writes, err = s.writes(a.frame, m.moving, m.scaling, m.name); err != nil {
		return nil, err
	}
	return a, nil
}

type constraintActor struct {
	*constraintModifier
	frame  int
	frames []int // of targets, or −1
	set    []soa.Affine
	writes writes
	work   *constraintWork
}

// constraintWork is what a controller constrains a joint with.
type constraintWork struct {
	owner   constraint.Joint
	bases   [MaxTargets]constraint.Joint
	targets [MaxTargets]constraint.Target
}

func (a *constraintActor) fork(*frames) actor {
	own := *a
	own.work = new(constraintWork)
	return &own
}

func (a *constraintActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	owner, n := f.joint(a.frame), len(a.frames)
	joint := &a.work.owner
	*joint = f.base(a.frame, &a.rest, &a.local)
	targets := a.work.targets[:0]
	for k, at := range a.frames {
		t := constraint.Target{Matrix: a.set[i*n+k]}
		if at >= 0 {
			b, base := &a.bones[k], &a.work.bases[k]
			*base = f.base(at, &b.rest, &b.local)
			t = constraint.Target{Matrix: f.joint(at), Joint: base, Tail: b.tail}
		}
		targets = append(targets, t)
	}
	result := a.stack.Apply(owner, joint, targets)
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

func (o *ConstraintStack) changes() []string { return []string{o.Joint} }

func (o *ConstraintStack) text(joints string) string {
	return joints + ": " + strings.Join(names(o.Stack, (*Constraint).text), ", ")
}
