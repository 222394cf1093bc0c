package graph_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// A walk whose upper body waves.
func Example_layers() {
	model := figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured},
		figure.Motion{Name: "wave", Seconds: 2, Drive: figure.Captured})
	list, err := graph.ParseLayers([]byte(`[
	  {"clip": "walk"},
	  {"clip": "wave", "kind": "override", "phase": 0.5, "mask": [{"subtree": "spine0", "feather": 3}]}
	]`))
	if err != nil {
		log.Fatal(err)
	}
	stack, err := graph.BindLayers(model, list)
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(stack.Model), 100, runtime.CrowdOptions{Masks: stack.Masks})
	if err != nil {
		log.Fatal(err)
	}
	for i := range crowd.Len() {
		if err := stack.Play(crowd, i); err != nil {
			log.Fatal(err)
		}
	}
	if err := crowd.Update(0.25); err != nil {
		log.Fatal(err)
	}
	for _, l := range crowd.Instance(42).ActiveClips(nil) {
		fmt.Printf("layer %d: %s at %v s, %v, weight %v\n", l.Layer, stack.Model.Clips[l.Clip].Name, l.Time, l.Kind, l.Weight)
	}
	_, err = graph.BindLayers(model, []graph.StackLayer{{Clip: "wavy"}})
	fmt.Println(err)
	// Output:
	// layer 0: walk at 0.25 s, blend, weight 1
	// layer 1: wave at 1.25 s, override, weight 1
	// [0].clip: no such clip: "wavy"; near are "wave", "walk"
}
