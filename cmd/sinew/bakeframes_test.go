//go:build cgo

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Clips of FBX that hold their bound on frames only are a fraction as large.
func TestBakeFrames(t *testing.T) {
	size := func(more ...string) int64 {
		out := filepath.Join(t.TempDir(), "walk.sinew")
		succeed(t, append([]string{"bake", filepath.Join("..", "..", "testdata", "strider", "strider_walk.fbx"), "-o", out}, more...)...)
		file, err := os.Stat(out)
		if err != nil {
			t.Fatal(err)
		}
		return file.Size()
	}
	curves, frames := size(), size("--frames")
	if frames >= curves {
		t.Errorf("on frames %d bytes, with all of the curves %d", frames, curves)
	}
}
