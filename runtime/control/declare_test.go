package control_test

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// declared is a crowd that a document controls, and one without control.
func declared(t *testing.T, form pose.FormChoice, text string, n int) (*stage, *control.DocumentStack) {
	t.Helper()
	c, err := control.Parse([]byte(text))
	must.Do(t, err)
	s := &stage{TB: t, model: twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))}
	d, err := control.NewDocumentStack(s.model.Skeleton, c)
	must.Do(t, err)
	o := runtime.CrowdOptions{Play: &play.Options{Seed: 1}, Layout: pose.LayoutOptions{Form: form, AllJoints: true, Reserve: d.Reserve()}}
	s.crowd, err = runtime.NewCrowd(runtime.Keyframes(s.model), n, o)
	must.Do(t, err)
	s.plain, err = runtime.NewCrowd(runtime.Keyframes(s.model), n, o)
	must.Do(t, err)
	s.g, err = d.Start(s.crowd.Layout(), n)
	must.Do(t, err)
	must.Do(t, s.crowd.SetControl(s.g))
	return s, d
}

func modifiers(list string) string {
	return `{"control": {"version": 1, "modifiers": [` + list + `]}}`
}

// All that a document can have is declared, and makes finite poses in all forms that have
// the columns.
func TestDeclareEverything(t *testing.T) {
	data := documents.Everything(t)
	s, d := declared(t, pose.FormGeneral, string(data), 3)
	if !d.Moves() || d.End() != 2 {
		t.Errorf("it moves: %v, until %v s", d.Moves(), d.End())
	}
	for step := range 30 {
		s.update(0.1)
		for i := range 3 {
			must.Do(t, d.Set(s.g, i, 0.1*float64(step)))
		}
		for _, v := range s.crowd.Palettes() {
			if v-v != 0 {
				t.Fatalf("%v in a palette", v)
			}
		}
	}
	if number, ok := d.Find("hand"); !ok || s.g.SetTwoBoneIK(0, number, control.TwoBoneTarget{}) != nil {
		t.Errorf("the hand is modifier %d, %v", number, ok)
	}
	if _, ok := d.Find(""); ok {
		t.Error("a modifier has no name")
	}
}

// A limb reaches where its document says: at a place that moves, at a joint with an offset,
// which another modifier has moved, and with that joint's rotation.
func TestDeclareTargets(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		s, d := declared(t, form, modifiers(`
			{"name": "right", "twoBoneIK": {"root": "right arm0", "mid": "right arm1", "end": "right arm3",
				"target": {"keys": [[0, -0.4, 1.1, 0.3], [1, -0.4, 1.3, 0.3]]}}},
			{"name": "left", "twoBoneIK": {"root": "left arm0", "mid": "left arm1", "end": "left arm3",
				"target": {"joint": "right arm3", "offset": [0.01, 0.02, 0]}, "rotation": "right arm3", "poleIsPoint": true, "pole": "spine0"}},
			{"name": "eye", "aim": {"joint": "left eye0", "forward": [0, 0, 1], "target": "left arm3"}},
			{"name": "foot", "twoBoneIK": {"root": "left leg0", "mid": "left leg1", "end": "left leg2"}}`), 20)
		s.update(0.3)
		for i := range 20 {
			must.Do(t, d.Set(s.g, i, 0.5))
		}
		s.update(0)
		reached := 0
		for i := range 20 {
			if s.g.Result(i, 0).Reason != solve.Reached || s.g.Result(i, 4).Reason != solve.Reached {
				continue
			}
			reached++
			right := s.joint(s.crowd, i, "right arm3")
			if at := geom.Translation(&right); distance(at, geom.XYZ(-0.4, 1.2, 0.3)) > 1e-4 {
				t.Fatalf("the right hand of %d is at %v", i, at)
			}
			left := s.joint(s.crowd, i, "left arm3")
			want := right.Mul(&soa.Affine{1, 0, 0, 0.01, 0, 1, 0, 0.02, 0, 0, 1, 0})
			if d := distance(geom.Translation(&left), geom.Translation(&want)); d > 1e-4 {
				t.Fatalf("the left hand of %d is %v m from the right one's hilt", i, d)
			}
			if a := angle(rotation(left), rotation(right)); a > 4e-3 { // of an arc cosine near 1
				t.Fatalf("the left hand of %d is turned by %v rad against the right one", i, a)
			}
			eye := s.joint(s.crowd, i, "left eye0")
			to := geom.Translation(&left).Sub(geom.Translation(&eye)).Unit(geom.Vec{})
			if d := distance(rotation(eye).Rotate(geom.Vec{Z: 1}), to); d > 1e-4 {
				t.Fatalf("the eye of %d looks past the hand by %v", i, d)
			}
			if s.joint(s.crowd, i, "left leg2") != s.joint(s.plain, i, "left leg2") {
				t.Fatalf("the foot of %d moves without a target", i)
			}
		}
		if reached < 5 {
			t.Errorf("%d of 20 reach", reached)
		}
		for _, name := range []string{"right", "left", "eye"} {
			number, _ := d.Find(name)
			must.Do(t, s.g.SetWeight(7, number, 0))
		}
		s.update(0)
		s.same(7)
	})
}

