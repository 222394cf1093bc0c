package child

import (
	"fmt"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/sandbox"
)

// Limits are the resource limits and required confinement of a child. All fields must be set.
type Limits struct {
	Time, Wait time.Duration // of one import, and of waiting for others
	Graded     bool          // small files get less than Time
	Memory     int64         // bytes
	FileSize   int64         // bytes of each file
	Answer     int64         // bytes, both encoded and decoded
	Sandbox    []string      // layers that must be active
	Program    string        // the executable; "" means the running one
	Imports    int           // served by one child
}

// requires returns ErrSandbox if a required layer is missing.
func (l Limits) requires(layers []sandbox.Layer) error {
	for _, name := range l.Sandbox {
		i := slices.IndexFunc(layers, func(s sandbox.Layer) bool { return s.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("%w: %s is missing", ErrSandbox, name)
		case !layers[i].Held:
			return fmt.Errorf("%w: %s", ErrSandbox, layers[i])
		}
	}
	return nil
}
