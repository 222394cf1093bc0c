package retarget_test

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
)

// body returns a few bones of a body: hips, a leg and an arm on either side.
func body(size float32, names ...string) *soa.Model {
	k := &soa.Skeleton{
		Name: names, Parent: []int16{-1, 0, 1, 2, 0, 4, 5}, Unit: []float32{1, 1, 1, 1, 1, 1, 1}, Rest: soa.MakeTransforms(7),
	}
	k.ComputeDepth()
	for j, at := range [][3]float32{{0, 1, 0}, {0.1, 0, 0}, {0, -0.5, 0}, {0, -0.4, 0}, {-0.1, 0, 0}, {0, -0.5, 0}, {0, -0.4, 0}} {
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = size*at[0], size*at[1], size*at[2]
	}
	return &soa.Model{Skeleton: k}
}

func Example() {
	small := body(1, "mixamorig:Hips", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot",
		"mixamorig:RightUpLeg", "mixamorig:RightLeg", "mixamorig:RightFoot")
	tall := body(1.5, "pelvis", "thigh_l", "calf_l", "foot_l", "thigh_r", "calf_r", "foot_r")
	kick := &soa.Clip{ // the left knee, within a second
		Name: "kick left", TicksPerSecond: 1, Duration: 1,
		Tracks: []soa.Track{{Target: 2, Property: soa.Rotation}},
		Time:   []float32{0, 1}, X: []float32{0, 0.6}, Y: []float32{0, 0}, Z: []float32{0, 0}, W: []float32{1, 0.8},
		Events: []soa.Event{{Time: 1, Name: "FootL"}},
	}

	clip, report, err := retarget.Retarget(context.Background(), small, kick, tall, retarget.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d joints, scale %.1f\n", len(report.Joints), report.Scale)
	for _, tr := range clip.Tracks {
		if first := tr.First; first+1 < uint32(len(clip.Time)) && clip.Time[first+1] > 0 {
			fmt.Printf("%s: x %.1f to %.1f\n", tall.Skeleton.Name[tr.Target], clip.X[first], clip.X[first+1])
		}
	}

	clip, _, err = retarget.Mirror(context.Background(), small, kick, retarget.MirrorOptions{})
	if err != nil {
		panic(err)
	}
	fmt.Println(small.Skeleton.Name[clip.Tracks[0].Target], clip.Events[0].Name)
	// Output:
	// 7 joints, scale 1.5
	// calf_l: x 0.0 to 0.6
	// mixamorig:RightLeg FootR
}
