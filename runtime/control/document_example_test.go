package control_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime/control"
)

func ExampleParse() {
	c, err := control.Parse([]byte(`{"control": {"version": 1, "modifiers": [
		{"name": "gaze", "aim": {"joint": "left eye", "forward": [0, 0, 1],
		                         "target": {"keys": [[0, 0, 1, 2], [4, 2, 1, 2]]}}}
	]}}`))
	if err != nil {
		log.Fatal(err)
	}
	aim := c.Modifiers[0].Do.(*control.Aim)
	fmt.Println(aim.Target.At(1))

	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	fmt.Println(c.Check(model.Skeleton))
	aim.Joint = "left eye0"
	fmt.Println(c.Check(model.Skeleton))
	// Output:
	// [0.5 1 2 0]
	// /control/modifiers/0/aim/joint: invalid control: there is no joint "left eye", did you mean "left eye0"?
	// <nil>
}
