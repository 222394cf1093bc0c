package playback_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
)

// A clock repeats what lies between two times.
func ExampleClock() {
	c := playback.Clock{Playing: true, Speed: 2}
	c.Reset(0, 4)
	c.Limit(1, 3)
	c.Hold(1)
	c.Toggle()
	c.Advance(1.25)
	fmt.Println(c.Time, c.Part())
	// Output: 1.5 0.375
}
