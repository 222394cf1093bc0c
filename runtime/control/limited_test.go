package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// A joint keeps within its limit, and what is inside keeps its bits.
func TestLimited(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		const most = 0.5
		var turn, limit, wide int
		s := newStage(t, form, 21, func(s *control.Stack) {
			var err error
			turn, err = s.Add(&control.ModifyJoint{Joint: "left arm1", Rotation: control.Rotation([4]float32{3: 1})})
			must.Do(t, err)
			limit, err = s.Add(&control.JointLimit{Joint: "left arm1", Kind: control.ConeLimit, Axis: [3]float32{1, 0, 0}, Swing: [2]float32{most}})
			must.Do(t, err)
			wide, err = s.Add(new(control.LimitOf("right arm1", solve.NewCone([3]float32{1, 0, 0}, math.Pi))))
			must.Do(t, err)
		})
		rest := &s.model.Skeleton.Rest
		j := s.index("left arm1")
		at := geom.XYZW(rest.RX[j], rest.RY[j], rest.RZ[j], rest.RW[j]).Unit()
		swing := func(i int) float64 {
			above, own := rotation(s.joint(s.crowd, i, s.parent("left arm1"))), rotation(s.joint(s.crowd, i, "left arm1"))
			moved := at.Conjugate().Mul(above.Conjugate()).Mul(own)
			axis := geom.Vec{X: 1}
			return math.Acos(math.Min(1, float64(moved.Rotate(axis).Dot(axis))))
		}
		for i := range 21 {
			lift := solve.NewAngle(float64(i) / 10)
			to := control.IdentityTransform()
			to.Rotation = at.Mul(geom.Quat{Z: lift.Sin, W: lift.Cos}).Array()
			must.Do(t, s.g.SetJoint(i, turn, to))
			for _, number := range []int{turn, limit} {
				must.Do(t, s.g.SetWeight(i, number, 1))
			}
		}
		s.update(0.2)
		for i := range 21 {
			if got, want := swing(i), min(float64(i)/10, most); math.Abs(got-want) > 3e-3 {
				t.Errorf("instance %d: the arm swings by %v, want %v", i, got, want)
			}
		}
		for i := range 21 {
			must.Do(t, s.g.SetWeight(i, turn, 0))
			must.Do(t, s.g.SetWeight(i, limit, 0))
			must.Do(t, s.g.SetWeight(i, wide, 1))
		}
		s.update(0.1)
		for i := range 21 {
			s.same(i)
		}
	})
}

func TestLimitedRefuses(t *testing.T) {
	newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		_, err := s.Add(&control.JointLimit{Joint: "knee", Axis: [3]float32{1, 0, 0}, To: 1})
		refused(t, err, control.ErrJoint, `"knee"`)
		_, err = s.Add(&control.JointLimit{Joint: "neck0"})
		refused(t, err, control.ErrValue, `"neck0"`)
	})
}

func TestLimitedEverywhere(t *testing.T) {
	everywhere(t, "04299f1aba7b4a8d", part{
		func(s *control.Stack) error {
			for _, o := range []control.JointLimit{
				{Joint: "left arm1", Kind: control.HingeLimit, Axis: [3]float32{0, 1, 0}, From: -0.1, To: 0.2},
				{Joint: "right arm1", Kind: control.ConeLimit, Axis: [3]float32{1, 0, 0}, Swing: [2]float32{0.3}, Soft: 0.5},
				{Joint: "neck0", Kind: control.TwistLimit, Axis: [3]float32{1, 1, 0}, From: -0.01, To: 0.02, Soft: 0.2},
				{
					Joint: "spine1", Kind: control.SwingTwistLimit, Axis: [3]float32{0, 1, 0}, Side: [3]float32{1, 0, 0}, Swing: [2]float32{0.05, 0.02},
					From: -0.03, To: 0.03, Center: [4]float32{0.1, 0, 0, 1},
				},
				{Joint: "left arm2", Kind: control.ConeLimit, Axis: [3]float32{1, 0, 0}, Swing: [2]float32{3}},
			} {
				if _, err := s.Add(&o); err != nil {
					return err
				}
			}
			return nil
		},
		func(*control.Instances, int, int) error { return nil },
	})
}
