//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// runner is a BVH file of a thin figure that runs three times its height along X, with a
// camera's root far away.
func runner() []byte {
	var b strings.Builder
	b.WriteString(`HIERARCHY
ROOT Hips
{ OFFSET 0 0.9 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
`)
	limb := func(name string, x, y float64) {
		fmt.Fprintf(&b, "JOINT %s\n{ OFFSET %v 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n", name, x)
		fmt.Fprintf(&b, "JOINT %sEnd\n{ OFFSET 0 %v 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{ OFFSET 0 %v 0 } } }\n", name, y/2, y/2)
	}
	limb("LeftUpLeg", 0.1, -0.9)
	limb("RightUpLeg", -0.1, -0.9)
	limb("Spine", 0, 0.8)
	b.WriteString("}\nMOTION\nFrames: 11\nFrame Time: 0.1\n")
	for k := range 11 {
		fmt.Fprintf(&b, "%v 0.9 0 0 0 90%s\n", 0.5*float64(k), strings.Repeat(" 0", 18))
	}
	return []byte(b.String())
}

// boxOf is the smallest rectangle with all pixels of bones in it.
func boxOf(img image.Image, in image.Rectangle) (box image.Rectangle) {
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			if orange(img, x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestRenderFramesWhatItShows: stills and the pictures of a sheet are filled by a figure
// that runs far, seen from its front; with several, it is one that they are apart by.
func TestRenderFramesWhatItShows(t *testing.T) {
	file := write(t, "runner.bvh", runner())
	for _, args := range [][]string{{"--time", "0"}, {"--time", "0.8"}, {"--time", "1", "--camera", "side"}} {
		img := drawn(t, append([]string{file, "--size", "120x160"}, args...)...)
		if box := boxOf(img, img.Bounds()); box.Dy() < 130 {
			t.Errorf("%v: of 160 pixels the figure takes %v", args, box)
		}
	}
	sheet := drawn(t, file, "--sheet", "4x1", "--size", "120x160", "--camera", "front")
	for k := range 4 {
		frame := image.Rect(4+124*k, 4, 124+124*k, 164)
		box := boxOf(sheet, frame)
		if middle := (box.Min.X+box.Max.X)/2 - frame.Min.X; box.Dy() < 130 || middle < 45 || middle > 75 {
			t.Errorf("picture %d: the figure takes %v of %v", k, box, frame)
		}
		if box.Dx() < 10 {
			t.Errorf("picture %d is from the side: %v", k, box)
		}
	}
	crowd := drawn(t, file, "--instances", "9", "--time", "0", "--size", "300x200")
	if n := count(crowd, crowd.Bounds(), orange); n < 1500 {
		t.Errorf("nine figures take %d pixels", n)
	}
}

// TestRenderLoneJoints: joints without bones show as points.
func TestRenderLoneJoints(t *testing.T) {
	file := installedModels + "/CSM/ThomasFechten.csm"
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	img := drawn(t, file)
	if n := count(img, img.Bounds(), orange); n < 500 {
		t.Errorf("%d pixels of joints", n)
	}
}

// TestRenderOnion: ghosts of the times before are blue, of those after red, and the figure
// hides neither; outside a clip that does not loop there are none.
func TestRenderOnion(t *testing.T) {
	args := []string{strider(t, "strider.glb"), "--clip", "walk", "--root-motion", "--camera", "side", "--background", "white", "--size", "200x120"}
	bluish := func(img image.Image, x, y int) bool { r, _, b := rgb(img, x, y); return r > 90 && b > r+20 }
	reddish := func(img image.Image, x, y int) bool { r, _, b := rgb(img, x, y); return b > 150 && r > b+20 }
	alone := drawn(t, append(args, "--time", "0.5")...)
	onion := drawn(t, append(args, "--time", "0.5", "--onion", "2", "--onion-step", "0.2")...)
	for name, is := range map[string]func(image.Image, int, int) bool{"before": bluish, "after": reddish} {
		without, with := count(alone, alone.Bounds(), is), count(onion, onion.Bounds(), is)
		if with < without+100 {
			t.Errorf("%s: %d pixels, %d without ghosts", name, with, without)
		}
	}
}

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
