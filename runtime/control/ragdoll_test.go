package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func doll() control.Ragdoll {
	return control.Ragdoll{Joints: []string{"root1", "spine1", "neck0", "left arm0", "left arm1", "right arm0", "left leg0", "left leg1"}}
}

// Bodies are where joints are in the world, with their velocities; what is watched keeps
// its pose, and the bodies of another instance are its pose once they are simulated.
func TestRagdoll(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		o := doll()
		s := newStage(t, form, 18, func(s *control.Stack) {
			_, err := s.Add(&o)
			must.Do(t, err)
		})
		placed := geom.Quat{Y: 0.4, W: 1}.Unit().Matrix(geom.XYZ(3, 1, -2))
		bodies, before := make([]control.Body, len(o.Joints)), make([]soa.Affine, len(o.Joints))
		for i := range 18 {
			must.Do(t, s.g.SetWorld(i, placed))
			must.Do(t, s.g.SetWeight(i, 0, 1))
		}
		s.update(0.25)
		for k, name := range o.Joints {
			m := s.joint(s.crowd, 4, name)
			before[k] = placed.Mul(&m)
		}
		const dt = 1. / 480
		s.update(dt)
		s.same(4)
		must.Do(t, s.g.Bodies(4, 0, bodies))
		for k, name := range o.Joints {
			m := s.joint(s.crowd, 4, name)
			m = placed.Mul(&m)
			b := &bodies[k]
			if d, a := distance(geom.Translation(&m), geom.VecOf(b.Place)), angle(rotation(m), geom.QuatOf(b.Rotation)); d > 3e-6 || a > 3e-3 {
				t.Errorf("body %q is %v m and %v from its joint", name, d, a)
			}
			linear := geom.Translation(&m).Sub(geom.Translation(&before[k])).Times(1 / dt)
			if d := distance(linear, geom.VecOf(b.Linear)); d > 2e-3*(1+float64(linear.Length())) {
				t.Errorf("body %q moves at %v m/s, want %v", name, b.Linear, linear)
			}
			turn := rotation(m).Mul(rotation(before[k]).Conjugate())
			if a := float64(geom.VecOf(b.Angular).Length()) * dt; math.Abs(a-angle(turn, geom.Identity)) > 3e-3 {
				t.Errorf("body %q turns by %v in a step, want %v", name, a, angle(turn, geom.Identity))
			}
		}
		// Given back, the pose is the same; another instance takes it over.
		must.Do(t, s.g.Simulate(4, 0, bodies))
		must.Do(t, s.g.Simulate(9, 0, bodies))
		s.update(0)
		for _, i := range []int{4, 9} {
			for k, name := range o.Joints {
				m := s.joint(s.crowd, i, name)
				m = placed.Mul(&m)
				// Between joints with bodies instances have poses of their own.
				if d := distance(geom.Translation(&m), geom.VecOf(bodies[k].Place)); d > 5e-6 && (i == 4 || k == 0) {
					t.Errorf("instance %d: joint %q is %v m from its body", i, name, d)
				}
				if a := angle(rotation(m), geom.QuatOf(bodies[k].Rotation)); a > 3e-3 {
					t.Errorf("instance %d: joint %q is turned by %v against its body", i, name, a)
				}
			}
			if s.g.Simulated(i, 0) != 1 {
				t.Errorf("instance %d is simulated by %v", i, s.g.Simulated(i, 0))
			}
		}
		// Back to the clip, without a leap.
		must.Do(t, s.g.LetGo(9, 0, 0.5))
		must.Do(t, s.crowd.Instance(9).SetSpeed(0.02))
		must.Do(t, s.plain.Instance(9).SetSpeed(0.02))
		last := s.place(s.crowd, 9, "left arm1")
		for frame := range 62 {
			s.update(1. / 120)
			now := s.place(s.crowd, 9, "left arm1")
			if d := distance(now, last); d > 0.05 {
				t.Errorf("frame %d: it leaps by %v m", frame, d)
			}
			last = now
		}
		s.same(9)
		must.Do(t, s.g.LetGo(4, 0, 0))
		s.update(0)
		s.same(4)
	})
}

