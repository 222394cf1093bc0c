package retarget_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// bodyOf is the body of the rig's character, of which joints have other names.
func bodyOf(name func(string) string) map[string]string {
	bones := map[string]string{"hips": "root1", "spine": "spine0", "chest": "spine1", "upperChest": "spine2", "neck": "neck0", "head": "neck1"}
	for _, side := range []string{"left", "right"} {
		for k, bone := range []string{"Shoulder", "UpperArm", "LowerArm", "Hand"} {
			bones[side+bone] = fmt.Sprintf("%s arm%d", side, k)
		}
		for k, bone := range []string{"UpperLeg", "LowerLeg", "Foot", "Toes"} {
			bones[side+bone] = fmt.Sprintf("%s leg%d", side, k)
		}
		for k, bone := range []string{"Proximal", "Intermediate", "Distal"} {
			bones[side+"Index"+bone] = fmt.Sprintf("%s finger1%d", side, k)
		}
	}
	for bone, joint := range bones {
		bones[bone] = name(joint)
	}
	return bones
}

// Skeletons whose names say nothing are mapped by the bodies that avatars say.
func TestBodies(t *testing.T) {
	source := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	target := figure.Character()
	other := func(joint string) string {
		return "x" + strings.Map(func(r rune) rune { return 'A' + (r*7)%23 }, joint) + joint[len(joint)-1:]
	}
	k := *target.Skeleton
	k.Name = nil
	for j := range k.Len() {
		k.Name = append(k.Name, fmt.Sprint(other(source.Skeleton.Name[j]), j))
	}
	names := make(map[string]string)
	for j, name := range source.Skeleton.Name {
		names[name] = k.Name[j]
	}
	target.Skeleton = &k
	bodies := [2]map[string]string{bodyOf(func(s string) string { return s }), bodyOf(func(s string) string { return names[s] })}
	clip, report, err := retarget.Retarget(t.Context(), source, source.Clips[0], target, retarget.Options{Bodies: bodies})
	if err != nil {
		t.Fatal(err)
	}
	driven, mapped := make(map[int16]bool), make(map[string]string)
	for _, tr := range clip.Tracks {
		driven[tr.Target] = true
	}
	for _, p := range report.Joints {
		mapped[p.Source] = p.Target
	}
	for bone, joint := range bodies[1] {
		if mapped[bodies[0][bone]] != joint || !driven[int16(k.Joint(joint))] {
			t.Errorf("%s, %q, is mapped to %q, driven: %v", bone, bodies[0][bone], mapped[bodies[0][bone]], driven[int16(k.Joint(joint))])
		}
	}
	for want, change := range map[string]func(b map[string]string){
		`no bone "tail"`:   func(b map[string]string) { b["tail"] = "root0" },
		`no joint "thigh"`: func(b map[string]string) { b["leftUpperLeg"] = "thigh" },
		`"left leg1" is not below "right leg0"`: func(b map[string]string) {
			b["spine"], b["chest"], b["upperChest"] = "right leg0", "left leg1", "left leg2"
		},
	} {
		wrong := bodyOf(func(s string) string { return s })
		change(wrong)
		_, _, err := retarget.Retarget(t.Context(), source, source.Clips[0], source, retarget.Options{Bodies: [2]map[string]string{wrong, nil}})
		if !errors.Is(err, humanoid.ErrTable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
