package control_test

import (
	"bytes"
	"testing"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
)

// rememberers declares all modifiers that remember something but Feet, and drives them.
func rememberers() part {
	var look, grab, attach, doll int
	return part{
		func(s *control.Stack) (err error) {
			add := func(n int, e error) int {
				if err == nil {
					err = e
				}
				return n
			}
			add(s.Springs(sleeve()))
			add(s.VRMSprings(control.VRMSprings{
				Joints: []control.VRMSpringJoint{{Name: "right finger00", Stiffness: 1, Drag: 0.4}, {Name: "right finger01", Stiffness: 1, Drag: 0.4}}, Tip: [3]float32{0.1, 0, 0},
			}))
			o := looker()
			o.Speed = 1
			look = add(s.Look(o))
			arm := grabber()
			arm.Root, arm.Mid, arm.End = "right arm0", "right arm1", "right arm3"
			grab = add(s.Grab(arm))
			attach = add(s.Attach(blade()))
			doll = add(s.Ragdoll(control.Ragdoll{Joints: []string{"root1", "left leg0", "left leg1"}}))
			return err
		},
		func(g *control.Instances, i, frame int) error {
			x := float32(frame*(i%5)) / 20
			bodies := make([]control.Body, 3)
			for _, err := range []error{
				g.SetWorld(i, vec.Q{0, x, 0, 1}.Unit().Matrix(vec.V{x, 0, x / 2})),
				g.SetAim(i, look, control.AimTarget{Place: [3]float32{x, 1, 3}}),
				g.SetGrab(i, grab, control.GrabTarget{Place: [3]float32{-0.3, 1.2, x}}), g.Hold(i, grab, frame < 6),
				g.SetSocket(i, attach, frame/3%3), g.Bodies(i, doll, bodies),
			} {
				if err != nil {
					return err
				}
			}
			if frame == 3 {
				return g.Simulate(i, doll, bodies)
			}
			if frame == 5 {
				return g.LetGo(i, doll, 0.5)
			}
			return nil
		},
	}
}

// What a crowd saves of an instance holds what its control remembers: elsewhere the
// instance goes on with the same bits.
func TestControlIsSaved(t *testing.T) {
	const n = 19
	model := twisted(rig.Character(rig.Motion{Name: "walk", Seconds: 1, Drive: rig.Captured}))
	open := func() (*runtime.Crowd, *control.Instances, part) {
		p := rememberers()
		stack := control.New(model.Skeleton)
		must(t, p.declare(stack))
		crowd, err := runtime.NewCrowd(runtime.Keys(model), n, runtime.CrowdOptions{
			Play: &runtime.PlayOptions{Seed: 7}, Layout: runtime.LayoutOptions{Reserve: stack.Reserve()}, Levels: []runtime.CrowdLevel{{}, {Every: 3}},
		})
		must(t, err)
		g, err := stack.Start(crowd.Layout(), n)
		must(t, err)
		must(t, crowd.SetControl(g))
		for i := range n {
			for k := range stack.Len() {
				must(t, g.SetWeight(i, k, 1))
			}
		}
		return crowd, g, p
	}
	crowd, g, p := open()
	for frame := range 9 {
		for i := range n {
			must(t, p.drive(g, i, frame))
		}
		must(t, crowd.Update(0.03))
		other, h, q := open()
		for i := range n {
			must(t, q.drive(h, i, 0))
		}
		must(t, other.Update(0.1))
		for i := range n {
			must(t, q.drive(h, n-1-i, frame+1))
			must(t, p.drive(g, i, frame+1))
		}
		for i := range n {
			// The places in the world are those of the instance that is saved.
			must(t, h.SetWorld(n-1-i, placeOf(i, frame+1)))
			state, err := crowd.Save(nil, i)
			must(t, err)
			must(t, other.Restore(n-1-i, state))
			again, err := other.Save(nil, n-1-i)
			must(t, err)
			if !bytes.Equal(state, again) {
				t.Fatalf("frame %d: instance %d saves another state than was restored", frame, i)
			}
			for _, cut := range []int{len(state) - 1, len(state) / 2} {
				refused(t, other.Restore(n-1-i, state[:cut]), runtime.ErrState)
			}
		}
		for i := range n {
			must(t, h.SetAim(n-1-i, 2, control.AimTarget{Place: [3]float32{float32((frame+1)*(i%5)) / 20, 1, 3}}))
			must(t, h.SetGrab(n-1-i, 3, control.GrabTarget{Place: [3]float32{-0.3, 1.2, float32((frame+1)*(i%5)) / 20}}))
		}
		must(t, other.Update(0.02))
		must(t, crowd.Update(0.02))
		for i := range n {
			for k, v := range crowd.Palette(i) {
				if got := other.Palette(n - 1 - i)[k]; got != v {
					t.Fatalf("frame %d, instance %d: value %d is %v, want %v", frame, i, k, got, v)
				}
			}
		}
	}
	plain, err := runtime.NewCrowd(runtime.Keys(model), n, runtime.CrowdOptions{Play: &runtime.PlayOptions{Seed: 7}, Layout: runtime.LayoutOptions{}})
	must(t, err)
	state, err := plain.Save(nil, 0)
	must(t, err)
	refused(t, crowd.Restore(0, state), runtime.ErrState)
	refused(t, g.Restore(n, nil), control.ErrValue, "instance 19 of 19")
	refused(t, g.Restore(0, []byte{1, 2, 3}), control.ErrValue, "instance 0")
}

func placeOf(i, frame int) [12]float32 {
	x := float32(frame*(i%5)) / 20
	return vec.Q{0, x, 0, 1}.Unit().Matrix(vec.V{x, 0, x / 2})
}
