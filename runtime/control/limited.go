package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Limited declares a joint whose rotation, relative to its rest, has a limit: a hinge, a
// cone, a range of twists, see solve.Limit, or one that solve.Learn takes from clips.
type Limited struct {
	Name  string
	Limit solve.Limit
}

// Limited adds a limit to the stack and returns the modifier's number: after what it is to
// hold back. The error wraps ErrJoint or ErrValue.
func (s *Stack) Limited(o Limited) (int, error) {
	j, err := s.find(o.Name)
	if err != nil {
		return 0, fmt.Errorf("limit: %w", err)
	}
	if err := checkLimit(&o.Limit); err != nil {
		return 0, fmt.Errorf("limit of %q: %w", o.Name, err)
	}
	r := &s.skeleton.Rest
	return s.add(&limitedModifier{o, j, geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit()}), nil
}

func checkLimit(l *solve.Limit) error {
	if !geom.VecOf(l.Axis).Finite() || !geom.VecOf(l.Side).Finite() || l.Axis == [3]float32{} || !(l.Swing[0] >= 0 && l.Swing[1] >= 0) || !(l.Soft >= 0 && l.Soft <= 1) {
		return fmt.Errorf("%w: %+v", ErrValue, *l)
	}
	return nil
}

type limitedModifier struct {
	Limited
	joint int
	rest  geom.Quat
}

func (m *limitedModifier) joints() []int { return []int{m.joint} }
func (m *limitedModifier) moves() []int  { return []int{m.joint} }

func (m *limitedModifier) start(s *starting) (actor, error) {
	k, err := s.frame(m.joint)
	if err != nil {
		return nil, err
	}
	if _, err := s.writes(k, false, false, m.Name); err != nil {
		return nil, err
	}
	return &limitedActor{m, k}, nil
}

type limitedActor struct {
	*limitedModifier
	frame int
}

func (a *limitedActor) act(f *frames, p *pose.Lane, _ int, weight float32) {
	now := f.localRotation(p, a.frame)
	moved := a.rest.Conjugate().Mul(now).Unit()
	held := geom.QuatOf(a.Limit.Apply(moved.Array()))
	if held == moved { // a rotation inside keeps its bits
		return
	}
	f.setLocalRotation(p, a.frame, now.Nlerp(a.rest.Mul(held), weight))
}
