package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// A constrained joint is where its stack puts it, in both forms; in part where the weight is
// one, and never where it is 0.
func TestConstrained(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		var track, copies, weapon int
		s := newStage(t, form, 21, func(s *control.Stack) {
			var err error
			track, err = s.Add(&control.ConstraintStack{Joint: "neck1", Stack: []control.Constraint{
				{Rule: constraint.DampedTrack{Track: constraint.PlusZ}, Targets: []control.Target{{}}, Influence: 1},
			}})
			must.Do(t, err)
			copies, err = s.Add(&control.ConstraintStack{Joint: "right arm2", Stack: []control.Constraint{
				{Rule: constraint.CopyRotation{Axes: constraint.AllAxes}, Targets: []control.Target{{Joint: "left arm2"}}, Influence: 1},
			}})
			must.Do(t, err)
			weapon, err = s.Add(&control.ConstraintStack{Joint: "jaw0", Moves: true, Stack: []control.Constraint{
				{Rule: constraint.Attach{Offset: geom.Identity.Matrix(geom.Vec{Y: 0.1})}, Targets: []control.Target{{Joint: "left arm3"}}, Influence: 1},
			}})
			must.Do(t, err)
		})
		i := 20
		for _, number := range []int{track, copies, weapon} {
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		must.Do(t, s.g.SetTarget(i, track, 0, geom.Identity.Matrix(there)))
		s.update(0.3)
		head := s.joint(s.crowd, i, "neck1")
		ahead := geom.VecOf(head.ApplyVector([3]float32{0, 0, 1})).Unit(geom.Vec{})
		if way := there.Sub(geom.Translation(&head)).Unit(geom.Vec{}); distance(ahead, way) > 3e-5 {
			t.Errorf("the head looks along %v, not %v", ahead, way)
		}
		a, b := rotation(s.joint(s.crowd, i, "left arm2")), rotation(s.joint(s.crowd, i, "right arm2"))
		if d := angle(a, b); d > 2e-3 {
			t.Errorf("the copied rotation is %v, want %v", b, a)
		}
		hand, held := s.joint(s.crowd, i, "left arm3"), s.joint(s.crowd, i, "jaw0")
		want := hand.Apply([3]float32{0, 0.1, 0})
		if d := distance(geom.Translation(&held), geom.VecOf(want)); d > 3e-6 {
			t.Errorf("what is held is at %v, want %v", geom.Translation(&held), want)
		}
		s.same(0)
		must.Do(t, s.g.SetWeight(i, copies, 0.5))
		s.update(0)
		half, was := rotation(s.joint(s.crowd, i, "right arm2")), rotation(s.joint(s.plain, i, "right arm2"))
		if d, all := angle(half, was), angle(a, was); math.Abs(d-all/2) > 0.05*all+2e-3 {
			t.Errorf("half of %v radians is %v", all, d)
		}
	})
}

func TestConstrainedRefuses(t *testing.T) {
	track := func(targets ...string) []control.Constraint {
		c := control.Constraint{Rule: constraint.DampedTrack{}, Influence: 1}
		for _, joint := range targets {
			c.Targets = append(c.Targets, control.Target{Joint: joint})
		}
		return []control.Constraint{c}
	}
	s := newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		_, err := s.Add(&control.ConstraintStack{Joint: "nek"})
		refused(t, err, control.ErrJoint, `"nek"`)
		_, err = s.Add(&control.ConstraintStack{Joint: "neck0", Stack: track("neck1")})
		refused(t, err, control.ErrJoint, `"neck1" moves with it`)
		_, err = s.Add(&control.ConstraintStack{Joint: "neck0", Stack: track()})
		refused(t, err, constraint.ErrStack, `"neck0"`)
		_, err = s.Add(&control.ConstraintStack{Joint: "neck1", Stack: track("", "root0")})
		must.Do(t, err)
	})
	refused(t, s.g.SetTarget(0, 0, 1, soa.IdentityAffine()), control.ErrValue, "target 1")
	refused(t, s.g.SetTarget(0, 0, 0, soa.Affine{float32(math.NaN())}), control.ErrValue, "instance 0")
}
