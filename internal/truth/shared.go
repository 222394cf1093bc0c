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
	base := os.Getenv("SINEW_SHARED")
	if base == "" {
		base = filepath.Join(Root(tb), "..", "shared")
	}
	return present(tb, filepath.Join(append([]string{base}, elem...)...))
}

// Testdata returns a path within the repository's testdata.
func Testdata(tb testing.TB, elem ...string) string {
	tb.Helper()
	path := filepath.Join(append([]string{Root(tb), "testdata"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Installed returns a path within the test models that Debian's package
// assimp-testmodels installs, and skips the test where it is missing.
func Installed(tb testing.TB, elem ...string) string {
	tb.Helper()
	return present(tb, filepath.Join(append([]string{"/usr/share/assimp/models"}, elem...)...))
}

func present(tb testing.TB, path string) string {
	tb.Helper()
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("test data is missing: %v", err)
	}
	return path
}
