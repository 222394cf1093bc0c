package bake_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
)

// Example_bank compiles a walk of 67 joints with the default bound of 0.1 mm at 3 cm.
func Example_bank() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
	bank, err := bake.Bank(context.Background(), model, nil, bake.BankOptions{})
	if err != nil {
		log.Fatal(err)
	}
	walk := &bank.Clips[0]
	fmt.Printf("%s: %d frames of the form %v, within %.1f mm: %v\n", walk.Name, walk.Frames, bank.Form, 1000*walk.Bound, walk.Error <= walk.Bound)
	// Output:
	// walk: 30 frames of the form rig, within 0.1 mm: true
}
