package truth

import (
	"os"
	"path/filepath"
	"testing"
)

// Root returns the repository's root: the folder above the test's working
// directory that holds go.mod.
func Root(tb testing.TB) string {
	tb.Helper()
	folder, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			tb.Fatal("no go.mod above the test's working directory")
		}
		folder = above
	}
}

// Shared returns a path within the shared data, which lies at SINEW_SHARED or
// else beside the repository, and skips the test where that path is missing.
func Shared(tb testing.TB, elem ...string) string {
	tb.Helper()
	return Present(tb, filepath.Join(append([]string{SharedRoot(tb)}, elem...)...))
}

// SharedRoot returns where the shared data would lie, whether or not it does.
func SharedRoot(tb testing.TB) string {
	tb.Helper()
	if base := os.Getenv("SINEW_SHARED"); base != "" {
		return base
	}
	return filepath.Join(Root(tb), "..", "shared")
}

// InstalledRoot is where the test models of Debian's package
// assimp-testmodels lie.
const InstalledRoot = "/usr/share/assimp/models"

// Testdata returns a path within the repository's testdata.
func Testdata(tb testing.TB, elem ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{Root(tb), "testdata"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Present returns a path, and skips the test where nothing is there.
func Present(tb testing.TB, path string) string {
	tb.Helper()
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("test data is missing: %v", err)
	}
	return path
}