func TestRagdollEverywhere(t *testing.T) {
	everywhere(t, "5443c4da57d7c9e5", part{
		func(s *control.Stack) error { _, err := s.Add(new(doll())); return err },
		func(g *control.Instances, i, frame int) error {
			bodies := make([]control.Body, len(doll().Joints))
			switch frame {
			case 0:
				return g.SetWorld(i, geom.Quat{Y: float32(i), W: 1}.Unit().Matrix(geom.Vec{X: float32(i)}))
			case 2:
				if err := g.Bodies(i, 0, bodies); err != nil {
					return err
				}
				for k := range bodies {
					bodies[k].Rotation = spin.Mul(geom.QuatOf(bodies[k].Rotation)).Array()
					for x, v := range bodies[k].Angular {
						bodies[k].Place[x] += float32(v / 100)
					}
				}
				return g.Simulate(i, 0, bodies)
			case 3:
				return g.LetGo(i, 0, float64(i%3))
			}
			return nil
		},
	})
}

func TestRagdollRefuses(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for want, names := range map[string][]string{
			"0 joints":               nil,
			`"hip"`:                  {"root1", "hip"},
			`"root1" is in it twice`: {"root1", "root1"},
			`"root0" is not below`:   {"root1", "root0"},
		} {
			_, err := s.Add(&control.Ragdoll{Joints: names})
			refusedAny(t, err, want)
		}
		_, err := s.Add(&control.Ragdoll{Joints: []string{"root1", "spine0"}})
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	good := control.Body{Rotation: geom.Identity.Array()}
	bad := good
	bad.Place[2] = float32(math.Inf(1))
	refused(t, s.g.Simulate(1, 0, []control.Body{good, bad}), control.ErrValue, `"spine0" of instance 1`)
	refused(t, s.g.Simulate(1, 0, []control.Body{{}, good}), control.ErrValue, `"root1" of instance 1`)
	refused(t, s.g.Simulate(1, 0, []control.Body{good}), control.ErrValue, "1 bodies for 2 joints")
	refused(t, s.g.Bodies(1, 0, nil), control.ErrValue, "0 bodies for 2 joints")
	refused(t, s.g.LetGo(1, 0, math.NaN()), control.ErrValue, "instance 1")
	refused(t, s.g.LetGo(1, 1, 0), control.ErrValue, "no ragdoll")
	refused(t, s.g.Bodies(2, 0, nil), control.ErrValue, "instance 2 of 2")
}

// Capsules and boxes hold what moves with their joints.
func TestShapes(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	names := []string{"root1", "spine1", "neck0", "left arm0", "left arm1", "left arm2", "left arm3"}
	shapes, err := control.Shapes(model, names)
	must.Do(t, err)
	for k, b := range shapes {
		length := geom.VecOf(b.B).Sub(geom.VecOf(b.A)).Length()
		if b.Joint != names[k] || !(b.Radius > 0.001 && b.Radius < 1) || !(length < 1.2) || length+2*b.Radius < 0.02 {
			t.Errorf("%q: %+v", names[k], b)
		}
		for x := range b.Half {
			if !(b.Half[x] >= b.Radius) {
				t.Errorf("%q: the box %v is thinner than the capsule", names[k], b)
			}
		}
	}
	// The upper arm lies along X.
	if arm := shapes[3]; arm.B[0] < 0.05 || math.Abs(float64(arm.B[1])) > 1e-3 {
		t.Errorf("the capsule of the arm is %+v", arm)
	}
	model.Meshes = nil
	bare, err := control.Shapes(model, names[3:6])
	must.Do(t, err)
	if got := bare[0]; math.Abs(float64(got.Radius)-0.025) > 1e-6 || math.Abs(float64(got.A[0])-0.025) > 1e-6 || math.Abs(float64(got.B[0])-0.175) > 1e-6 {
		t.Errorf("without vertices the capsule of the arm is %+v", got)
	}
	_, err = control.Shapes(model, []string{"neck0", "neck0"})
	refused(t, err, control.ErrJoint, "twice")
	_, err = control.Shapes(model, []string{"hip"})
	refused(t, err, control.ErrJoint, `"hip"`)
}
