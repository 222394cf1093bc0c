//go:build cgo

package main

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"
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
