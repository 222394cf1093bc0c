package unfinished_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/unfinished"
)

const inChild = "SINEW_TEST_UNFINISHED"

func TestMain(m *testing.M) {
	if dir := os.Getenv(inChild); dir != "" {
		for _, name := range []string{"finished", "begun", "folder"} {
			done := unfinished.Add(filepath.Join(dir, name))
			switch name {
			case "finished":
				done()
			case "folder":
				_ = os.Mkdir(filepath.Join(dir, name), 0o777)
				name += "/file"
			}
			_ = os.WriteFile(filepath.Join(dir, name), nil, 0o666)
		}
		unfinished.Add(filepath.Join(dir, "never made"))
		unfinished.Remove()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Remove removes what was begun, files and folders, and nothing else. It is for processes
// that end, so one of its own calls it.
func TestRemove(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), inChild+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "finished" {
		t.Errorf("left are %v, %v", left, err)
	}
}
