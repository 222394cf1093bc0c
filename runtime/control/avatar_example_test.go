package control_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
)

func Example_avatar() {
	skeleton := &soa.Skeleton{Name: []string{"hips", "head"}, Parent: []int16{-1, 0}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	skeleton.ComputeDepth()
	document, notes := control.AvatarDocument(&soa.Model{Skeleton: skeleton, Avatar: &soa.Avatar{
		Name:        "mira",
		Bones:       []soa.AvatarBone{{Bone: "hips", Node: soa.AvatarNode{Joint: 0, Name: "hips"}}, {Bone: "tail", Node: soa.AvatarNode{Joint: 1, Name: "head"}}},
		FirstPerson: 2,
	}})
	fmt.Println(document.Name, document.Humanoid)
	for _, n := range notes {
		fmt.Println(n.Lost, n.Where, n.Message)
	}
	// Output:
	// mira [{hips hips}]
	// true head it is no joint that can be the bone "tail"
	// false  2 annotation(s) of what the wearer sees are left out
}
