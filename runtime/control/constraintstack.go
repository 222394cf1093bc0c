package control

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// ConstraintStack applies constraints to a joint, each to the result of those before, see package
// constraint. Its world is the model.
type ConstraintStack struct {
	Joint string
	// Moves and Scales apply the constraints to the joint's place and scale too, not to its
	// rotation alone; the layout reserves columns.
	Moves, Scales bool
	Stack         []Constraint
}

// Constraint is a constraint with its targets and spaces.
type Constraint struct {
	// Rule is one of package constraint, by value.
	Rule constraint.Rule
	// Keep makes the offset of constraint.ChildOf and constraint.Attach that of the rest pose.
	Keep               bool
	Path               *Path // replaces that of constraint.FollowPath; or nil
	Targets            []Target
	Space, TargetSpace constraint.Space
	HeadTail           float32
	Influence          float32
}

// Target is another joint or, without Joint, a matrix in model space: initially of the values, see
// SetTarget. Targets are numbered from 0 through all constraints of a stack.
type Target struct {
	Joint              string
	Translation, Scale Value
	Rotation           Value
}

// Path is the points of a path; Up is +Y where it is 0.
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
	j, err := s.find(o.Joint)
	if err != nil {
		return fail(err)
	}
	a := &constraintActor{bound: bound{{j, turns}}, name: o.Joint}
	own := &a.bound[0].to
	if o.Moves {
		*own |= moves
	}
	if o.Scales {
		*own |= scales
	}
	a.to = *own
	a.rest, a.local = s.restOf(j)
	for k := range o.Stack {
		if err := a.add(s, &o.Stack[k]); err != nil {
			return nil, fmt.Errorf("constrain %q: constraint %d: %w", o.Joint, k, err)
		}
	}
	if n := len(a.bones); n > maxTargets {
		return fail(fmt.Errorf("%w: %d targets, at most %d", ErrValue, n, maxTargets))
	}
	if err := a.stack.Validate(len(a.bones)); err != nil {
		return fail(err)
	}
	return a, nil
}

// add binds a constraint and its targets.
func (a *constraintActor) add(s *Stack, c *Constraint) error {
	owner := a.bound[0].joint
	entry := constraint.Entry{Space: c.Space, TargetSpace: c.TargetSpace, Target: constraint.NoTarget, HeadTail: c.HeadTail, Influence: c.Influence}
	if len(c.Targets) > 0 {
		entry.Target = len(a.bones)
	}
	for t := range c.Targets {
		var b bone
		if name := c.Targets[t].Joint; name != "" {
			j, err := s.find(name)
			if err != nil {
				return err
			}
			if s.skeleton.InSubtree(j, owner) {
				return fmt.Errorf("%w: its target %q moves with it", ErrJoint, name)
			}
			b.rest, b.local = s.restOf(j)
			b.tail, b.use = s.tail(j), len(a.bound)
			a.bound = append(a.bound, use{j, reads})
		}
		a.bones = append(a.bones, b)
	}
	var err error
	if entry.Rule, err = c.rule(s, owner); err != nil {
		return err
	}
	a.stack = append(a.stack, entry)
	return nil
}

// rule is a constraint's rule with its path or kept offset.
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

// atRest is the matrix of the first target in the rest pose, or its initial one.
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

// matrix is the matrix of a target without a joint.
func (t *Target) matrix(seconds float64) soa.Affine {
	m := geom.QuatOf(t.Rotation.RotationAt(seconds)).Matrix(geom.VecOf(t.Translation.vector(seconds)))
	if t.Scale.Given() {
		stretch(&m, t.Scale.vector(seconds))
	}
	return m
}

// free visits the targets without joints.
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

func (o *ConstraintStack) targets() (list []target) {
	o.free(func(_ int, t *Target) {
		list = append(list, target{Value: &t.Translation}, target{Value: &t.Rotation}, target{Value: &t.Scale})
	})
	return list
}

func (o *ConstraintStack) set(g *Instances, i, number int, seconds float64) (err error) {
	o.free(func(k int, t *Target) {
		if err == nil {
			err = g.SetTarget(i, number, k, t.matrix(seconds))
		}
	})
	return err
}

// bone is a target's joint at rest, in the model and relative to its parent, and its tail.
type bone struct {
	use         int // index in bound; 0: the target has no joint
	rest, local soa.Affine
	tail        [3]float32
}

// SetTarget sets target k of a ConstraintStack in instance i, which has no joint, to a matrix in
// model space. The error wraps ErrValue.
func (g *Instances) SetTarget(i, modifier, k int, m soa.Affine) error {
	a, err := actorOf[*constraintActor](g, i, modifier, "constraint stack")
	if err != nil {
		return err
	}
	if k < 0 || k >= len(a.bones) || a.bones[k].use > 0 {
		return fmt.Errorf("%w: target %d of %q is none to be set", ErrValue, k, a.name)
	}
	if !bounded(m[:]) {
		return fmt.Errorf("%w: %v for target %d of %q of instance %d", ErrValue, m, k, a.name, i)
	}
	a.set[i*len(a.bones)+k] = m
	return nil
}

type constraintActor struct {
	bound       // the joint, and those of targets
	name        string
	to          access
	stack       constraint.Stack
	bones       []bone // per target
	rest, local soa.Affine
	frame       []int
	set         []soa.Affine // per instance and target
}

func (a constraintActor) start(s *starting, frame []int) actor {
	a.frame, a.set = frame, make([]soa.Affine, s.n*len(a.bones))
	for i := range a.set {
		a.set[i] = soa.IdentityAffine()
	}
	return &a
}

func (a *constraintActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	own, work := a.frame[0], &f.scratch.constraint
	owner, joint, targets := f.joint(own), &work.owner, work.targets[:0]
	*joint = f.base(own, &a.rest, &a.local)
	for k := range a.bones {
		t, b := constraint.Target{Matrix: a.set[i*len(a.bones)+k]}, &a.bones[k]
		if b.use > 0 {
			at, base := a.frame[b.use], &work.bases[k]
			*base = f.base(at, &b.rest, &b.local)
			t = constraint.Target{Matrix: f.joint(at), Joint: base, Tail: b.tail}
		}
		targets = append(targets, t)
	}
	result := a.stack.Apply(owner, joint, targets)
	if result != owner {
		f.put(p, own, a.to, &result, weight)
	}
}

// base returns the matrices of a joint's spaces.
func (f *frames) base(k int, rest, local *soa.Affine) constraint.Joint {
	b := constraint.Joint{World: soa.IdentityAffine(), Rest: *rest, Base: *local}
	if above := f.parent[k]; above >= 0 {
		m := f.joint(above)
		b.Base = m.Mul(local)
	}
	return b
}

func (o *ConstraintStack) describe() (joints []string, does string) {
	return []string{o.Joint}, ": " + strings.Join(names(o.Stack, (*Constraint).text), ", ")
}