// Effectors of chains, alone or several, and hands that grab follow joints too.
func TestDeclareFollowsOfChains(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		chain := `{"chainIK": {"joints": ["left arm0", "left arm1", "left arm2", "left arm3"], "effectors": [{"joint": "left arm3", "target": {"joint": "neck1", "offset": [0, 0, 0.2]}, "rotation": "neck1"}]%s}}`
		for _, text := range []string{
			fmt.Sprintf(chain, `, "iterations": 30`), fmt.Sprintf(chain, `, "iterations": 30, "solver": "ccd"`),
			`{"handIK": {"root": "left arm0", "mid": "left arm1", "end": "left arm3", "target": {"joint": "neck1", "offset": [0, 0, 0.2]}}}`,
		} {
			s, _ := declared(t, form, modifiers(text), 20)
			s.update(0.3)
			reached := 0
			for i := range 20 {
				neck, hand := s.joint(s.crowd, i, "neck1"), s.joint(s.crowd, i, "left arm3")
				to := neck.Mul(&soa.Affine{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.2})
				if distance(geom.Translation(&to), geom.Translation(&hand)) < 5e-3 {
					reached++
				}
				if a := angle(rotation(hand), rotation(neck)); text[2] == 'c' && a > 4e-3 { // of an arc cosine near 1
					t.Fatalf("%s: the hand of %d is turned by %v rad against the neck", text, i, a)
				}
			}
			if reached < 15 {
				t.Errorf("%s: %d of 20 reach", text, reached)
			}
		}
	})
}

// What keeps its place at rest is at rest where it was; what has an offset is there.
func TestDeclareKeep(t *testing.T) {
	s, _ := declared(t, pose.FormGeneral, modifiers(`
		{"constraintStack": {"joint": "right arm3", "moves": true, "stack": [{"attach": {"keep": true}, "target": "left arm3"}]}},
		{"constraintStack": {"joint": "left leg2", "moves": true, "stack": [{"childOf": {"keep": true}, "target": "left eye0"}]}},
		{"constraintStack": {"joint": "right leg2", "moves": true, "stack": [{"attach": {"offset": [1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0]}, "target": [1, 2, 3]}]}}`), 1)
	must.Do(t, s.crowd.PlayAll(play.Rest, play.Options{}))
	must.Do(t, s.plain.PlayAll(play.Rest, play.Options{}))
	s.update(0)
	for _, name := range []string{"right arm3", "left leg2"} {
		if d := distance(s.place(s.crowd, 0, name), s.place(s.plain, 0, name)); d > 1e-5 {
			t.Errorf("%s is %v m from its rest", name, d)
		}
	}
	if at := s.place(s.crowd, 0, "right leg2"); distance(at, geom.XYZ(1, 2.5, 3)) > 1e-5 {
		t.Errorf("the foot is at %v", at)
	}
}

