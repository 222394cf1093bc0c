package paint_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/rig/paint"
)

// A list gives the end of a bar to the hand, and locks nothing.
func Example() {
	document, err := paint.Parse([]byte(`{
	  "paint": {
	    "version": 1,
	    "steps": [{
	      "replace": {"joint": "hand.L", "value": 1},
	      "masks": [{"stroke": {"points": [[0.8, 0.1, 0], [1, 0.1, 0]], "radius": 0.3}}],
	      "mirrored": true
	    }]
	  }
	}`))
	if err != nil {
		log.Fatal(err)
	}
	model := bar(17, 8)
	_, report, err := document.Apply(context.Background(), model)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range report.Steps {
		fmt.Println(s.Step, s.Joint, s.Points, "points")
	}
	// Output:
	// replace hand.L 16 points
}
