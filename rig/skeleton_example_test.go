package rig_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/rig"
)

// Strider gets a wrist, and its skeleton the T pose as its rest.
func Example_skeleton() {
	ctx := context.Background()
	m, err := importer.Load(ctx, "../testdata/strider/strider.glb", importer.Options{NoTextures: true})
	if err != nil {
		log.Fatal(err)
	}
	out, report, err := rig.InsertJoint(m, m.Skeleton.Joint("hand.L"), "wrist.L", 0.9)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Notes[0])
	d, err := rig.MeasureChange(ctx, m, out, report.Index)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("joints within %.2f mm over all clips\n", d.Joint.Millimetres)
	out, _, err = rig.TakePose(ctx, out, rig.T, rig.AsRest)
	if err != nil {
		log.Fatal(err)
	}
	held, err := rig.DetectRestPose(out.Skeleton)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("pose:", held.Pose)
	_, _, err = rig.InsertJoint(out, 0, "wrist.L", 0)
	fmt.Println(err)
	// Output:
	// "wrist.L" is inserted between "forearm.L" and "hand.L", 220.3 mm from the first and 24.5 mm from the second
	// joints within 0.00 mm over all clips
	// pose: T
	// insert joint "wrist.L": the name cannot be used: "wrist.L" is joint 11, CharRig/root/hips/spine/chest/shoulder.L/upperarm.L/forearm.L/wrist.L
}
