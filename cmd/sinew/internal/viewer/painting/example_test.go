package painting_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// A stroke over the chest, as the mouse draws it, in the pose at rest.
func Example() {
	model, err := importer.Load(context.Background(), "../../../../../testdata/strider/strider.glb", importer.Options{NoTextures: true})
	if err != nil {
		log.Fatal(err)
	}
	session, err := painting.Open(model, nil)
	if err != nil {
		log.Fatal(err)
	}
	brush, err := session.Brush()
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		log.Fatal(err)
	}
	all, joints := make([]int, model.Skeleton.Len()), make([]soa.Affine, model.Skeleton.Len())
	for j := range all {
		all[j] = j
	}
	if err := crowd.Joints(joints, []int{0}, all); err != nil {
		log.Fatal(err)
	}
	brush.Joint = model.Skeleton.Joint("chest")
	if _, err := brush.Pose(joints, nil, brush.Joint); err != nil {
		log.Fatal(err)
	}
	ray := painting.Ray{From: exact.Vec{-0.5, 1.1, 9}, Direction: exact.Vec{0, 0, -1}}
	ok, err := brush.Press(ray)
	if err != nil {
		log.Fatal(err)
	}
	ray.From[1] = 1.2
	if err := brush.Drag(ray); err != nil {
		log.Fatal(err)
	}
	brush.Release()
	step := session.Document().Steps[0]
	fmt.Println(ok, len(step.Masks), brush.Undo())
	// Output:
	// true 1 add
}
