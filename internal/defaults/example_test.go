package defaults_test

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/soa"
)

func ExamplePositive() {
	bound, distance := 0., -1.
	fmt.Println(defaults.Positive("Bound", &bound, 1e-4), bound)
	err := defaults.Positive("Distance", &distance, 0.03)
	fmt.Println(err, errors.Is(err, soa.ErrOption))
	// Output:
	// <nil> 0.0001
	// option out of range: Distance is -1 true
}
