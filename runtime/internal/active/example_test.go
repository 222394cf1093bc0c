package active_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Layers that cover what is below begin groups; what they cover is averaged before.
func ExampleGrouping_Place() {
	var g active.Grouping
	for layer, kind := range []play.Kind{play.Blend, play.Blend, play.Override, play.Additive} {
		group, as := g.Place(kind, 0, uint8(layer))
		fmt.Println(kind, "→ group", group, as)
	}
	// Output:
	// blend → group 0 blend
	// blend → group 0 blend
	// override → group 1 blend
	// additive → group 15 additive
}
