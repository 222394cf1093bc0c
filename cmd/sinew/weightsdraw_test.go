//go:build cgo

package main

import (
	"image"
	"path/filepath"
	"testing"
)

// TestWeightsShow: the weights of a joint are blue to red, those of all joints have many colours, and
// nothing is magenta where every vertex has weights.
func TestWeightsShow(t *testing.T) {
	file := strider(t, "strider.glb")
	draw := func(args ...string) image.Image {
		out := filepath.Join(t.TempDir(), "w.png")
		succeed(t, append([]string{"weights", file, "-o", out, "--size", "200x200", "--background", "white"}, args...)...)
		return readPNG(t, out)
	}
	red := func(img image.Image, x, y int) bool { r, g, b := rgb(img, x, y); return r > 3*g && r > 3*b && r > 100 }
	blue := func(img image.Image, x, y int) bool { r, g, b := rgb(img, x, y); return b > 2*r && b > 2*g && b > 60 }
	magenta := func(img image.Image, x, y int) bool {
		r, g, b := rgb(img, x, y)
		return r > 2*g && b > 2*g && r > 80 && b > 80
	}
	arm := draw("--show", "upperarm.L")
	if r, b := count(arm, arm.Bounds(), red), count(arm, arm.Bounds(), blue); r < 10 || b < 10*r {
		t.Errorf("the upper arm: %d red pixels, %d blue", r, b)
	}
	if n := count(arm, arm.Bounds(), magenta); n > 0 {
		t.Errorf("%d magenta pixels, and every vertex has weights", n)
	}
	all := draw("--show", "all")
	colours := map[[3]int]bool{}
	for y := range 200 {
		for x := range 200 {
			r, g, b := rgb(all, x, y)
			colours[[3]int{int(r) / 64, int(g) / 64, int(b) / 64}] = true
		}
	}
	if len(colours) < 15 {
		t.Errorf("all joints have %d colours", len(colours))
	}
}
