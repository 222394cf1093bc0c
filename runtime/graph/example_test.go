package graph_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// A hundred characters walk, and one of them jumps.
func Example() {
	model := figure.Character(
		figure.Motion{Name: "idle", Seconds: 2, Drive: figure.Captured}, figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured},
		figure.Motion{Name: "run", Seconds: 0.6, Drive: figure.Captured}, figure.Motion{Name: "jump", Seconds: 1, Drive: figure.Captured})
	g, err := graph.Parse([]byte(`
	{"version": 1,
	 "parameters": {"speed": {"type": "float"}, "jump": {"type": "trigger", "lifetime": 0.2}},
	 "root": {"type": "machine", "start": "ground",
	  "states": {
	   "ground": {"node": {"type": "blend1d", "x": "speed", "samples": [
	     {"at": 0, "node": "idle"}, {"at": 1.5, "node": "walk"}, {"at": 4, "node": "run"}]}},
	   "air": {"node": {"type": "clip", "clip": "jump", "loop": "clamp"},
	     "transitions": [{"to": "ground", "when": [{"remaining": 0.2}], "fade": 0.2}]}},
	  "any": [{"to": "air", "when": [{"trigger": "jump"}], "fade": 0.1}]}}`))
	if err != nil {
		log.Fatal(err)
	}
	program, err := graph.Compile(g, graph.ClipsOfModel(model))
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 100, runtime.CrowdOptions{})
	if err != nil {
		log.Fatal(err)
	}
	instances := program.Start(crowd.Len())
	if err := crowd.SetGraph(instances); err != nil {
		log.Fatal(err)
	}
	speed, _ := program.Parameter("speed")
	jump, _ := program.Parameter("jump")
	for i := range crowd.Len() {
		if err := instances.Set(i, speed, 1.5); err != nil {
			log.Fatal(err)
		}
	}
	if err := instances.Trigger(42, jump); err != nil {
		log.Fatal(err)
	}
	if err := crowd.Update(0.05); err != nil {
		log.Fatal(err)
	}
	for _, i := range []int{41, 42} {
		for _, s := range instances.States(nil, i) {
			fmt.Printf("%d: %s, %.2f s, weight %.1f\n", i, s.State, s.Time, s.Weight)
		}
	}
	for _, l := range crowd.Instance(42).ActiveClips(nil) {
		fmt.Printf("%s at %.2f s, weight %.1f\n", model.Clips[l.Clip].Name, l.Time, l.Weight)
	}
	// Output:
	// 41: ground, 0.05 s, weight 1.0
	// 42: ground, 0.05 s, weight 0.5
	// 42: air, 0.05 s, weight 0.5
	// walk at 0.05 s, weight 0.5
	// jump at 0.05 s, weight 0.5
}
