//go:build cgo

package main

import (
	"image"
	"image/color"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/drawing"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// TestWeightsShow: the weights of a joint are blue to red, those of all joints have many colours, and
// nothing is magenta where every vertex has weights. Several are the same pictures on a sheet.
func TestWeightsShow(t *testing.T) {
	file := strider(t, "strider.glb")
	draw := func(args ...string) image.Image {
		out := filepath.Join(t.TempDir(), "w.png")
		succeed(t, append([]string{"weights", file, "-o", out, "--size", "200x200", "--background", "white"}, args...)...)
		return pictures.Read(t, out)
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

	sheet := draw("--show", "head,upperarm.L,all")
	cells := film.GridOf(3, image.Pt(200, 200+drawing.CaptionHeight), film.Options{})
	if size := sheet.Bounds().Size(); size != cells.Size() {
		t.Fatalf("the sheet is %v large, want %v", size, cells.Size())
	}
	at := func(i, x, y int) color.Color { p := cells.Cell(i).Min; return sheet.At(p.X+x, p.Y+y) }
	for y := range 200 {
		for x := range 200 {
			if at(1, x, y) != arm.At(x, y) || at(2, x, y) != all.At(x, y) {
				t.Fatalf("at %d, %d the pictures on the sheet are not those drawn alone", x, y)
			}
		}
	}
	named := 0
	for y := range drawing.CaptionHeight {
		for x := range 200 {
			if r, _, _, _ := at(0, x, 200+y).RGBA(); r < 0x4000 {
				named++
			}
		}
	}
	if named < 20 {
		t.Errorf("%d dark pixels in the caption", named)
	}
}
