package watch

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestChanged: a change is reported once, after the file has stayed the same for an interval;
// a file that is missing is none.
func TestChanged(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.glb")
	write := func(text string, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	write("one", 0)
	w := New([]string{file})
	look := func(want bool, when string) {
		t.Helper()
		if w.Changed(interval) != want {
			t.Errorf("%s it is reported: %v", when, !want)
		}
	}
	look(false, "unchanged")
	if write("two", time.Hour); w.Changed(interval / 2) {
		t.Error("it looks before the interval is over")
	}
	look(false, "just changed")
	write("three", 2*time.Hour)
	look(false, "changed again")
	look(true, "complete")
	look(false, "reported before")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	look(false, "removed")
	look(false, "still missing")
	write("four", 0)
	look(false, "back")
	look(true, "back and complete")
}
