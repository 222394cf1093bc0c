package output_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/output"
)

// TestGuard: a file that is read and written is refused under any of its names, whichever comes first; others are not.
func TestGuard(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"in", "other"} {
		if err := os.WriteFile(name, []byte("text"), 0o666); err != nil { // alike in size and, nearly, time
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("in", "link"), os.Link("in", "hard"), os.Symlink("other", "elsewhere"), os.Symlink("nothing", "dangling")); err != nil {
		t.Skip(err)
	}
	info, err := os.Stat("in")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes("other", info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	for out, same := range map[string]bool{
		"in": true, "./in": true, filepath.Join(dir, "in"): true, "link": true, "hard": true, "other": false, "elsewhere": false, "dangling": false, "new": false, ".": false,
	} {
		for _, first := range []string{"read", "write"} {
			g := output.GuardOf(output.WithGuard(context.Background()))
			var a, b error
			if first == "read" {
				a, b = g.Read("in", "missing", "."), g.Write("missing", out)
			} else {
				a, b = g.Write("missing", out, "."), g.Read("in", "missing")
			}
			if a != nil || (b != nil) != same {
				t.Errorf("%s, %s first: %v, %v", out, first, a, b)
			}
			if b != nil && !(strings.Contains(b.Error(), out) && strings.Contains(b.Error(), "is an input")) {
				t.Errorf("%s: %v", out, b)
			}
		}
	}
	if err := output.GuardOf(context.Background()).Write("in"); err != nil {
		t.Errorf("without a guard: %v", err)
	}
}

// TestSame: two outputs are one by their names or by links, also before it is there.
func TestSame(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.Mkdir("sub", 0o777), os.Symlink("new", "link"), os.Symlink("sub", "folder"), os.WriteFile("a", nil, 0o666), os.Symlink("a", "b")); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"new", "new", true}, {"new", "./sub/../new", true}, {"new", filepath.Join(dir, "new"), true}, {"new", "link", true}, {"a", "b", true}, {"sub/x", "folder/x", true},
		{"new", "newer", false}, {"a", "new", false}, {"sub/x", "x", false}, {os.DevNull, os.DevNull, false},
	} {
		if got := output.Same(c.a, c.b); got != c.same {
			t.Errorf("%s and %s: %v", c.a, c.b, got)
		}
	}
}
