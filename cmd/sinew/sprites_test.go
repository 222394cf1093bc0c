//go:build cgo

package main

import (
	"image"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// TestRenderSprites: a sheet has a row for each direction, nothing behind the character, and
// an atlas whose pivots are where it stands.
func TestRenderSprites(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	out := dir + "/hero.png"
	said := answer[rendered](t, "render", write(t, "runner.bvh", runner()), "--sprites", "4", "--frames", "3", "--size", "60x80", "-o", out)
	if said.Frames != 12 || said.Cell != [2]int{60, 80} || said.Width != 180 || said.Height != 320 || said.Atlas != dir+"/hero.json" {
		t.Errorf("it says %+v", said)
	}
	pictures.KeepFile(t, out)
	img := pictures.Read(t, out)
	if img.Bounds().Size() != image.Pt(180, 320) {
		t.Fatalf("the sheet is %v", img.Bounds())
	}
	widths := [4]int{}
	for row := range 4 {
		for column := range 3 {
			cell := image.Rect(60*column, 80*row, 60*column+60, 80*row+80)
			box := boxOf(img, cell)
			if box.Dy() < 50 || box.Min.Y < cell.Min.Y+1 || box.Max.Y > cell.Max.Y-1 {
				t.Errorf("row %d, column %d: the figure takes %v of %v", row, column, box, cell)
			}
			widths[row] += box.Dx()
			if _, _, _, a := img.At(cell.Min.X, cell.Min.Y).RGBA(); a != 0 {
				t.Errorf("row %d, column %d: the corner is %v", row, column, img.At(cell.Min.X, cell.Min.Y))
			}
		}
	}
	if widths[0] <= widths[1] || widths[2] <= widths[3] {
		t.Errorf("front, left, back and right are %v wide", widths)
	}
	atlas := decode[struct {
		Frames map[string]struct{ Pivot struct{ X, Y float64 } }
	}](t, read(t, dir+"/hero.json"))
	if len(atlas.Frames) != 12 {
		t.Fatalf("%+v", atlas)
	}
	for name, f := range atlas.Frames {
		if f.Pivot.X < 0.45 || f.Pivot.X > 0.55 || f.Pivot.Y < 0.75 || f.Pivot.Y > 1 {
			t.Errorf("the pivot of %s is %v", name, f.Pivot)
		}
	}
}

// TestRenderSpritesOfClips: several clips are in one sheet, one after the other, with the animations of each
// in the atlas, and the character has one size.
func TestRenderSpritesOfClips(t *testing.T) {
	needGPU(t)
	dir := t.TempDir()
	file := strider(t, "strider.glb")
	type atlas struct {
		Frames map[string]struct {
			Frame    struct{ X, Y, W, H int }
			Duration int
		}
		Animations map[string][]string
		Meta       struct{ Size struct{ W, H int } }
	}
	read := func(name string) atlas { return decode[atlas](t, read(t, dir+"/"+name+".json")) }
	draw := func(name string, flags ...string) {
		succeed(t, append([]string{"render", file, "--sprites", "2", "--size", "40x50", "-o", dir + "/" + name + ".png"}, flags...)...)
	}
	draw("all", "--clip", "walk", "--clip", "wave", "--clip", "jump", "--fps", "6")
	all := read("all")
	total := 0
	for _, clip := range []string{"walk", "wave", "jump"} {
		draw(clip, "--clip", clip, "--fps", "6")
		alone := read(clip)
		for _, animation := range []string{clip + "-00", clip + "-01"} {
			if n := len(alone.Animations[animation]); n == 0 || len(all.Animations[animation]) != n {
				t.Errorf("%s has %d frames, of its own %d", animation, len(all.Animations[animation]), n)
			}
			for _, f := range all.Animations[animation] {
				if all.Frames[f].Duration != alone.Frames[f].Duration {
					t.Errorf("%s lasts %d ms, of its own %d", f, all.Frames[f].Duration, alone.Frames[f].Duration)
				}
				total++
			}
		}
	}
	if len(all.Frames) != total || len(all.Animations) != 6 {
		t.Errorf("%d frames, %d animations", len(all.Frames), len(all.Animations))
	}
	img := pictures.Read(t, dir+"/all.png")
	if size := img.Bounds().Size(); size != image.Pt(all.Meta.Size.W, all.Meta.Size.H) {
		t.Errorf("the sheet is %v, the atlas of %v", size, all.Meta.Size)
	}
	seen := make(map[image.Point]bool)
	for name, f := range all.Frames {
		cell := image.Rect(f.Frame.X, f.Frame.Y, f.Frame.X+f.Frame.W, f.Frame.Y+f.Frame.H)
		shown := 0
		for y := cell.Min.Y; y < cell.Max.Y; y++ {
			for x := cell.Min.X; x < cell.Max.X; x++ {
				if _, _, _, a := img.At(x, y).RGBA(); a > 0x8000 {
					shown++
				}
			}
		}
		if seen[cell.Min] || !cell.In(img.Bounds()) || shown < 50 {
			t.Errorf("%s is at %v, with %d pixels", name, cell, shown)
		}
		seen[cell.Min] = true
	}
}

// TestRenderSaysWhatIsNotShown: times outside a clip, and frames that a GIF leaves out.
func TestRenderSaysWhatIsNotShown(t *testing.T) {
	needGPU(t)
	file := strider(t, "strider.glb")
	for _, c := range []struct{ out, flag, value, says string }{
		{"/a.png", "--time", "77", "walk"},
		{"/a.gif", "--fps", "100", "50"},
	} {
		code, _, said := sinew(t, "render", file, "--clip", "walk", "--size", "16x16", c.flag, c.value, "-o", t.TempDir()+c.out)
		if checkComplaint(t, said, c.value, c.says); code != exitOK {
			t.Errorf("%s %s: exit code %d", c.flag, c.value, code)
		}
	}
}
