package control_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// hair is a spring bone of two joints that hangs on an arm, with a ball about the hips.
func hair() control.VRMSprings {
	fall := [3]float32{0, -0.5, 0}
	return control.VRMSprings{
		Joints: []control.VRMSpringJoint{
			{Joint: "left arm1", Stiffness: 0.5, Gravity: fall, Drag: 0.4, Radius: 0.02}, {Joint: "left arm2", Stiffness: 1, Gravity: fall, Drag: 0.2, Radius: 0.02},
		},
		Tip:       [3]float32{0.05, 0.1, 0},
		Colliders: []control.Collider{{Joint: "spine0", Shape: spring.Collider{A: [3]float32{0, 0.1, 0}, Radius: 0.2}}, {Shape: spring.Collider{Shape: spring.Plane, B: [3]float32{0, 1, 0}}}},
	}
}

// A spring bone in a crowd does what spring.VRM does on the joint that it hangs on, in any
// form, also where the model moves and jumps in the world.
func TestVRMSprings(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		const n = 19
		number := 0
		o := hair()
		s := newStage(t, form, n, func(s *control.Stack) {
			var err error
			number, err = s.Add(&o)
			must.Do(t, err)
		})
		var joints []spring.VRMJoint
		r := &s.model.Skeleton.Rest
		for _, j := range o.Joints {
			k := s.index(j.Joint)
			joints = append(joints, spring.VRMJoint{
				Translation: [3]float32{r.TX[k], r.TY[k], r.TZ[k]}, Rotation: [4]float32{r.RX[k], r.RY[k], r.RZ[k], r.RW[k]},
				Stiffness: j.Stiffness, Gravity: j.Gravity, Drag: j.Drag, Radius: j.Radius,
			})
		}
		bone, err := spring.NewVRM(joints, o.Tip, 0)
		must.Do(t, err)
		var state [n]*spring.VRMState
		for i := range n {
			state[i] = bone.NewState(2)
			if i != 5 {
				must.Do(t, s.g.SetWeight(i, number, 1))
			}
		}
		world, moves := soa.IdentityAffine(), 0.
		for step := range 40 {
			world[3] += 0.01
			if step == 20 {
				world[11] += 5
				jump := soa.IdentityAffine()
				jump[3], jump[11] = 0.01, 5
				for i := range n {
					must.Do(t, state[i].Teleport(jump, []bool{false, true}))
					must.Do(t, s.g.Teleport(i, world))
				}
			}
			for i := range n {
				must.Do(t, s.g.SetWorld(i, world))
			}
			dt := 0.01 + 0.02*float64(step%3)
			s.update(dt)
			for i := range n {
				anchor, hip := s.joint(s.crowd, i, "left arm0"), s.joint(s.crowd, i, "spine0")
				anchor, hip = world.Mul(&anchor), world.Mul(&hip)
				ball := o.Colliders[0].Shape
				ball.A = geom.Translation(&hip).Add(rotation(hip).Rotate(geom.Vec{Y: 0.1})).Array()
				var want [2][4]float32
				must.Do(t, bone.Move(state[i], dt, anchor, []spring.Collider{ball, o.Colliders[1].Shape}, want[:]))
				if i == 5 {
					s.same(i)
					continue
				}
				above := rotation(s.joint(s.crowd, i, "left arm0"))
				for k, j := range o.Joints {
					own := rotation(s.joint(s.crowd, i, j.Joint))
					if d := distance(above.Conjugate().Mul(own).Rotate(geom.XYZ(1, 2, 3)), geom.QuatOf(want[k]).Rotate(geom.XYZ(1, 2, 3))); d > 2e-3 {
						t.Fatalf("step %d: %s of %d is %v off", step, j.Joint, i, d)
					}
					above = own
				}
				moves = max(moves, distance(s.place(s.crowd, i, "left arm3"), s.place(s.plain, i, "left arm3")))
			}
		}
		if moves < 0.05 {
			t.Errorf("the hand swings by %v m", moves)
		}
	})
}

func TestVRMSpringsRefuse(t *testing.T) {
	newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		refuse := func(change func(o *control.VRMSprings), want error, parts ...string) {
			t.Helper()
			o := hair()
			change(&o)
			_, err := s.Add(&o)
			refused(t, err, want, parts...)
		}
		refuse(func(o *control.VRMSprings) { o.Joints = nil }, control.ErrValue, "0 joints")
		refuse(func(o *control.VRMSprings) { o.Joints[0].Joint = "hair" }, control.ErrJoint, `"hair"`)
		refuse(func(o *control.VRMSprings) { o.Joints[1].Joint = "left arm3" }, control.ErrJoint, "no child")
		refuse(func(o *control.VRMSprings) { o.Joints[1].Drag = 2 }, spring.ErrJoint, `"left arm1"`)
		refuse(func(o *control.VRMSprings) { o.Tip = [3]float32{} }, spring.ErrJoint, `"left arm1"`)
		refuse(func(o *control.VRMSprings) { o.Colliders[0].Joint = "left arm2" }, control.ErrJoint, "collider 0", "swings itself")
		refuse(func(o *control.VRMSprings) { o.Colliders[1].Shape.Radius = -1 }, spring.ErrJoint, "collider 1")
	})
}
