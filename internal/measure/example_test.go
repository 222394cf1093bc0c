package measure_test

import (
	"context"
	"fmt"
	"log"
	"time"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/native/simd"
)

// Sinew's rows and a tutorial's method animate the same 16 instances. PerJoint
// is nanoseconds, which differ from machine to machine.
func Example() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 0.4, Drive: figure.Captured})
	c, err := measure.NewCharacter(model, model.Clips)
	if err != nil {
		log.Fatal(err)
	}
	crowd := measure.Crowd{Instances: 16, Clips: 1, Workers: 1, ISA: simd.Current()}
	var tasks []measure.Task
	for _, name := range []string{"rows", "ogldev"} {
		path, ok := measure.PathNamed(name)
		if !ok {
			log.Fatal("no path ", name)
		}
		tasks = append(tasks, measure.Task{Path: path, Crowd: crowd})
	}
	results, err := c.Compare(context.Background(), tasks, 6*time.Millisecond, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range results {
		fmt.Printf("%s (%s): measured %v\n", r.Path.Name, r.Path.About, r.Frames > 0 && r.PerJoint > 0)
	}
	// Output:
	// rows (compiled rows): measured true
	// ogldev (recursion, names, linear search): measured true
}
