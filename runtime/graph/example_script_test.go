package graph_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// A character plays what a file lists, and jumps where it says so.
func Example_script() {
	model := scriptCharacter() // or importer.Load, or bake.Model
	program, err := graph.Compile(hero(), graph.ClipsOfModel(model))
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layers: play.MaxLayers})
	if err != nil {
		log.Fatal(err)
	}
	instances := program.Start(1)
	if err := crowd.SetGraph(instances); err != nil {
		log.Fatal(err)
	}
	input, err := graph.ParseScript([]byte(`{"rate": 30, "until": 1, "steps": [{"at": 0, "set": {"speed": 1}}, {"at": 0.5, "trigger": ["jump"]}]}`))
	if err != nil {
		log.Fatal(err)
	}
	bound, err := input.Bind(program)
	if err != nil {
		log.Fatal(err)
	}
	err = bound.Run(crowd, instances, 0, func(step int) error {
		for _, in := range bound.StepInputs(step) {
			fmt.Printf("step %d: %v\n", step, &in)
		}
		if playing := instances.States(nil, 0); step%10 == 9 {
			fmt.Printf("%.2f s: %s\n", bound.Time(step), playing[len(playing)-1].State) // the one that came last
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// step 0: speed = 1
	// 0.33 s: go
	// step 15: trigger jump
	// 0.67 s: jump
	// 1.00 s: go
}
