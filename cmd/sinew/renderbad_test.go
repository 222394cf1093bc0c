//go:build cgo

package main

import (
	"context"
	"image"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// countdown is a context that is cancelled once it has been asked a number of
// times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestRenderInterrupted stops an animation at various points: no file stays.
func TestRenderInterrupted(t *testing.T) {
	needGPU(t)
	for _, after := range []int{0, 1, 3, 8, 15} {
		dir := t.TempDir()
		ctx := &countdown{t.Context(), after}
		interrupted(t, ctx, "render", strider(t, "strider_walk.fbx"), "-o", filepath.Join(dir, "walk.gif"), "--size", "32x32")
		onlyFile(t, filepath.Join(dir, "nothing"))
	}
}

// A joint that is all there is has a picture of its size: whole, and neither a dot nor all of it.
func TestRenderLoneJoint(t *testing.T) {
	needGPU(t)
	const joint = "HIERARCHY\nROOT hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" +
		"\tEnd Site\n\t{\n\t\tOFFSET 0 0 0\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n0 0 0 60 0 0\n"
	for name, data := range map[string]string{"hips.bvh": joint, "red.gltf": materialAlone} {
		out := filepath.Join(t.TempDir(), "joint.png")
		code, _, stderr := sinew(t, "render", write(t, name, data), "-o", out, "--size", "100x100")
		if unshown := data == materialAlone; code != exitOK || strings.Contains(stderr, "1 material") != unshown { // which is said
			t.Fatalf("%s: exit code %d, %s", name, code, stderr)
		}
		img := pictures.Read(t, out)
		whole, inner := count(img, img.Bounds(), orange), count(img, image.Rect(10, 10, 90, 90), orange)
		if whole < 30 || whole > 1000 || inner != whole {
			t.Errorf("%s: %d pixels of a joint, %d of them within the margin", name, whole, inner)
		}
	}
	apart := drawn(t, write(t, "hips.bvh", joint), "--size", "100x100", "--instances", "4")
	if n := count(apart, image.Rect(0, 0, 50, 100), orange); n < 10 {
		t.Errorf("%d pixels of joints at the left", n)
	}
}
