//go:build cgo

package main

import (
	"image"
	"image/gif"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// TestDemo runs the whole demo and looks whether every picture is there and
// shows something that moves.
func TestDemo(t *testing.T) {
	needGPU(t)
	if testing.Short() {
		t.Skip("it renders a dozen pictures")
	}
	dir := filepath.Join(t.TempDir(), "out")
	code, said, stderr := sinew(t, "demo", "-o", dir)
	for line := range strings.Lines(stderr) {
		if code != exitOK || !strings.HasPrefix(line, "sinew: warning: ") { // of what a file of others does not keep
			t.Fatalf("exit code %d, stderr:\n%s", code, stderr)
		}
	}
	for _, s := range ownSteps(dir) {
		path := s.args[slices.Index(s.args, "-o")+1]
		if s.args[0] != "render" {
			succeed(t, "info", path)
			continue
		}
		pictures.KeepFile(t, path)
		if filepath.Ext(path) == ".gif" {
			checkMoving(t, path)
		} else if flat(pictures.Read(t, path)) {
			t.Errorf("%s shows nothing", path)
		}
	}
	for name := range filesBelow(t, dir) {
		if strings.Contains(name, ".part") {
			t.Errorf("%s was left behind", name)
		}
	}
	// What it says to do next can be done.
	next := said[strings.LastIndex(said, "Next,"):]
	for _, line := range strings.Split(next, "\n") {
		args := strings.Fields(line)
		if len(args) > 2 && args[0] == "sinew" && args[1] != "view" {
			succeed(t, args[1:]...)
		}
	}
}

// checkMoving reads an animation whose frames have to differ.
func checkMoving(t *testing.T, path string) {
	t.Helper()
	g, err := gif.DecodeAll(strings.NewReader(read(t, path)))
	must.Do(t, err)
	if len(g.Image) < 10 {
		t.Errorf("%s has %d frames", filepath.Base(path), len(g.Image))
	}
	for i := 1; i < len(g.Image); i++ {
		if b := g.Image[i].Bounds(); b.Dx()*b.Dy() < 100 {
			t.Errorf("%s: frame %d changes %v only", filepath.Base(path), i, b)
		}
	}
}

// flat reports whether a picture's rows are of one colour each, as its
// background's are.
func flat(img image.Image) bool {
	size := img.Bounds().Size()
	odd := count(img, img.Bounds(), func(img image.Image, x, y int) bool { return img.At(x, y) != img.At(size.X/2, y) })
	return odd < size.X*size.Y/50
}

// TestDemoInterrupted: what was begun is whole or not there.
func TestDemoInterrupted(t *testing.T) {
	needGPU(t)
	dir := filepath.Join(t.TempDir(), "out")
	interrupted(t, &countdown{t.Context(), 30}, "demo", "--json", "-o", dir)
	for name := range filesBelow(t, dir) {
		if strings.Contains(name, ".part") || strings.HasSuffix(name, ".gif") {
			t.Errorf("%s was left behind", name)
		}
	}
}
