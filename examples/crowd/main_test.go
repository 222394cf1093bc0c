package main

import (
	"errors"
	"image/gif"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// TestCrowd draws the program's picture of a character with a skin, thousands of
// times, and of one that also has carried meshes and morph targets.
func TestCrowd(t *testing.T) {
	many := 4000
	if testing.Short() {
		many = 400
	}
	for file, n := range map[string]int{"warden/warden.md5mesh": many, "strider/strider.glb": 100} {
		picture := filepath.Join(t.TempDir(), "crowd.png")
		err := draw(files.Load(t, truth.Testdata(t, file)), n, picture)
		if errors.Is(err, headless.ErrUnavailable) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		pictures.KeepFile(t, picture)
		img := pictures.Read(t, picture)
		// Where nobody stands, a row has hardly more colours than the grid.
		for _, x := range []int{width / 4, width / 2, 3 * width / 4} {
			colors := map[any]bool{}
			for y := range height {
				colors[img.At(x, y)] = true
			}
			if len(colors) < 150 {
				t.Errorf("%s: column %d has %d colours", file, x, len(colors))
			}
		}
	}
}

func TestCrowdMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("it draws a whole round")
	}
	model := files.Load(t, truth.Testdata(t, "warden", "warden.md5mesh"))
	model.Clips[0].Duration /= 8 // four frames will do
	picture := filepath.Join(t.TempDir(), "crowd.gif")
	err := draw(model, 100, picture)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 4 {
		t.Errorf("%d frames", len(g.Image))
	}
	for i := 1; i < len(g.Image); i++ {
		if b := g.Image[i].Bounds(); b.Dx() < width/4 {
			t.Errorf("frame %d changes %v only", i, b)
		}
	}
}

func TestCrowdRefuses(t *testing.T) {
	model := files.Load(t, truth.Testdata(t, "strider", "strider.glb"))
	if err := draw(model, 1, filepath.Join(t.TempDir(), "crowd.jpg")); !errors.Is(err, film.ErrUnsupported) {
		t.Errorf("a .jpg: %v", err)
	}
	model.Clips = nil
	if err := draw(model, 1, filepath.Join(t.TempDir(), "crowd.png")); err == nil {
		t.Error("a model without clips is drawn")
	}
}
