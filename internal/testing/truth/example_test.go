package truth_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// The joints of a clip of an archive are held against those that Blender computed
// before the model was exported.
func Example() {
	file, err := truth.Load("../../../testdata/strider/strider_truth.json")
	if err != nil {
		log.Fatal(err)
	}
	a, err := archive.Open("../../../testdata/strider/strider.sinew")
	if err != nil {
		log.Fatal(err)
	}
	defer a.Close()
	walk, err := a.Clip(a.ClipIndex("walk"))
	if err != nil {
		log.Fatal(err)
	}
	model := &soa.Model{Skeleton: a.Skeleton(), Weights: a.Weights(), Clips: []*soa.Clip{walk}}

	var worst truth.Deviation
	for _, sample := range file.Clip("walk").Samples {
		if sample.OnKey < 1 {
			continue // between keys the curves of two programs differ
		}
		evaluated := oracle.Evaluate(model, model.Clips, sample.Time)
		got := &truth.Pose{}
		for j, name := range model.Skeleton.Name {
			got.Joints = append(got.Joints, truth.Joint{Name: name, Position: truth.Vec3(evaluated.Model[j].Translation())})
		}
		worst.Merge(sample.Compare(got, truth.Match{}))
	}
	fmt.Println(file.Tool)
	fmt.Printf("%d joints within 0.1 mm: %v, missing: %v\n", worst.Joints, worst.JointError < 1e-4, worst.MissingJoints)
	// Output:
	// Blender 3.4.1, authored scene (before any export)
	// 272 joints within 0.1 mm: true, missing: []
}
