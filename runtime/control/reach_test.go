package control_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

func (s *stage) place(c *runtime.Crowd, i int, name string) geom.Vec {
	s.Helper()
	m := s.joint(c, i, name)
	return geom.Translation(&m)
}

// bone is the distance of two joints.
func (s *stage) bone(c *runtime.Crowd, i int, a, b string) float64 {
	s.Helper()
	return distance(s.place(c, i, a), s.place(c, i, b))
}

func forms(t *testing.T, test func(t *testing.T, form pose.FormChoice)) {
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		t.Run(fmt.Sprint("form ", form), func(t *testing.T) { test(t, form) })
	}
}

// An arm reaches what it can, with bones that keep their lengths, on the pole's side; what
// is not below it keeps its bits.
func TestLimb(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		number := 0
		const n = 37
		s := newStage(t, form, n, func(s *control.Stack) {
			var err error
			number, err = s.Add(&control.TwoBoneIK{Root: "left arm0", Mid: "left arm1", End: "left arm3"})
			must.Do(t, err)
		})
		r := rand.New(rand.NewPCG(1, 2))
		var targets [n]control.TwoBoneTarget
		s.update(0.4)
		for i := range n {
			root := s.place(s.plain, i, "left arm0")
			reach := s.bone(s.plain, i, "left arm0", "left arm1") + s.bone(s.plain, i, "left arm1", "left arm3")
			way := geom.XYZ(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5).Unit(geom.Vec{X: 1})
			targets[i] = control.TwoBoneTarget{Place: root.AddTimes(way, float32(reach)*(0.4+r.Float32())).Array(), Pole: way.Perpendicular().Array(), PoleWeight: 1, Rotation: spin.Array(), RotationWeight: 1}
			must.Do(t, s.g.SetTwoBoneIK(i, number, targets[i]))
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		s.update(0)
		reached := 0
		for i := range n {
			end, to := s.place(s.crowd, i, "left arm3"), geom.VecOf(targets[i].Place)
			got := s.g.Result(i, number)
			if d := distance(end, to); math.Abs(d-float64(got.Residual)) > 2e-6 || got.Reason == solve.Reached && d > 3e-6 {
				t.Errorf("instance %d: the hand is %v m from the target, %v: said %v", i, d, got.Reason, got.Residual)
			}
			if got.Reason == solve.Reached {
				reached++
			}
			for _, b := range [][2]string{{"left arm0", "left arm1"}, {"left arm1", "left arm3"}} {
				if a, b := s.bone(s.crowd, i, b[0], b[1]), s.bone(s.plain, i, b[0], b[1]); math.Abs(a-b) > 2e-6 {
					t.Errorf("instance %d: a bone of %v m is %v m", i, b, a)
				}
			}
			if a := angle(rotation(s.joint(s.crowd, i, "left arm3")), spin); a > 2e-3 {
				t.Errorf("instance %d: the hand is turned by %v", i, a)
			}
			root, mid := s.place(s.crowd, i, "left arm0"), s.place(s.crowd, i, "left arm1")
			line := to.Sub(root).Unit(geom.Vec{})
			side := mid.Sub(root)
			side = side.AddTimes(line, -side.Dot(line))
			if d := side.Dot(geom.VecOf(targets[i].Pole)); got.Reason == solve.Reached && float64(d) < 0.999*float64(side.Length()) {
				t.Errorf("instance %d: the elbow points to %v, not %v", i, side, targets[i].Pole)
			}
		}
		if reached < n/4 || reached == n {
			t.Errorf("%d of %d reach their targets", reached, n)
		}
		for j, name := range s.model.Skeleton.Name {
			if s.under(j, "left arm0") {
				continue
			}
			for i := range n {
				a, b := s.joint(s.plain, i, name), s.joint(s.crowd, i, name)
				if a != b {
					t.Fatalf("instance %d: %q is at %v, was at %v", i, name, b, a)
				}
			}
		}
	})
}

func (s *stage) under(j int, name string) bool {
	k := s.model.Skeleton
	for ; j >= 0; j = int(k.Parent[j]) {
		if k.Name[j] == name {
			return true
		}
	}
	return false
}

