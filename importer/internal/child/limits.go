package child

import (
	"fmt"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/internal/sandbox"
)

// Limits bounds what a child takes and how it has to be confined. All of it is set.
type Limits struct {
	Time, Wait time.Duration // of one import, and of its waiting for others
	Graded     bool          // files of few bytes get less than time
	Memory     int64         // bytes
	FileSize   int64         // bytes of any file
	Answer     int64         // bytes, as they are sent and again in memory
	Sandbox    []string      // layers that have to hold
	Program    string        // the executable, or "" for the one that runs
	Imports    int           // that a child may serve
}

// requires checks that the layers are there that must be.
func (l Limits) requires(layers []sandbox.Layer) error {
	for _, name := range l.Sandbox {
		i := slices.IndexFunc(layers, func(s sandbox.Layer) bool { return s.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("%w: there is no %s", ErrSandbox, name)
		case !layers[i].Held:
			return fmt.Errorf("%w: %s", ErrSandbox, layers[i])
		}
	}
	return nil
}
