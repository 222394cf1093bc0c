package truth

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Motion returns the files of the ground truth for motion (blends, additive clips,
// cross-fades, root motion) whose names match a pattern of filepath.Match. They lie in
// the folder SINEW_MOTION_TRUTH, or else in truth/motion of the shared data. It skips
// the test where that default folder is missing; a folder without a file that matches
// fails it.
func Motion(tb testing.TB, pattern string) []string {
	tb.Helper()
	folder := os.Getenv("SINEW_MOTION_TRUTH")
	if folder == "" {
		folder = Shared(tb, "truth", "motion")
	}
	files, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Fatalf("no %s in %s", pattern, folder)
	}
	return files
}

// ReadJSON reads a file of ground truth into v.
func ReadJSON(tb testing.TB, path string, v any) {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		tb.Fatalf("%s: %v", filepath.Base(path), err)
	}
}
