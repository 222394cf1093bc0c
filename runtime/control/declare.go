package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/document"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Declared is the stack that a document declares, and the targets and weights that it
// begins with.
type Declared struct {
	*Stack
	Control  *document.Control
	declared []declared // per modifier of the document
}

// declared is what a modifier of a document has become.
type declared struct {
	number  int
	follows []int            // modifiers that set its target
	set     []settableTarget // of constraints
}

// settableTarget is a target of constraints that is no joint.
type settableTarget struct {
	index  int
	target *document.Target
}

// Declare makes the stack of a document, for a model's skeleton. The error begins with a
// place in the document and wraps document.ErrControl, document.ErrLimit, ErrJoint or
// ErrValue.
func Declare(k *soa.Skeleton, c *document.Control) (*Declared, error) {
	if err := c.Check(k); err != nil {
		return nil, err
	}
	d := &Declared{Stack: New(k), Control: c}
	for n := range c.Modifiers {
		m, err := d.declare(c.Modifiers[n].Do)
		if err != nil {
			return nil, fmt.Errorf("/control/modifiers/%d/%s: %w", n, c.Modifiers[n].Kind(), err)
		}
		d.declared = append(d.declared, m)
	}
	return d, nil
}

func (d *Declared) declare(do document.Action) (m declared, err error) {
	switch a := do.(type) {
	case *document.Joint:
		m.number, err = d.Joint(Joint{
			Name: a.Joint, Space: Space(a.Space), Adds: a.Adds,
			Rotation: a.Rotation.Given(), Translation: a.Translation.Given(), Scale: a.Scale.Given(),
		})
	case *document.Limb:
		return d.declareLimb(a)
	case *document.Aim:
		if m.follows, err = d.followAll([]Follow{{Name: a.Target.Joint, Offset: a.Target.Offset}}); err == nil {
			m.number, err = d.Aim(Aim{Name: a.Joint, Forward: a.Forward, Up: a.Up, Offset: a.Offset})
		}
	case *document.Look:
		if m.follows, err = d.followAll([]Follow{{Name: a.Target.Joint, Offset: a.Target.Offset}}); err == nil {
			m.number, err = d.Look(Look{Joints: a.Joints, Weights: a.Weights, Cones: wide(a.Cones), Forward: a.Forward, Up: a.Up, Offset: a.Offset, Speed: a.Speed})
		}
	case *document.Limit:
		m.number, err = d.Limited(Limited{a.Joint, limitOf(a)})
	case *document.Constraints:
		return d.declareConstraints(a)
	default:
		return d.declareMore(do)
	}
	return m, err
}

func wide(list []float32) (out []float64) {
	for _, v := range list {
		out = append(out, float64(v))
	}
	return out
}

func (d *Declared) declareLimb(a *document.Limb) (m declared, err error) {
	m.follows, err = d.followAll([]Follow{
		{Name: a.Target.Joint, Offset: a.Target.Offset}, {Name: a.Pole.Joint, Offset: a.Pole.Offset, Part: Pole}, {Name: a.Rotation.Joint, Part: Turn},
	})
	if err != nil {
		return m, err
	}
	m.number, err = d.Limb(Limb{
		Root: a.Root, Mid: a.Mid, End: a.End, Hinge: a.Hinge, PoleIsPoint: a.PoleIsPoint, Soft: a.Soft, Stretch: a.Stretch, AtMid: a.AtMid,
	})
	return m, err
}

