package main

import (
	"image"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// Plot draws a panel per joint and kind, the same bytes each time, several files over each other.
func TestPlot(t *testing.T) {
	dir := t.TempDir()
	a, b := strider(t, "strider.glb"), strider(t, "strider_sparse.gltf")
	out := filepath.Join(dir, "curves.svg")
	args := []string{"plot", a, b, "--clip", "walk", "--joint", "hips", "--joint", "foot.L",
		"--show", "translation,rotation,scale,position,speed,turning,phase", "--over", "phase", "-o", out}
	if said := answer[plotted](t, args...); said.Output != out || said.Panels != 14 || said.Width != 760 || said.Height != 2686 || len(said.Files) != 2 {
		t.Errorf("%+v", said)
	}
	picture := read(t, out)
	if succeed(t, args...); read(t, out) != picture {
		t.Error("a second time it is another picture")
	}
	for _, part := range []string{"foot.L turning, °/s", "x strider_sparse.gltf", "hips rotation: °/s over °", "strider.glb: walk, strider_sparse.gltf: walk", "phase"} {
		if !strings.Contains(picture, part) {
			t.Errorf("the picture lacks %q", part)
		}
	}
	if out := succeed(t, "plot", a, "--joint", "hips", "--component", "x", "-o", "-"); !strings.HasPrefix(out, "<?xml") || strings.Contains(out, "1f8a4c") || strings.Contains(out, "1F8A4C") {
		t.Errorf("the piped picture begins with %.80s, or has y", out)
	}
	file := filepath.Join(dir, "curves.png")
	succeed(t, "plot", a, "--joint", "head", "--show", "speed", "--width", "400", "--height", "200", "-o", file)
	if size := pictures.Read(t, file).Bounds().Size(); size != image.Pt(400, 200) {
		t.Errorf("the picture is %v", size)
	}
}
