package control_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

// dressed is a head with eyes and hair, and an avatar with a gaze, three constraints and a spring.
func dressed(t *testing.T) *soa.Model {
	t.Helper()
	up := [3]float32{0, 0.1, 0}
	k, err := soa.NewSkeleton(soa.Joint{Name: "head"},
		soa.Joint{Name: "eye.L", Parent: "head", Translation: up}, soa.Joint{Name: "eye.R", Parent: "head", Translation: up},
		soa.Joint{Name: "hair1", Parent: "head", Translation: up}, soa.Joint{Name: "hair2", Parent: "hair1", Translation: up}, soa.Joint{Name: "twist", Parent: "head", Translation: up})
	must.Do(t, err)
	node := func(name string) soa.AvatarNode { return soa.AvatarNode{Joint: k.Joint(name), Name: name} }
	ten := soa.GazeRange{From: 90, To: 10}
	return &soa.Model{Name: "m", Skeleton: k, Avatar: &soa.Avatar{
		Bones: []soa.AvatarBone{{Bone: "head", Node: node("head")}, {Bone: "leftEye", Node: node("eye.L")}, {Bone: "rightEye", Node: node("eye.R")}},
		Gaze:  &soa.AvatarGaze{Bones: true, Inner: ten, Outer: ten, Up: ten, Down: ten},
		Springs: []soa.AvatarSpring{{Name: "hair", Tip: 0.07, Colliders: []int{0},
			Joints: []soa.AvatarSpringJoint{{Node: node("hair1"), Stiffness: 1, Drag: 0.5, Power: 2, Gravity: [3]float64{0, -1, 0}}, {Node: node("hair2"), Stiffness: 3}}}},
		Colliders: []soa.AvatarCollider{{Node: node("head"), Shape: "sphere", Radius: 0.1}},
		Constraints: []soa.AvatarConstraint{
			{Node: node("twist"), Source: node("head"), Kind: "roll", Axis: "Y", Weight: 0.5}, {Node: node("eye.L"), Source: node("twist"), Kind: "aim", Axis: "NegativeX", Weight: 1},
			{Node: node("eye.R"), Source: node("eye.L"), Kind: "rotation", Weight: 0.25},
		},
	}}
}

// Each part of an avatar becomes a modifier, in the order in which they act.
func TestEachPartIsAModifier(t *testing.T) {
	m := dressed(t)
	must.Do(t, m.Validate())
	doc, notes := control.AvatarDocument(m)
	for _, n := range notes {
		if n.Lost {
			t.Error(n)
		}
	}
	if doc == nil {
		t.Fatal("no control")
	}
	var got []string
	for _, e := range doc.Modifiers {
		text := e.Kind() + " " + e.Name
		switch do := e.Do.(type) {
		case *control.LookAt:
			text += fmt.Sprintf(" %v", do.Joints)
		case *control.ConstraintStack:
			text += fmt.Sprintf(" %s by %s × %v", do.Joint, do.Stack[1].Targets[0].Joint, do.Stack[1].Influence)
		case *control.VRMSprings:
			text += fmt.Sprintf(" %s %v, %s %v, tip %v, %d colliders", do.Joints[0].Joint, do.Joints[0].Gravity, do.Joints[1].Joint, do.Joints[1].Stiffness, do.Tip, len(do.Colliders))
		}
		got = append(got, text)
	}
	want := []string{
		"lookAt leftEye [eye.L]", "lookAt rightEye [eye.R]", "constraintStack  twist by head × 0.5", "constraintStack  eye.L by twist × 1", "constraintStack  eye.R by eye.L × 0.25",
		"vrmSprings hair hair1 [0 -2 0], hair2 3, tip [0 0.07 0], 1 colliders",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", got)
	}
}

// A part that does not fit is left out with a note of why, and the others stay.
func TestWhatDoesNotFitIsLost(t *testing.T) {
	for what, change := range map[string]func(a *soa.Avatar){
		"stiffness": func(a *soa.Avatar) { a.Springs[0].Joints[0].Stiffness = -1 },
		"drag":      func(a *soa.Avatar) { a.Springs[0].Joints[1].Drag = 2 },
		"weight":    func(a *soa.Avatar) { a.Constraints[0].Weight = 1.5 },
		"axis":      func(a *soa.Avatar) { a.Constraints[1].Axis = "W" },
		"no joint":  func(a *soa.Avatar) { a.Springs[0].Joints[1].Node.Joint = soa.NoJoint },
	} {
		whole, _ := control.AvatarDocument(dressed(t))
		m := dressed(t)
		change(m.Avatar)
		doc, notes := control.AvatarDocument(m)
		lost := 0
		for _, n := range notes {
			if n.Lost {
				lost++
			}
		}
		if lost != 1 || doc == nil || len(doc.Modifiers) != len(whole.Modifiers)-1 {
			t.Errorf("%s: %d lost, %+v", what, lost, notes)
		}
	}
}
