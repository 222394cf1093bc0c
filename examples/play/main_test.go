package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/importer"
)

func path(name string) string {
	return filepath.Join("..", "..", "testdata", filepath.FromSlash(name))
}

// TestPlay shows some frames, in a virtual display where there is none.
func TestPlay(t *testing.T) {
	model, err := load(t.Context(), path("warden/warden.md5mesh"), []string{path("warden/idle.md5anim")})
	if err != nil {
		t.Fatal(err)
	}
	if len(model.Clips) != 2 {
		t.Fatalf("%d clips", len(model.Clips))
	}
	err = play(model, 5)
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

func TestLoadRefuses(t *testing.T) {
	if _, err := load(t.Context(), path("nothing.fbx"), nil); err == nil {
		t.Error("a file that is not there loads")
	}
	other := filepath.Join(t.TempDir(), "other.bvh")
	if err := os.WriteFile(other, []byte(otherBVH), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t.Context(), path("warden/warden.md5mesh"), []string{other}); !errors.Is(err, importer.ErrNoMatch) {
		t.Errorf("clips of another skeleton: %v", err)
	}
}

// otherBVH moves a joint that the warden does not have.
const otherBVH = `HIERARCHY
ROOT Somebody
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	End Site
	{
		OFFSET 0 1 0
	}
}
MOTION
Frames: 2
Frame Time: 0.5
0 0 0 0 0 0
1 0 0 0 0 0
`
