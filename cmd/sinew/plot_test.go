package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Plot draws a panel per joint and kind, the same bytes each time, several files over each other.
func TestPlot(t *testing.T) {
	dir := t.TempDir()
	a, b := strider(t, "strider.glb"), strider(t, "strider_sparse.gltf")
	args := []string{"plot", a, b, "--clip", "walk", "--joint", "hips", "--joint", "foot.L",
		"--show", "translation,rotation,scale,position,speed,turning,phase", "--over", "phase", "-o"}
	var pictures [2][]byte
	for i := range pictures {
		out := filepath.Join(dir, "curves.svg")
		if said := succeed(t, append(args, out)...); !strings.Contains(said, "14 panels, 760×2686") {
			t.Errorf("%s", said)
		}
		var err error
		if pictures[i], err = os.ReadFile(out); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("a second time it is another picture")
	}
	for _, part := range []string{"foot.L turning, °/s", "x strider_sparse.gltf", "hips rotation: °/s over °", "strider.glb: walk, strider_sparse.gltf: walk", "phase"} {
		if !bytes.Contains(pictures[0], []byte(part)) {
			t.Errorf("the picture lacks %q", part)
		}
	}
	if out := succeed(t, "plot", a, "--joint", "hips", "--component", "x", "-o", "-"); !strings.HasPrefix(out, "<?xml") || strings.Contains(out, "1f8a4c") || strings.Contains(out, "1F8A4C") {
		t.Errorf("the piped picture begins with %.80s, or has y", out)
	}
	file := filepath.Join(dir, "curves.png")
	succeed(t, "plot", a, "--joint", "head", "--show", "speed", "--width", "400", "--height", "200", "-o", file)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if size, err := png.DecodeConfig(f); err != nil || size.Width != 400 || size.Height != 200 {
		t.Errorf("%+v, %v", size, err)
	}
}

// Wrong command lines are usage errors, and joints and clips that do not exist are named.
func TestPlotErrors(t *testing.T) {
	a := strider(t, "strider.glb")
	out := filepath.Join(t.TempDir(), "curves.svg")
	for _, args := range [][]string{
		{"plot"}, {"plot", a, "-o", out}, {"plot", a, "--joint", "hips"}, {"plot", a, "--joint", "hips", "-o", "curves.gif"},
		{"plot", a, "--joint", "hips", "-o", out, "--show", "sped"}, {"plot", a, "--joint", "hips", "-o", out, "--component", "w"},
		{"plot", a, "--joint", "hips", "-o", out, "--over", "frames"}, {"plot", a, "--joint", "hips", "-o", out, "--samples", "1"},
		{"plot", a, "--joint", "hips", "-o", out, "--width", "10"},
	} {
		code, _, stderr := sinew(t, args...)
		if code != exitUsage {
			t.Errorf("%v: exit code %d", args, code)
		}
		checkComplaint(t, stderr)
	}
	code, _, stderr := sinew(t, "plot", a, "--joint", "hipps", "-o", out)
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	checkComplaint(t, stderr, "hipps")
	if _, err := os.Stat(out); err == nil {
		t.Error("a picture was written")
	}
}
