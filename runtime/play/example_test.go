package play_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/play"
)

// A fade's weight begins and ends without a jump in speed, or goes straight.
func ExampleCurve_At() {
	for _, c := range []play.Curve{play.Smooth, play.Straight, play.EaseOut} {
		fmt.Println(c, c.At(0.25), c.At(0.5))
	}
	// Output:
	// smooth 0.15625 0.5
	// straight 0.25 0.5
	// ease-out 0.4375 0.75
}
