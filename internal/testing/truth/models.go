package truth

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Models returns the paths of the model files at hand with one of some extensions, by a name that
// is the same everywhere: those of testdata and, where they are, of the shared models and truths.
func Models(tb testing.TB, extensions ...string) map[string]string {
	tb.Helper()
	found := map[string]string{}
	for name, root := range map[string]string{
		"testdata": filepath.Join(Root(tb), "testdata"),
		"models":   filepath.Join(SharedRoot(tb), "models"),
		"truth":    filepath.Join(SharedRoot(tb), "truth"),
	} {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return fs.SkipAll
			}
			extension := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
			if below, err := filepath.Rel(root, file); err == nil && entry.Type().IsRegular() && slices.Contains(extensions, extension) {
				found[path.Join(name, filepath.ToSlash(below))] = file
			}
			return nil
		})
		if err != nil {
			tb.Fatal(err)
		}
	}
	return found
}
