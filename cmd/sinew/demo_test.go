//go:build cgo

package main

import (
	"bytes"
	"image/gif"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	for _, part := range []string{"FBX", "Collada", "glTF", "MD5", "crowd", "they lie in " + dir, "sinew view "} {
		if !strings.Contains(said, part) {
			t.Errorf("it does not say %q:\n%s", part, said)
		}
	}
	for _, s := range ownSteps(dir) {
		path := s.args[slices.Index(s.args, "-o")+1]
		if s.args[0] != "render" {
			succeed(t, "info", path)
			continue
		}
		keepPicture(t, path)
		if filepath.Ext(path) == ".gif" {
			checkMoving(t, path)
		} else if img := readPNG(t, path); flat(img.Bounds().Dx(), img.Bounds().Dy(), func(x, y int) [3]int {
			r, g, b := rgb(img, x, y)
			return [3]int{r, g, b}
		}) {
			t.Errorf("%s shows nothing", path)
		}
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".part") {
			t.Errorf("%s was left behind", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
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
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
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
func flat(width, height int, at func(x, y int) [3]int) bool {
	odd := 0
	for y := range height {
		for x := range width {
			if at(x, y) != at(width/2, y) {
				odd++
			}
		}
	}
	return odd < width*height/50
}

func TestDemoBadInput(t *testing.T) {
	needGPU(t)
	taken := write(t, "taken", []byte("a file"))
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{1, "taken", []string{"-o", taken}},
		{1, "taken", []string{"-o", filepath.Join(taken, "below")}},
		{2, "takes no file", []string{"walk.fbx"}},
	} {
		code, stdout, stderr := sinew(t, append([]string{"demo"}, c.args...)...)
		if code != c.code || stdout != "" {
			t.Errorf("%v: exit code %d, printed %q", c.args, code, stdout)
		}
		checkComplaint(t, stderr, c.want)
	}
}

// TestDemoInterrupted: what was begun is whole or not there.
func TestDemoInterrupted(t *testing.T) {
	needGPU(t)
	dir := filepath.Join(t.TempDir(), "out")
	code, _, stderr := sinewUntil(t, &countdown{t.Context(), 30}, "demo", "--json", "-o", dir)
	if code != exitFailed {
		t.Errorf("exit code %d", code)
	}
	checkComplaint(t, stderr, "interrupted")
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".part") || strings.HasSuffix(path, ".gif") {
			t.Errorf("%s was left behind", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
