package figure_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/testing/figure"
)

func Example() {
	model := figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured},
		figure.Motion{Name: "dance", Seconds: 15, Drive: figure.Everything})
	fmt.Println(model.Skeleton.Len(), "joints, the last is", model.Skeleton.Path(model.Skeleton.Len()-1))
	for _, c := range model.Clips {
		fmt.Println(c.Name, c.Seconds(), "s,", len(c.Tracks), "tracks,", len(c.Time), "keys")
	}

	// What no modeller makes is valid all the same.
	fmt.Println("random model:", figure.Random(1, 40).Validate())
	// Output:
	// 67 joints, the last is root0/root1/right leg0/right leg1/right leg2/right leg3
	// walk 1 s, 69 tracks, 2139 keys
	// dance 15 s, 201 tracks, 90651 keys
	// random model: <nil>
}
