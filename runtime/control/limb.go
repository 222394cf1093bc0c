package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
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
	if !(o.Soft >= 0 && o.Soft <= 1) || !(o.Stretch >= 0 && o.Stretch <= 100) || !geom.VecOf(o.Hinge).Finite() {
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
		s.reserve = append(s.reserve, pose.Reservation{Joint: j, Translation: true})
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
	q := geom.QuatOf(t.Rotation)
	parts := [...]float32{t.PoleWeight, t.RotationWeight}
	for _, w := range parts {
		if !(w >= 0 && w <= 1) {
			return fmt.Errorf("%w: the weights %v of limb %q of instance %d", ErrValue, parts, a.End, i)
		}
	}
	if !geom.VecOf(t.Place).Finite() || !geom.VecOf(t.Pole).Finite() || t.RotationWeight > 0 && !unitable(q) {
		return fmt.Errorf("%w: %+v for limb %q of instance %d", ErrValue, t, a.End, i)
	}
	a.set(i, &t)
	return nil
}

// set keeps a target in the order of formula.LimbPose.
func (a *limbActor) set(i int, t *LimbTarget) {
	a.setPlace(i, geom.VecOf(t.Place))
	a.setPole(i, geom.VecOf(t.Pole))
	a.setRotation(i, geom.QuatOf(t.Rotation).Unit())
	twist := t.Twist
	if twist == (solve.Angle{}) {
		twist.Cos = 1
	}
	a.to.set(i, formula.LimbPoleWeight, t.PoleWeight)
	a.to.set(i, formula.LimbRotationWeight, t.RotationWeight, twist.Cos, twist.Sin)
}

func (a *limbActor) setPlace(i int, v geom.Vec) { a.to.set(i, formula.LimbPlace, v.X, v.Y, v.Z) }
func (a *limbActor) setPole(i int, v geom.Vec)  { a.to.set(i, formula.LimbPole, v.X, v.Y, v.Z) }
func (a *limbActor) setRotation(i int, q geom.Quat) {
	a.to.set(i, formula.LimbRotation, q.X, q.Y, q.Z, q.W)
}

// Reach returns how far a modifier of Limb, Aim, Look, Chain or Grab came in the last update of instance i.
func (g *Instances) Reach(i, modifier int) Reach {
	if g.check(i, modifier) != nil {
		return Reach{}
	}
	if a, is := g.actor[modifier].(reaching); is {
		return a.reached(i)
	}
	return Reach{}
}

// reaching is an actor that reaches for something.
type reaching interface{ reached(i int) Reach }

func unitable(q geom.Quat) bool {
	return q != (geom.Quat{}) && (geom.XYZ(q.X, q.Y, q.Z)).Finite() && q.W-q.W == 0
}

type limbModifier struct {
	Limb
	joint [3]int
	bones []int // those that stretch
}

func (m *limbModifier) joints() []int { return append(m.bones, m.joint[:]...) }
func (m *limbModifier) moves() []int  { return m.joint[:1] }

func (m *limbModifier) start(s *starting) (actor, error) {
	a := &limbActor{Limb: m.Limb, to: newPerInstance(s.n, formula.LimbTargetRows), reach: newPerInstance(s.n, limbReachRows)}
	for i := range s.n {
		a.set(i, &LimbTarget{})
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
	a.uniforms = a.numbers(s.frames)
	return a, nil
}

// limbReachRows are residual, reason and stretch.
const limbReachRows = 3

type limbActor struct {
	Limb
	frame    [3]int
	bones    []int
	uniforms []float32
	to       perInstance
	reach    perInstance
}

// numbers are what is the same for all instances, in the order of formula.LimbPose.
func (a *limbActor) numbers(f *frames) []float32 {
	hinge, end := f.bind[a.frame[1]].Rotate(geom.VecOf(a.Hinge)), f.bind[a.frame[2]]
	list := []float32{hinge.X, hinge.Y, hinge.Z, end.X, end.Y, end.Z, end.W}
	for _, is := range [...]bool{a.Hinge == [3]float32{}, a.PoleIsPoint, a.AtMid} {
		n := float32(0)
		if is {
			n = 1
		}
		list = append(list, n)
	}
	return append(list, a.Soft, a.Stretch)
}

func (a *limbActor) reached(i int) Reach {
	r := a.reach.at(i)
	return Reach{r[0], solve.Reason(r[simd.Lanes])}
}

func (a *limbActor) act16(f *frames, at *pose.Changing, weight []float32) {
	rows, reach := &f.args.Rows, a.reach.load(at, f.lanes[1][:])
	for k, frame := range a.frame {
		rows[2*k], rows[2*k+1] = f.of(f.parent[frame]), f.of(frame)
		rows[6+k] = f.block[f.read16[frame].rotation:]
	}
	rows[9], rows[10], rows[11] = a.to.load(at, f.lanes[0][:]), weight, reach
	f.args.Uniforms = a.uniforms
	_ = simd.LimbPose16(f.args)
	if a.Stretch > 1 {
		a.stretch(f, at, weight, reach[2*simd.Lanes:])
	}
	a.reach.store(at, reach)
}

func (a *limbActor) stretch(f *frames, at *pose.Changing, weight, factor []float32) {
	for f.lane = range at.Len {
		if weight[f.lane] == 0 || factor[f.lane] <= 1 {
			continue
		}
		p := f.layout.LaneOf(f.block, f.lane)
		for _, k := range a.bones {
			f.stretch(&p, k, factor[f.lane])
		}
	}
}
