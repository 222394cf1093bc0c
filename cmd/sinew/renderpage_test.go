//go:build cgo

package main

import (
	"encoding/json"
	"errors"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRenderPage: several files become one page, each above its name, and one that cannot be
// read leaves its place blank.
func TestRenderPage(t *testing.T) {
	needGPU(t)
	out := t.TempDir() + "/page.png"
	files := []string{strider(t, "strider.glb"), strider(t, "strider_walk.fbx"), write(t, "bad.fbx", []byte("nothing"))}
	code, said, problem := sinew(t, append([]string{"render", "-o", out, "--size", "80x90", "--sheet", "3x1", "--camera", "front"}, files...)...)
	if code != exitFailed || !strings.Contains(said, "3 frames of 80×90") || !strings.Contains(said, "256×115") || !strings.Contains(problem, "bad.fbx") {
		t.Fatalf("%d %q %q", code, said, problem)
	}
	keepPicture(t, out)
	img := readPNG(t, out)
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
	for args, says := range map[string]string{
		"-o a.gif": "one page", "-o a.png --frames 3": "one picture", "-o a.png --time 0,1": "one picture",
	} {
		code, _, problem := sinew(t, append([]string{"render", files[0], files[1]}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(problem, says) {
			t.Errorf("%s: %d %q", args, code, problem)
		}
	}
	if code, page, _ := sinew(t, "render", files[0], files[1], "--size", "40x30", "-o", "-"); code != exitOK || !strings.HasPrefix(page, "\x89PNG") {
		t.Errorf("to the standard output: %d, %d bytes", code, len(page))
	}
	if code, _, problem := sinew(t, "render", files[2], write(t, "bad.glb", nil), "-o", out); code != exitFailed || !strings.Contains(problem, "none of 2") {
		t.Errorf("nothing to draw: %d %q", code, problem)
	}
}

// Each file of a folder gets its picture, at its place, and what cannot be drawn does not stop the others.
func TestRenderEach(t *testing.T) {
	needGPU(t)
	walk, jump := strider(t, "strider_walk.fbx"), strider(t, "strider_jump.fbx")
	t.Chdir(t.TempDir())
	for to, from := range map[string]string{"m/a/walk.fbx": walk, "m/jump.fbx": jump} {
		data, err := os.ReadFile(from)
		if err := errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, data, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("m/bad.glb", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"-o out1/ --workers 3": "a/walk.png jump.png", "-o out2/{file}/x.gif --frames 2": "a/walk/x.gif jump/x.gif", "-o m --full-names": "",
	} {
		args := append(strings.Fields("render m --size 48x40 --json"), strings.Fields(args)...)
		code, stdout, stderr := sinew(t, args...)
		var said manyJSON[rendered]
		if err := json.Unmarshal([]byte(stdout), &said); err != nil || code != exitFailed || said.Failed != 1 || len(said.Files) != 3 || !strings.Contains(said.Files[1].Error, "m/bad.glb") {
			t.Errorf("%v: exit code %d, %v: %s", args, code, err, stdout)
		}
		checkComplaint(t, stderr, "1 of 3 files failed: m/bad.glb")
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
	for args, says := range map[string]string{"-o out/{file}.jpg": "unknown picture format", "-o x.gif": "out/{file}.gif"} {
		code, _, stderr := sinew(t, append([]string{"render", "m"}, strings.Fields(args)...)...)
		if code != exitUsage || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s", args, code, stderr)
		}
	}
}
