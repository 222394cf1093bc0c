//go:build cgo

package main

import (
	"image"
	"maps"
	"slices"
	"strings"
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

// TestRenderPage: several files become one page, each above its name, and one that cannot be
// read leaves its place blank.
func TestRenderPage(t *testing.T) {
	needGPU(t)
	out := t.TempDir() + "/page.png"
	files := []string{strider(t, "strider.glb"), strider(t, "strider_walk.fbx"), write(t, "bad.fbx", "nothing")}
	code, stdout, stderr := sinew(t, append([]string{"render", "-o", out, "--size", "80x90", "--sheet", "3x1", "--camera", "front", "--json"}, files...)...)
	if said := decode[rendered](t, stdout); code != exitFailed || said.Frames != 3 || said.Cell != [2]int{80, 90} || said.Width != 256 || said.Height != 115 || len(said.Files) != 3 {
		t.Fatalf("exit code %d, %+v", code, said)
	}
	checkSaid(t, stderr, "bad.fbx")
	pictures.KeepFile(t, out)
	img := pictures.Read(t, out)
	if img.Bounds() != image.Rect(0, 0, 256, 115) {
		t.Fatalf("the page is %v", img.Bounds())
	}
	dark := func(img image.Image, x, y int) bool { r, g, b := rgb(img, x, y); return r+g+b < 100 }
	for k := range 3 {
		cell := image.Rect(4+84*k, 4, 84+84*k, 94)
		if n := count(img, cell, blue); (n > 100) != (k < 2) {
			t.Errorf("file %d: %d pixels of cloth", k, n)
		}
		if n := count(img, cell.Add(image.Pt(0, 90)), dark); n < 20 {
			t.Errorf("file %d: %d pixels of its name", k, n)
		}
	}
	if code, page, _ := sinew(t, "render", files[0], files[1], "--size", "40x30", "-o", "-"); code != exitOK || !strings.HasPrefix(page, "\x89PNG") {
		t.Errorf("to the standard output: %d, %d bytes", code, len(page))
	}
	if code, _, problem := sinew(t, "render", files[2], write(t, "bad.glb", ""), "-o", out); code != exitFailed || !strings.Contains(problem, " 2 ") {
		t.Errorf("nothing to draw: %d %q", code, problem)
	}
}

// Each file of a folder gets its picture, at its place, and what cannot be drawn does not stop the others.
func TestRenderEach(t *testing.T) {
	needGPU(t)
	walk, jump := strider(t, "strider_walk.fbx"), strider(t, "strider_jump.fbx")
	t.Chdir(t.TempDir())
	for to, from := range map[string]string{"m/a/walk.fbx": walk, "m/jump.fbx": jump} {
		put(t, to, read(t, from))
	}
	put(t, "m/bad.glb", "")
	for args, want := range map[string]string{
		"-o out1/ --workers 3": "a/walk.png jump.png", "-o out2/{file}/x.gif --frames 2": "a/walk/x.gif jump/x.gif", "-o m --full-names": "",
	} {
		args := append(strings.Fields("render m --size 48x40 --json"), strings.Fields(args)...)
		code, stdout, stderr := sinew(t, args...)
		if said := decode[manyJSON[rendered]](t, stdout); code != exitFailed || said.Failed != 1 || len(said.Files) != 3 || !strings.Contains(said.Files[1].Error, "m/bad.glb") {
			t.Errorf("%v: exit code %d: %s", args, code, stdout)
		}
		checkComplaint(t, stderr, "1 of 3 ", "m/bad.glb")
		if want == "" {
			continue
		}
		out, _, _ := strings.Cut(args[slices.Index(args, "-o")+1], "/")
		if got := strings.Join(slices.Sorted(maps.Keys(filesBelow(t, out))), " "); got != want {
			t.Errorf("%v draws %s", args, got)
		}
	}
	succeed(t, "render", "m/jump.fbx", "--size", "48x40", "-o", "alone.png")
	if files := filesBelow(t, "."); files["alone.png"] != files["out1/jump.png"] || files["m/jump.fbx.png"] != files["alone.png"] {
		t.Error("among others a model looks different")
	}
}