// A target's own space counts: a joint takes the rotation that another one has against its
// rest.
func TestConstrainedInSpaceOfTarget(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		s, _ := declared(t, form, modifiers(`
			{"constraintStack": {"joint": "right arm2", "stack": [{"copyRotation": {}, "target": "left arm2", "space": "local", "targetSpace": "local"}]}}`), 5)
		s.update(0.35)
		for i := range 5 {
			var moved [2]geom.Quat
			for k, name := range []string{"left arm2", "right arm2"} {
				own, above := s.joint(s.crowd, i, name), s.joint(s.crowd, i, s.parent(name))
				local := s.rest(s.parent(name)).Conjugate().Mul(s.rest(name))
				moved[k] = local.Conjugate().Mul(rotation(above).Conjugate().Mul(rotation(own)))
			}
			if a := angle(moved[0], moved[1]); a > 4e-3 { // of an arc cosine near 1
				t.Fatalf("%d: the right one is turned by %v rad against the left one", i, a)
			}
		}
	})
}

// What does not fit the skeleton, and what follows for no target, is refused.
func TestDeclareRefuses(t *testing.T) {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	c, err := control.Parse([]byte(modifiers(`{"aim": {"joint": "hat", "forward": [0, 0, 1]}}`)))
	must.Do(t, err)
	_, err = control.NewDocumentStack(model.Skeleton, c)
	refused(t, err, control.ErrDocument, "/control/modifiers/0/aim/joint: ", `"hat"`)

	stack := control.New(model.Skeleton)
	_, err = stack.Add(&control.Follow{Joint: "neck1", Modifier: 0})
	refused(t, err, control.ErrValue, "later")
	_, err = stack.Add(&control.Follow{Joint: "hat", Modifier: 1})
	refused(t, err, control.ErrJoint, `"hat"`)
	_, err = stack.Add(&control.Follow{Joint: "neck1", Modifier: 1, Part: control.PartRotation})
	must.Do(t, err)
	_, err = stack.Add(&control.Aim{Joint: "left eye0", Forward: [3]float32{0, 0, 1}})
	must.Do(t, err)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	_, err = stack.Start(crowd.Layout(), 1)
	refused(t, err, control.ErrValue, "modifier 1", `"neck1"`)
}

// A program's modifiers begin with the targets that they are declared with, as those of a
// document.
func TestTargetsFromTheStart(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		to, arm := geom.XYZ(0.1, 1.25, 0.25), control.TwoBoneIK{Root: "right arm0", Mid: "right arm1", End: "right arm3", Target: control.PointAt(0.1, 1.25, 0.25)}
		s := newStage(t, form, 18, func(s *control.Stack) {
			_, err := s.Add(&arm)
			must.Do(t, err)
			number, err := s.Add(&control.TwoBoneIK{Root: "left arm0", Mid: "left arm1", End: "left arm3", Target: control.PointOfJoint("right arm3")})
			must.Do(t, err)
			if number != 2 {
				t.Errorf("it is modifier %d, with what follows before it 2", number)
			}
		})
		for i := range 18 {
			must.Do(t, s.g.SetWeight(i, 0, 1))
			must.Do(t, s.g.SetWeight(i, 2, 1))
		}
		s.update(0)
		reached := 0
		for i := range 18 {
			if s.g.Result(i, 0).Reason != solve.Reached || s.g.Result(i, 2).Reason != solve.Reached {
				continue
			}
			reached++
			for _, name := range []string{"right arm3", "left arm3"} {
				if d := distance(s.place(s.crowd, i, name), to); d > 2e-5 {
					t.Errorf("instance %d: %q is %v m from its target", i, name, d)
				}
			}
		}
		if reached < 5 {
			t.Errorf("%d of 18 reach", reached)
		}
	})
}