// followAll lets the targets of the next modifier be joints, those that have names.
func (d *Declared) followAll(list []Follow) (numbers []int, err error) {
	list = slices.DeleteFunc(list, func(f Follow) bool { return f.Name == "" })
	number := d.Len() + len(list)
	for _, f := range list {
		f.Modifier = number
		n, err := d.Follow(f)
		if err != nil {
			return numbers, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// limitOf is the limit of a document.
func limitOf(a *document.Limit) solve.Limit {
	from, to := float64(a.From), float64(a.To)
	var l solve.Limit
	switch a.Kind {
	case document.HingeLimit:
		l = solve.NewHinge(a.Axis, from, to)
	case document.ConeLimit:
		l = solve.NewCone(a.Axis, float64(a.Swing[0]))
	case document.TwistLimit:
		l = solve.NewTwist(a.Axis, from, to)
	default:
		l = solve.NewSwingTwist(a.Axis, a.Side, float64(a.Swing[0]), float64(a.Swing[1]), from, to)
	}
	if a.Center != [4]float32{} {
		l.Center = geom.QuatOf(a.Center).Unit().Array()
	}
	l.Soft = a.Soft
	return l
}

func (d *Declared) declareConstraints(a *document.Constraints) (m declared, err error) {
	o := Constrained{Name: a.Joint, Moves: a.Moves, Scales: a.Scales}
	for k := range a.Stack {
		e := &a.Stack[k]
		entry := constraint.Entry{Rule: e.Rule, Space: e.Space, TargetSpace: e.TargetSpace, Target: constraint.NoTarget, HeadTail: e.HeadTail, Influence: e.Influence}
		if len(e.Targets) > 0 {
			entry.Target = len(o.Targets)
		}
		for t := range e.Targets {
			target := &e.Targets[t]
			if target.Joint == "" {
				m.set = append(m.set, settableTarget{len(o.Targets), target})
			}
			o.Targets = append(o.Targets, target.Joint)
		}
		if entry.Rule, err = d.rule(a.Joint, e); err != nil {
			return m, fmt.Errorf("constraint %d: %w", k, err)
		}
		o.Stack = append(o.Stack, entry)
	}
	m.number, err = d.Constrained(o)
	return m, err
}

// rule is a constraint's rule with its path, or with the offset that it keeps.
func (d *Declared) rule(owner string, e *document.Entry) (constraint.Rule, error) {
	switch r := e.Rule.(type) {
	case constraint.FollowPath:
		p, err := e.Path.Make()
		r.Path = p
		return r, err
	case constraint.ChildOf:
		if !e.Keep {
			return r, nil
		}
		target, err := d.atRest(&e.Targets[0])
		kept, ok := r.WithInverse(target)
		if err == nil && !ok {
			err = fmt.Errorf("%w: the target of %q flattens space", ErrValue, owner)
		}
		return kept, err
	case constraint.Attach:
		if !e.Keep {
			return r, nil
		}
		target, err := d.atRest(&e.Targets[0])
		if err != nil {
			return r, err
		}
		own, err := d.atRest(&document.Target{Joint: owner})
		kept, ok := constraint.AttachKeeping(own, target)
		if err == nil && !ok {
			err = fmt.Errorf("%w: the target of %q flattens space", ErrValue, owner)
		}
		return kept, err
	}
	return e.Rule, nil
}

// atRest is a target's matrix in the rest pose, or that which it begins with.
func (d *Declared) atRest(t *document.Target) (soa.Affine, error) {
	if t.Joint == "" {
		return matrixAt(t, 0), nil
	}
	j, err := d.find(t.Joint)
	if err != nil {
		return soa.Affine{}, err
	}
	m, _ := d.restOf(j)
	return m, nil
}

// matrixAt is the matrix of a target that is no joint.
func matrixAt(t *document.Target, seconds float64) soa.Affine {
	place := t.Translation.At(seconds)
	m := geom.QuatOf(t.Rotation.RotationAt(seconds)).Matrix(geom.VecOf([3]float32(place[:3])))
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

// Find returns the number of the modifier that has a name in the document.
func (d *Declared) Find(name string) (int, bool) {
	for k := range d.Control.Modifiers {
		if d.Control.Modifiers[k].Name == name && name != "" {
			return d.declared[k].number, true
		}
	}
	return 0, false
}

// End is the time in seconds from which on nothing in the document changes any more, but
// for loops.
func (d *Declared) End() (end float64) {
	d.values(func(v *document.Value) { end = max(end, v.End()) })
	return end
}

// Moves reports whether targets or weights of the document change over time.
func (d *Declared) Moves() (moves bool) {
	d.values(func(v *document.Value) { moves = moves || v.Moves() })
	return moves
}

// Remembers reports whether a modifier goes on from what it did before, so that a pose
// depends on those before it.
func (d *Declared) Remembers() bool {
	for k := range d.Control.Modifiers {
		switch d.Control.Modifiers[k].Do.(type) {
		case *document.Look, *document.Springs, *document.VRMSprings, *document.Attach, *document.Grab, *document.Feet:
			return true
		}
	}
	return false
}

// values visits all targets and weights.
func (d *Declared) values(visit func(v *document.Value)) {
	for k := range d.Control.Modifiers {
		m := &d.Control.Modifiers[k]
		visit(&m.Weight)
		switch a := m.Do.(type) {
		case *document.Joint:
			visit(&a.Rotation)
			visit(&a.Translation)
			visit(&a.Scale)
		case *document.Limb:
			visit(&a.Target.Value)
			visit(&a.Pole.Value)
			visit(&a.PoleWeight)
			visit(&a.Rotation.Value)
			visit(&a.RotationWeight)
		case *document.Aim:
			visit(&a.Target.Value)
			visit(&a.Pole)
		case *document.Look:
			visit(&a.Target.Value)
			visit(&a.Pole)
		case *document.Chain:
			for e := range a.Effectors {
				e := &a.Effectors[e]
				visit(&e.Target.Value)
				visit(&e.Weight)
				visit(&e.Rotation.Value)
				visit(&e.RotationWeight)
			}
		case *document.Grab:
			visit(&a.Target.Value)
			visit(&a.Pole)
			visit(&a.PoleWeight)
			visit(&a.Rotation)
			visit(&a.RotationWeight)
			visit(&a.Holds)
		}
		for _, s := range d.declared[k].set {
			visit(&s.target.Translation)
			visit(&s.target.Rotation)
			visit(&s.target.Scale)
		}
	}
}

// Start is Stack.Start; all instances begin with what the document says of the time 0.
func (d *Declared) Start(layout *pose.Layout, n int) (*Instances, error) {
	g, err := d.Stack.Start(layout, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		if err := d.Set(g, i, 0); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Set gives instance i the targets and weights that the document has at a time in seconds.
// Programs set others after it. The error wraps ErrValue.
func (d *Declared) Set(g *Instances, i int, seconds float64) error {
	for k := range d.declared {
		m := &d.Control.Modifiers[k]
		if !m.Begins() {
			continue
		}
		if err := d.setTarget(g, i, k, seconds); err != nil {
			return fmt.Errorf("/control/modifiers/%d: %w", k, err)
		}
		weight := 1.
		if m.Weight.Given() {
			weight = float64(m.Weight.At(seconds)[0])
		}
		if err := d.SetWeight(g, i, d.declared[k].number, weight); err != nil {
			return fmt.Errorf("/control/modifiers/%d: %w", k, err)
		}
	}
	return nil
}

// SetWeight is Instances.SetWeight of a modifier, and of those that set its targets from
// joints.
func (d *Declared) SetWeight(g *Instances, i, modifier int, weight float64) error {
	if err := g.SetWeight(i, modifier, weight); err != nil {
		return err
	}
	for k := range d.declared {
		if d.declared[k].number != modifier {
			continue
		}
		for _, n := range d.declared[k].follows {
			on := 0.
			if weight > 0 {
				on = 1
			}
			if err := g.SetWeight(i, n, on); err != nil {
				return err
			}
		}
	}
	return nil
}

// setTarget gives a modifier its target.
func (d *Declared) setTarget(g *Instances, i, k int, t float64) error {
	number := d.declared[k].number
	switch a := d.Control.Modifiers[k].Do.(type) {
	case *document.Joint:
		to := Unmoved()
		to.Rotation = a.Rotation.RotationAt(t)
		to.Translation = three(&a.Translation, t)
		if a.Scale.Given() {
			to.Scale = three(&a.Scale, t)
		}
		return g.SetJoint(i, number, to)
	case *document.Limb:
		return g.SetLimb(i, number, LimbTarget{
			Place: three(&a.Target.Value, t), Pole: three(&a.Pole.Value, t), PoleWeight: share(&a.PoleWeight, a.Pole.Given(), t),
			Rotation: a.Rotation.RotationAt(t), RotationWeight: share(&a.RotationWeight, a.Rotation.Given(), t), Twist: solve.NewAngle(float64(a.Twist)),
		})
	case *document.Aim:
		return g.SetAim(i, number, AimTarget{three(&a.Target.Value, t), three(&a.Pole, t), solve.NewAngle(float64(a.Twist))})
	case *document.Look:
		return g.SetAim(i, number, AimTarget{Place: three(&a.Target.Value, t), Pole: three(&a.Pole, t)})
	case *document.Chain:
		for e := range a.Effectors {
			if err := setEffector(g, i, number, e, &a.Effectors[e], t); err != nil {
				return err
			}
		}
	case *document.Grab:
		if err := g.Hold(i, number, !a.Holds.Given() || a.Holds.At(t)[0] >= 0.5); err != nil {
			return err
		}
		return g.SetGrab(i, number, GrabTarget{
			Place: three(&a.Target.Value, t), Rotation: a.Rotation.RotationAt(t), RotationWeight: share(&a.RotationWeight, a.Rotation.Given(), t),
			Pole: three(&a.Pole, t), PoleWeight: share(&a.PoleWeight, a.Pole.Given(), t),
		})
	case *document.Attach:
		if t == 0 {
			return g.SetSocket(i, number, a.Socket)
		}
	}
	for _, s := range d.declared[k].set {
		if err := g.SetTarget(i, number, s.index, matrixAt(s.target, t)); err != nil {
			return err
		}
	}
	return nil
}

func three(v *document.Value, t float64) [3]float32 {
	all := v.At(t)
	return [3]float32(all[:3])
}

// share is a weight of a part of a target, 1 where that is given and the weight is not.
func share(v *document.Value, given bool, t float64) float32 {
	switch {
	case v.Given():
		return v.At(t)[0]
	case given:
		return 1
	}
	return 0
}
