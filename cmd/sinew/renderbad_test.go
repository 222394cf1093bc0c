//go:build cgo

package main

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRenderBadInput: each is refused with one line, and no file appears.
func TestRenderBadInput(t *testing.T) {
	needGPU(t)
	walk := strider(t, "strider_walk.fbx")
	still := write(t, "triangle.obj", []byte(smallOBJ))
	for _, c := range []struct {
		name string
		code int
		want []string
		args []string // $ is the folder that has to stay empty
	}{
		{"no output", 2, []string{"-o"}, []string{walk}},
		{"unknown kind of picture", 2, []string{"unknown picture format", ".gif"}, []string{walk, "-o", "$/a.jpg"}},
		{"no extension", 2, []string{"unknown picture format"}, []string{walk, "-o", "$/a"}},
		{"no folder", 1, []string{"nowhere", "no such file"}, []string{walk, "-o", "$/nowhere/a.png"}},
		{"output is a folder", 1, []string{"directory"}, []string{walk, "-o", folder(t, "a.png")}},
		{"missing model", 1, []string{"nothing.fbx"}, []string{"nothing.fbx", "-o", "$/a.gif"}},
		{"animation without a clip", 1, []string{"no clips", ".png"}, []string{still, "-o", "$/a.gif"}},
		{"unknown clip", 1, []string{"near are"}, []string{walk, "-o", "$/a.gif", "--clip", "dance"}},
		{"no size", 2, []string{"--size", `"big"`}, []string{walk, "-o", "$/a.png", "--size", "big"}},
		{"negative size", 2, []string{"--size"}, []string{walk, "-o", "$/a.png", "--size", "-5x100"}},
		{"empty size", 2, []string{"--size"}, []string{walk, "-o", "$/a.png", "--size", "0x100"}},
		{"NaN size", 2, []string{"--size"}, []string{walk, "-o", "$/a.png", "--size", "NaNxNaN"}},
		{"huge size", 2, []string{"--size"}, []string{walk, "-o", "$/a.png", "--size", "100000x100"}},
		{"NaN time", 2, []string{"--time"}, []string{walk, "-o", "$/a.png", "--time", "nan"}},
		{"NaN rate", 2, []string{"--fps"}, []string{walk, "-o", "$/a.gif", "--fps", "NaN"}},
		{"negative rate", 2, []string{"--fps"}, []string{walk, "-o", "$/a.gif", "--fps", "-25"}},
		{"endless rate", 2, []string{"--fps"}, []string{walk, "-o", "$/a.gif", "--fps", "inf"}},
		{"no frames", 2, []string{"--frames"}, []string{walk, "-o", "$/a.gif", "--frames", "0"}},
		{"negative frames", 2, []string{"--frames"}, []string{walk, "-o", "$/a.gif", "--frames", "-3"}},
		{"no instances", 2, []string{"--instances"}, []string{walk, "-o", "$/a.png", "--instances", "0"}},
		{"negative samples", 2, []string{"--samples"}, []string{walk, "-o", "$/a.png", "--samples", "-4"}},
		{"no camera", 2, []string{"--camera", `"above"`}, []string{walk, "-o", "$/a.png", "--camera", "above"}},
		{"NaN camera", 2, []string{"--camera"}, []string{walk, "-o", "$/a.png", "--camera", "NaN,0"}},
		{"camera upside down", 2, []string{"--camera"}, []string{walk, "-o", "$/a.png", "--camera", "0,120"}},
		{"camera behind itself", 2, []string{"--camera"}, []string{walk, "-o", "$/a.png", "--camera", "0,0,-1"}},
		{"no colour", 2, []string{"--background"}, []string{walk, "-o", "$/a.png", "--background", "#12345g"}},
		{"no sheet", 2, []string{"--sheet"}, []string{walk, "-o", "$/a.png", "--sheet", "4by4"}},
		{"negative sheet", 2, []string{"--sheet"}, []string{walk, "-o", "$/a.png", "--sheet", "-4"}},
		{"moment of an animation", 2, []string{"--time", "a.gif"}, []string{walk, "-o", "$/a.gif", "--time", "1"}},
		{"rate of a still", 2, []string{"--fps", "a.png"}, []string{walk, "-o", "$/a.png", "--fps", "10"}},
		{"no pattern", 2, []string{"--hide", "[a"}, []string{walk, "-o", "$/a.png", "--hide", "[a"}},
		{"hidden by no name", 1, []string{"--hide", "Body", "Cylinder"}, []string{walk, "-o", "$/a.png", "--hide", "Tail"}},
		{"huge sheet", 1, []string{"too much", ".apng"}, []string{walk, "-o", "$/a.png", "--frames", "100000"}},
		{"huge GIF", 1, []string{"too much", ".apng"}, []string{walk, "-o", "$/a.gif", "--frames", "100000"}},
		{"time and frames", 2, []string{"--time", "--frames"}, []string{walk, "-o", "$/a.png", "--time", "1", "--frames", "3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			args := []string{"render"}
			for _, a := range c.args {
				args = append(args, strings.ReplaceAll(a, "$", dir))
			}
			code, stdout, stderr := sinew(t, args...)
			if code != c.code || stdout != "" {
				t.Errorf("exit code %d, want %d; printed %q", code, c.code, stdout)
			}
			checkComplaint(t, stderr, c.want...)
			onlyFile(t, filepath.Join(dir, "nothing"))
		})
	}
}

