package suggest_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/suggest"
)

func ExampleHint() {
	names := []string{"walk", "run", "wave"}
	fmt.Printf("there is no clip %q%s\n", "wlak", suggest.Hint(names, "wlak"))
	fmt.Printf("there is no clip %q%s\n", "backflip", suggest.Hint(names, "backflip"))
	// Output:
	// there is no clip "wlak", did you mean "walk"?
	// there is no clip "backflip"; there are "walk", "wave", "run"
}
