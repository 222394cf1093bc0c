package contexts

import (
	"os"
	"testing"

	"github.com/sinew-anim/sinew/importer"
)

// TestMain serves isolated imports.
func TestMain(m *testing.M) {
	importer.ServeIsolated()
	os.Exit(m.Run())
}
