//go:build unix

package importer_test

import (
	"os"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// Files of some kilobytes that took gigabytes and minutes, within bounds of memory.
func TestHostileFiles(t *testing.T) {
	memory := int64(1 << 30)
	if testing.Short() {
		memory = 1 << 27
	}
	for _, name := range [][2]string{{"gltf-prims-memory", "bomb-prims-200x4M.glb"}, {"gltf-sparse-stall", "bomb-sparse-5000x1M.glb"}} {
		t.Run(name[1], func(t *testing.T) {
			data, err := os.ReadFile(truth.Shared(t, "cases", "hostile", name[0], name[1]))
			must.Do(t, err)
			endsInTime(t, data, memory, testing.Short())
		})
	}
	for _, name := range []string{"materials", "nodes", "animations"} {
		t.Run("many "+name, func(t *testing.T) {
			g := counts[name]
			endsInTime(t, g.file(6<<20), memory, testing.Short())
		})
	}
}
