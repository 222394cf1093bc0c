package main

import (
	"image"
	"log"
	"os"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// shots are pictures of the game, taken before the tests run: Ebitengine wants the
// main thread, and a display.
var shots []*image.RGBA

func TestMain(m *testing.M) {
	g, err := newGame()
	if err != nil {
		log.Fatal(err)
	}
	g.left = 20
	g.after = func(screen *ebiten.Image) {
		img := image.NewRGBA(image.Rect(0, 0, width, height))
		screen.ReadPixels(img.Pix)
		shots = append(shots, img)
	}
	ebiten.SetTPS(ebiten.SyncWithFPS) // one step a frame
	ebiten.SetVsyncEnabled(false)
	if err := ebiten.RunGame(g); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// TestGame: a character stands in the middle of the picture and moves, and nothing is
// drawn beside it.
func TestGame(t *testing.T) {
	first, last := shots[0], shots[len(shots)-1]
	pictures.Keep(t, "", last)
	drawn, moved := 0, 0
	var extent image.Rectangle
	for y := range height {
		for x := range width {
			c := last.RGBAAt(x, y)
			if c != last.RGBAAt(0, 0) {
				drawn++
				extent = extent.Union(image.Rect(x, y, x+1, y+1))
			}
			if c != first.RGBAAt(x, y) {
				moved++
			}
		}
	}
	if drawn < 10000 || extent.Dy() < height/3 || !extent.In(image.Rect(1, 1, width-1, height-1)) {
		t.Errorf("%d pixels are drawn, within %v", drawn, extent)
	}
	if moved < 1000 {
		t.Errorf("%d pixels change", moved)
	}
}

// TestProject: what is higher is above, and the point that is aimed at in the middle.
func TestProject(t *testing.T) {
	if x, y, d := project([]float32{0, aim, 0}, 0, 1); x != width/2 || y != height/2 || d != distance {
		t.Errorf("the aim is at %v, %v, %v away", x, y, d)
	}
	if _, y, _ := project([]float32{0, aim + 1, 0}, 0, 1); y >= height/2 {
		t.Errorf("above the aim is %v", y)
	}
	if x, _, d := project([]float32{1, aim, 0}, 1, 0); x != width/2 || d != distance-1 {
		t.Errorf("from the side: %v, %v away", x, d)
	}
}
