package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
)

func grabber() control.HandIK {
	return control.HandIK{Root: "left arm0", Mid: "left arm1", End: "left arm3", In: 0.25, Out: 0.5}
}

// A hand takes hold of a handle that moves, turns with it, and goes back, without a leap.
func TestGrab(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		s := newStage(t, form, 2, func(s *control.Stack) {
			_, err := s.Add(new(grabber()))
			must.Do(t, err)
		})
		placed := geom.Quat{Y: 0.3, W: 1}.Unit().Matrix(geom.Vec{X: 5, Z: 1})
		must.Do(t, s.g.SetWorld(1, placed))
		for i := range 2 {
			must.Do(t, s.crowd.Instance(i).SetSpeed(0.1))
			must.Do(t, s.plain.Instance(i).SetSpeed(0.1))
			must.Do(t, s.g.SetWeight(i, 0, 1))
		}
		s.update(0.1)
		for i := range 2 {
			if a, b := s.joint(s.plain, i, "left arm3"), s.joint(s.crowd, i, "left arm3"); a != b {
				t.Errorf("before it holds the hand is at %v, not %v", b, a)
			}
		}
		var last [2]geom.Vec
		for frame := range 140 {
			if frame == 0 || frame == 70 {
				for i := range 2 {
					must.Do(t, s.g.Hold(i, 0, frame == 0))
				}
			}
			var handles [2]geom.Vec
			for i := range 2 {
				x := float32(frame) / 500
				handles[i] = s.place(s.plain, i, "left arm0").Add(geom.XYZ(0.2, x, 0.25-x))
				to := control.HandTarget{Place: handles[i].Array(), Rotation: spin.Array(), RotationWeight: 1, Pole: [3]float32{0, -1, 0}, PoleWeight: 1}
				if i == 1 {
					to.Place, to.InWorld = placed.Apply(handles[i].Array()), true
					to.Rotation = rotation(placed).Mul(spin).Array()
					to.Pole = placed.ApplyVector(to.Pole)
				}
				must.Do(t, s.g.SetHandIK(i, 0, to))
			}
			s.update(1. / 120)
			for i := range 2 {
				now, held := s.place(s.crowd, i, "left arm3"), s.g.Held(i, 0)
				if d := distance(now, last[i]); frame > 0 && d > 0.04 {
					t.Errorf("instance %d, frame %d: the hand leaps by %v m", i, frame, d)
				}
				last[i] = now
				d, a := distance(now, handles[i]), angle(rotation(s.joint(s.crowd, i, "left arm3")), spin)
				if frame >= 32 && frame < 70 && (held != 1 || d > 5e-6 || a > 3e-3) {
					t.Errorf("instance %d, frame %d: it holds %v, %v m and %v from the handle: %+v", i, frame, held, d, a, s.g.Result(i, 0))
				}
				if frame > 131 && (held != 0 || s.joint(s.plain, i, "left arm3") != s.joint(s.crowd, i, "left arm3")) {
					t.Errorf("instance %d, frame %d: it still holds %v", i, frame, held)
				}
				if frame == 15 && (held < 0.3 || held > 0.7) {
					t.Errorf("half way it holds %v", held)
				}
			}
		}
	})
}

func TestGrabEverywhere(t *testing.T) {
	everywhere(t, "f0e370de0207dd3e", part{
		func(s *control.Stack) error { _, err := s.Add(new(grabber())); return err },
		func(g *control.Instances, i, frame int) error {
			if err := g.Hold(i, 0, (i+frame)%4 != 0); err != nil {
				return err
			}
			return g.SetHandIK(i, 0, control.HandTarget{Place: [3]float32{0.3, 1.2, float32(i) / 60}, Rotation: spin.Array(), RotationWeight: 0.5, InWorld: i%2 == 0})
		},
	})
}

func TestGrabRefuses(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for want, change := range map[string]func(o *control.HandIK){
			`"hand"`:               func(o *control.HandIK) { o.End = "hand" },
			`"neck0" is not below`: func(o *control.HandIK) { o.Mid = "neck0" },
			"soft 2":               func(o *control.HandIK) { o.Soft = 2 },
			"in -1":                func(o *control.HandIK) { o.In = -1 },
			"out NaN":              func(o *control.HandIK) { o.Out = math.NaN() },
		} {
			o := grabber()
			change(&o)
			_, err := s.Add(&o)
			refusedAny(t, err, want)
		}
		_, err := s.Add(new(grabber()))
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	for _, bad := range []control.HandTarget{
		{Place: [3]float32{float32(math.Inf(1))}}, {Pole: [3]float32{float32(math.NaN())}}, {RotationWeight: 1}, {PoleWeight: 2},
	} {
		refused(t, s.g.SetHandIK(1, 0, bad), control.ErrValue, "instance 1", `"left arm3"`)
	}
	refused(t, s.g.SetHandIK(1, 1, control.HandTarget{}), control.ErrValue, "no hand IK")
	refused(t, s.g.Hold(2, 0, true), control.ErrValue, "instance 2 of 2")
	if s.g.Held(0, 1) != 0 {
		t.Error("an aim holds something")
	}
}
