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
