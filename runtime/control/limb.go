package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Limb declares two bones that reach for a target: an arm or a leg. Root, Mid and End are
// names of joints below each other; others may lie between.
type Limb struct {
	Root, Mid, End string
	// Hinge is the axis in Mid's frame around which a positive turn bends the limb further.
	// Without one the limb bends as it does in the pose, and a straight one towards the pole.
	Hinge [3]float32
	// PoleIsPoint says that poles are points of the model, not directions.
	PoleIsPoint bool
	// Soft is the part of the limb's length from which on it straightens only gradually;
	// 0: none. Stretch, where it is above 1, is the greatest factor by which the limb gets
	// longer; the layout reserves columns for that.
	Soft, Stretch float32
	// AtMid brings Mid to the target in place of End.
	AtMid bool
}

// LimbTarget is what a limb does, in model space.
type LimbTarget struct {
	Place      [3]float32
	Pole       [3]float32 // zero: none
	PoleWeight float32
	// Rotation is what End's shall be, where RotationWeight is not 0.
	Rotation       [4]float32
	RotationWeight float32
	Twist          solve.Angle // around the line from Root to the target
}

// Reach is how far a modifier has come in the last update.
type Reach struct {
	Residual float32 // metres from the target
	Reason   solve.Reason
}

// Limb adds a limb to the stack and returns the modifier's number. The error wraps ErrJoint
// or ErrValue.
func (s *Stack) Limb(o Limb) (int, error) {
	m := &limbModifier{Limb: o}
	for k, name := range [...]string{o.Root, o.Mid, o.End} {
		j, err := s.find(name)
		if err != nil {
			return 0, fmt.Errorf("limb: %w", err)
		}
		m.joint[k] = j
	}
	if !(o.Soft >= 0 && o.Soft <= 1) || !(o.Stretch >= 0 && o.Stretch <= 100) || !vec.V(o.Hinge).Finite() {
		return 0, fmt.Errorf("limb %q: %w: soft %v, stretch %v, hinge %v", o.End, ErrValue, o.Soft, o.Stretch, o.Hinge)
	}
	for k := 2; k > 0; k-- {
		j := m.joint[k]
		for ; j >= 0 && j != m.joint[k-1]; j = int(s.skeleton.Parent[j]) {
			if o.Stretch > 1 {
				m.bones = append(m.bones, j)
			}
		}
		if j < 0 || m.joint[k] == m.joint[k-1] {
			return 0, fmt.Errorf("limb: %w: %q is not below %q", ErrJoint, s.skeleton.Name[m.joint[k]], s.skeleton.Name[m.joint[k-1]])
		}
	}
	for _, j := range m.bones {
		s.reserve = append(s.reserve, runtime.Reservation{Joint: j, Translation: true})
	}
	return s.add(m), nil
}

// SetLimb sets what a modifier of Limb does in instance i, with the weight that SetWeight
// sets. The error wraps ErrValue.
func (g *Instances) SetLimb(i, modifier int, t LimbTarget) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	a, ok := g.actor[modifier].(*limbActor)
	if !ok {
		return fmt.Errorf("%w: modifier %d is no limb", ErrValue, modifier)
	}
	q := vec.Q(t.Rotation)
	parts := [...]float32{t.PoleWeight, t.RotationWeight}
	for _, w := range parts {
		if !(w >= 0 && w <= 1) {
			return fmt.Errorf("%w: the weights %v of limb %q of instance %d", ErrValue, parts, a.End, i)
		}
	}
	if !vec.V(t.Place).Finite() || !vec.V(t.Pole).Finite() || t.RotationWeight > 0 && !unitable(q) {
		return fmt.Errorf("%w: %+v for limb %q of instance %d", ErrValue, t, a.End, i)
	}
	t.Rotation = q.Unit()
	a.to[i] = t
	return nil
}

// Reach returns how far a modifier of Limb, Aim, Look, Chain or Grab came in the last update of instance i.
func (g *Instances) Reach(i, modifier int) Reach {
	if g.check(i, modifier) != nil {
		return Reach{}
	}
	switch a := g.actor[modifier].(type) {
	case *limbActor:
		return a.reach[i]
	case *aimActor:
		return a.reach[i]
	case *lookActor:
		return a.reach[i]
	case reaching:
		return a.reached(i)
	}
	return Reach{}
}

// reaching is an actor that reaches for something.
type reaching interface{ reached(i int) Reach }

func unitable(q vec.Q) bool {
	return q != (vec.Q{}) && (vec.V{q[0], q[1], q[2]}).Finite() && q[3]-q[3] == 0
}

type limbModifier struct {
	Limb
	joint [3]int
	bones []int // those that stretch
}

func (m *limbModifier) joints() []int { return append(m.bones, m.joint[:]...) }
func (m *limbModifier) moves() []int  { return m.joint[:1] }

func (m *limbModifier) start(s *starting) (actor, error) {
	a := &limbActor{Limb: m.Limb, to: make([]LimbTarget, s.n), reach: make([]Reach, s.n)}
	for i := range a.to {
		a.to[i].Rotation = vec.Identity
	}
	for k, j := range m.joint {
		var err error
		if a.frame[k], err = s.frame(j); err != nil {
			return nil, err
		}
		if s.frames.static[a.frame[k]] != nil {
			return nil, fmt.Errorf("%w: %q stands still in the layout", ErrJoint, s.name[j])
		}
	}
	for _, j := range m.bones {
		k, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if s.layout.TranslationColumn[s.frames.slot[k]] == soa.None {
			return nil, fmt.Errorf("%w: the layout has no column for the translation of %q, see Reserve", ErrJoint, s.name[j])
		}
		a.bones = append(a.bones, k)
	}
	for k := range a.frame[:2] {
		a.below[k] = s.frames.between(a.frame[k], a.frame[2])
	}
	return a, nil
}

type limbActor struct {
	Limb
	frame [3]int
	bones []int
	below [2][]int // frames on the way to End that turn with Root, and with Mid
	to    []LimbTarget
	reach []Reach
}

func (a *limbActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to := &a.to[i]
	root, mid, end := a.frame[0], a.frame[1], a.frame[2]
	l := solve.Limb{
		Root: f.place(root), Mid: f.place(mid), End: f.place(end), Target: to.Place,
		Axis: f.rotation(mid).Rotate(a.Hinge), Bent: a.Hinge == [3]float32{},
		Pole: to.Pole, PoleIsPoint: a.PoleIsPoint, Twist: to.Twist, Soft: a.Soft, Stretch: a.Stretch, AtMid: a.AtMid,
		Weight: weight, PoleWeight: to.PoleWeight, RotationWeight: float32(to.RotationWeight * weight),
		EndRotation: f.rotation(end), TargetRotation: to.Rotation,
	}
	turns := l.Solve()
	a.reach[i] = Reach{turns.Residual, turns.Reason}
	f.rotate(p, root, turns.Root)
	if turns.Stretch > 1 {
		for _, k := range a.bones {
			f.stretch(p, k, turns.Stretch)
		}
	}
	f.read(p, a.below[0])
	f.rotate(p, mid, turns.Mid.Mul(turns.Root.Conjugate()))
	f.read(p, a.below[1])
	if turns.End != turns.Mid {
		f.rotate(p, end, turns.End.Mul(turns.Mid.Conjugate()))
	}
}