// A limb that may stretch reaches farther; half of a weight goes a part of the way.
func TestLimbStretchesAndFades(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		number := 0
		s := newStage(t, form, 2, func(s *control.Stack) {
			var err error
			number, err = s.Add(&control.TwoBoneIK{Root: "right leg0", Mid: "right leg1", End: "right leg3", Hinge: [3]float32{1, 0, 0}, Stretch: 1.5})
			must.Do(t, err)
		})
		s.update(0.2)
		root := s.place(s.plain, 0, "right leg0")
		reach := s.bone(s.plain, 0, "right leg0", "right leg1") + s.bone(s.plain, 0, "right leg1", "right leg3")
		to := root.AddTimes(geom.Vec{X: 0.6, Y: -0.8}, float32(1.3*reach))
		for i, w := range []float64{1, 0.5} {
			must.Do(t, s.g.SetTwoBoneIK(i, number, control.TwoBoneTarget{Place: to.Array()}))
			must.Do(t, s.g.SetWeight(i, number, w))
		}
		s.update(0)
		if d := distance(s.place(s.crowd, 0, "right leg3"), to); d > 5e-6 {
			t.Errorf("the foot is %v m from the target: %+v", d, s.g.Result(0, number))
		}
		whole, half := s.place(s.plain, 1, "right leg3"), s.place(s.crowd, 1, "right leg3")
		if a, b := distance(half, to), distance(whole, to); a > 0.8*b || a < 0.1*b {
			t.Errorf("half of the way leads from %v m to %v m from the target", b, a)
		}
	})
}

// The line of a head passes through what it looks at, and its top is above the line from
// the joint to that.
func TestAim(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		number := 0
		o := control.Aim{Joint: "neck1", Forward: [3]float32{0, 0, 2}, Up: [3]float32{0, 1, 0}, Offset: [3]float32{0.03, 0.1, 0.05}}
		s := newStage(t, form, 20, func(s *control.Stack) {
			var err error
			number, err = s.Add(&o)
			must.Do(t, err)
		})
		for i := range 20 {
			must.Do(t, s.g.SetAim(i, number, control.AimTarget{Place: [3]float32{float32(i) - 10, 1, 5}, Pole: [3]float32{0, 1, 0}}))
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		s.update(0.1)
		for i := range 20 {
			m := s.joint(s.crowd, i, "neck1")
			from, forward, up := geom.VecOf(m.Apply(o.Offset)), geom.VecOf(m.ApplyVector([3]float32{0, 0, 1})), geom.VecOf(m.ApplyVector(o.Up))
			way := geom.XYZ(float32(i)-10, 1, 5).Sub(from)
			if miss := distance(way, forward.Times(way.Dot(forward))); miss > 3e-5 || way.Dot(forward) < 0 {
				t.Errorf("instance %d: the line passes %v m beside the target", i, miss)
			}
			axis := geom.XYZ(float32(i)-10, 1, 5).Sub(geom.Translation(&m)).Unit(geom.Vec{})
			if side := up.Dot(axis.Cross(geom.Vec{Y: 1})); math.Abs(float64(side)) > 1e-4 || up.Y < 0 {
				t.Errorf("instance %d: up is %v", i, up)
			}
			if got := s.g.Result(i, number); got.Reason != solve.Reached || got.Residual > 1e-5 {
				t.Errorf("instance %d: %+v", i, got)
			}
		}
	})
}

func TestReachRefuses(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for name, o := range map[string]control.TwoBoneIK{
			`"arm"`:                    {Root: "arm", Mid: "left arm1", End: "left arm2"},
			`"left arm0" is not below`: {Root: "left arm1", Mid: "left arm0", End: "left arm2"},
			`"left arm1" is not below`: {Root: "left arm0", Mid: "left arm1", End: "left arm1"},
		} {
			_, err := s.Add(&o)
			refused(t, err, control.ErrJoint, name)
		}
		_, err := s.Add(&control.TwoBoneIK{Root: "left arm0", Mid: "left arm1", End: "left arm2", Soft: 2})
		refused(t, err, control.ErrValue, "soft 2")
		_, err = s.Add(&control.Aim{Joint: "neck1"})
		refused(t, err, control.ErrValue, "forward [0 0 0]")
		_, err = s.Add(&control.TwoBoneIK{Root: "left arm0", Mid: "left arm1", End: "left arm2"})
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	inf := [3]float32{float32(math.Inf(1))}
	refused(t, s.g.SetTwoBoneIK(1, 0, control.TwoBoneTarget{Place: inf}), control.ErrValue, "instance 1", `"left arm2"`)
	refused(t, s.g.SetTwoBoneIK(1, 0, control.TwoBoneTarget{PoleWeight: 2}), control.ErrValue, "PoleWeight:2")
	refused(t, s.g.SetTwoBoneIK(1, 0, control.TwoBoneTarget{RotationWeight: 1}), control.ErrValue)
	refused(t, s.g.SetTwoBoneIK(1, 1, control.TwoBoneTarget{}), control.ErrValue, "no two-bone IK")
	refused(t, s.g.SetAim(0, 1, control.AimTarget{Pole: inf}), control.ErrValue, `"neck1"`, "instance 0")
	refused(t, s.g.SetAim(0, 0, control.AimTarget{}), control.ErrValue, "no aim")
	refused(t, s.g.SetJoint(0, 0, control.IdentityTransform()), control.ErrValue, "no joint")
}

