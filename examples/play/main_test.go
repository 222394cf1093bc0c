package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/examples/internal/stage"
	"github.com/sinew-anim/sinew/gpu/window"
)

func path(name string) string {
	return filepath.Join("..", "..", "testdata", filepath.FromSlash(name))
}

// TestPlay shows some frames, in a virtual display where there is none.
func TestPlay(t *testing.T) {
	model, err := stage.Load(t.Context(), path("warden/warden.md5mesh"), path("warden/idle.md5anim"))
	if err != nil {
		t.Fatal(err)
	}
	if len(model.Clips) != 2 {
		t.Fatalf("%d clips", len(model.Clips))
	}
	err = playFrames(model, 5)
	if !errors.Is(err, window.ErrNoDisplay) {
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	xvfb, e := exec.LookPath("xvfb-run")
	if e != nil {
		t.Skipf("%v, and no xvfb-run to make one", err)
	}
	out, e := exec.Command(xvfb, "-a", os.Args[0], "-test.run=^TestPlay$").CombinedOutput()
	if e != nil {
		t.Fatalf("in a virtual display: %v\n%s", e, out)
	}
}
