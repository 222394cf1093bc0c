package humanoid_test

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// legs returns a skeleton of hips and two legs.
func legs(names ...string) *soa.Skeleton {
	k := &soa.Skeleton{
		Name: names, Parent: []int16{-1, 0, 1, 2, 0, 4, 5}, Rest: soa.MakeTransforms(7),
		Unit: []float32{1, 1, 1, 1, 1, 1, 1},
	}
	k.ComputeDepth()
	return k
}

func Example() {
	mixamo := legs("mixamorig:Hips", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
		"mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot")
	unreal := legs("pelvis", "thigh_l", "calf_l", "foot_l", "thigh_r", "calf_r", "foot_r")

	body, how := humanoid.Find(unreal)
	fmt.Printf("by %s: the left foot is %q\n", how, unreal.Name[body.First("leftFoot")])

	m, err := humanoid.Map(context.Background(), mixamo, unreal, humanoid.Options{})
	if err != nil {
		panic(err)
	}
	for _, p := range m.Pairs[:3] {
		fmt.Printf("%s: %s is %s\n", p.Role, mixamo.Name[p.Source], unreal.Name[p.Target])
	}
	other, _ := humanoid.SwapSide("foot_l")
	fmt.Println("beside foot_l:", other)
	// Output:
	// by body: the left foot is "foot_l"
	// hips: mixamorig:Hips is pelvis
	// leftUpperLeg: mixamorig:LeftUpLeg is thigh_l
	// leftLowerLeg: mixamorig:LeftLeg is calf_l
	// beside foot_l: foot_r
}