// folder makes a folder of that name and returns its path.
func folder(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// countdown is a context that is cancelled once it has been asked a number of
// times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestRenderInterrupted stops an animation at various points: no file stays.
func TestRenderInterrupted(t *testing.T) {
	needGPU(t)
	for _, after := range []int{0, 1, 3, 8, 15} {
		dir := t.TempDir()
		ctx := &countdown{t.Context(), after}
		code, stdout, stderr := sinewUntil(t, ctx, "render", strider(t, "strider_walk.fbx"), "-o", filepath.Join(dir, "walk.gif"), "--size", "32x32")
		if code != exitFailed || stdout != "" {
			t.Errorf("after %d: exit code %d, printed %q", after, code, stdout)
		}
		checkComplaint(t, stderr, "interrupted")
		onlyFile(t, filepath.Join(dir, "nothing"))
	}
}

// A joint that is all there is has a picture of its size: whole, and neither a dot nor all of it.
func TestRenderLoneJoint(t *testing.T) {
	needGPU(t)
	const joint = "HIERARCHY\nROOT hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n" +
		"\tEnd Site\n\t{\n\t\tOFFSET 0 0 0\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n0 0 0 60 0 0\n"
	for name, data := range map[string]string{"hips.bvh": joint, "red.gltf": materialAlone} {
		out := filepath.Join(t.TempDir(), "joint.png")
		if code, _, stderr := sinew(t, "render", write(t, name, []byte(data)), "-o", out, "--size", "100x100"); code != exitOK {
			t.Fatalf("%s: exit code %d, %s", name, code, stderr)
		}
		img := readPNG(t, out)
		whole, inner := count(img, img.Bounds(), orange), count(img, image.Rect(10, 10, 90, 90), orange)
		if whole < 30 || whole > 1000 || inner != whole {
			t.Errorf("%s: %d pixels of a joint, %d of them within the margin", name, whole, inner)
		}
	}
	apart := readPNG(t, render(t, "four.png", write(t, "hips.bvh", []byte(joint)), "--size", "100x100", "--instances", "4"))
	if n := count(apart, image.Rect(0, 0, 50, 100), orange); n < 10 {
		t.Errorf("%d pixels of joints at the left", n)
	}
}

// A picture of a file without nodes is one of a joint, and the command says so.
func TestRenderFileWithoutNodes(t *testing.T) {
	needGPU(t)
	code, _, stderr := sinew(t, "render", write(t, "red.gltf", []byte(materialAlone)), "-o", filepath.Join(t.TempDir(), "red.png"), "--size", "64x64")
	for _, part := range []string{"not shown: 1 material", "there is nothing else to draw"} {
		if code != exitOK || !strings.Contains(stderr, part) {
			t.Errorf("exit code %d, no %q in\n%s", code, part, stderr)
		}
	}
}