// Limbs that reach at once, those that wait for others, and one that stretches.
func TestLimbsEverywhere(t *testing.T) {
	limbs := []control.TwoBoneIK{
		{Root: "left leg0", Mid: "left leg1", End: "left leg3", Hinge: [3]float32{1, 0, 0}},
		{Root: "right leg0", Mid: "right leg1", End: "right leg3", Soft: 0.9},
		{Root: "left arm0", Mid: "left arm1", End: "left arm3", PoleIsPoint: true},
		{Root: "left arm1", Mid: "left arm2", End: "left arm3", AtMid: true},
		{Root: "right arm0", Mid: "right arm1", End: "right arm3"},
		{Root: "right leg0", Mid: "right leg1", End: "right leg3", Stretch: 1.5},
	}
	everywhere(t, "4075a035f4068d50", part{
		declare: func(s *control.Stack) error {
			for k := range limbs {
				if _, err := s.Add(&limbs[k]); err != nil {
					return err
				}
			}
			return nil
		},
		drive: func(g *control.Instances, i, frame int) error {
			for k := range limbs {
				at := float32(i*7+k*3+frame) / 40
				err := g.SetTwoBoneIK(i, k, control.TwoBoneTarget{
					Place: [3]float32{at - 0.5, 0.3 + at/2, 0.2}, Pole: [3]float32{0, 0, 1}, PoleWeight: float32(k%3) / 2,
					Rotation: [4]float32{0, at, 0, 1}, RotationWeight: float32(i%3) / 2,
				})
				if err != nil {
					return err
				}
			}
			return nil
		},
	})
}

// The start of an aim's line is as far from the joint as the offset says, at any scale of the joint.
func TestAimOffsetIsNotScaled(t *testing.T) {
	o := control.Aim{Joint: "neck1", Forward: [3]float32{0, 0, 1}, Offset: [3]float32{0.03, 0.1, 0.05}}
	s := newStage(t, pose.FormGeneral, 1, func(s *control.Stack) {
		_, err := s.Add(&control.ModifyJoint{Joint: "neck1", Scale: control.Place(2, 2, 2)})
		must.Do(t, err)
		_, err = s.Add(&o)
		must.Do(t, err)
	})
	to := control.IdentityTransform()
	to.Scale = [3]float32{2, 2, 2}
	must.Do(t, s.g.SetJoint(0, 0, to))
	target := geom.XYZ(0.4, 1, 2)
	must.Do(t, s.g.SetAim(0, 1, control.AimTarget{Place: target.Array()}))
	must.Do(t, s.g.SetWeight(0, 0, 1))
	must.Do(t, s.g.SetWeight(0, 1, 1))
	s.update(0.1)
	m := s.joint(s.crowd, 0, "neck1")
	if x, _, _ := geom.Columns(&m); math.Abs(float64(x.Length())-2) > 1e-5 {
		t.Fatalf("the joint has the scale %v", x.Length())
	}
	turn := rotation(m)
	way := target.Sub(geom.Translation(&m)).Sub(turn.Rotate(geom.VecOf(o.Offset)))
	forward := turn.Rotate(geom.Vec{Z: 1})
	if miss := distance(way, forward.Times(way.Dot(forward))); miss > 3e-5 {
		t.Errorf("the line passes %v m beside the target", miss)
	}
}
