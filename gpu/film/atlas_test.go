package film_test

import (
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/gpu/film"
)

// TestAtlas: what is written says of each sprite where the sheet has it.
func TestAtlas(t *testing.T) {
	grid := film.GridOf(6, image.Pt(10, 20), film.Options{Columns: 3, Margin: 1})
	if grid.Size() != image.Pt(34, 43) {
		t.Fatalf("the sheet is %v", grid.Size())
	}
	a := film.Atlas{Image: "hero.png", Grid: grid}
	for _, name := range []string{"a0", "a1", "a2", "b0", "b1", "b2"} {
		a.Sprites = append(a.Sprites, film.Sprite{Name: name, Animation: name[:1], Pivot: [2]float64{0.5, 0.9}, Seconds: 0.1})
	}
	path := filepath.Join(t.TempDir(), "hero.json")
	if err := a.Write(path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Frames map[string]struct {
			Frame    struct{ X, Y, W, H int }
			Pivot    struct{ X, Y float64 }
			Duration int
		}
		Animations map[string][]string
		Meta       struct {
			Image string
			Size  struct{ W, H int }
		}
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	f := got.Frames["b1"]
	if f.Frame != (struct{ X, Y, W, H int }{12, 22, 10, 20}) || f.Pivot.Y != 0.9 || f.Duration != 100 {
		t.Errorf("b1 is %+v", f)
	}
	if len(got.Frames) != 6 || len(got.Animations["b"]) != 3 || got.Animations["b"][2] != "b2" || got.Meta.Image != "hero.png" || got.Meta.Size.W != 34 {
		t.Errorf("it is %s", data)
	}
	a.Sprites[1].Name = "a0"
	if err := a.Write(path); !errors.Is(err, film.ErrFrames) {
		t.Errorf("two of a name: %v", err)
	}
}

// TestMatte: a picture put together from a colour, an alpha and two backgrounds gives that
// colour and alpha back.
func TestMatte(t *testing.T) {
	const n = 256
	black, white := image.NewRGBA(image.Rect(0, 0, n, 1)), image.NewRGBA(image.Rect(0, 0, n, 1))
	over := func(x int, back float64) color.RGBA {
		alpha := float64(x) / 255
		mix := func(c float64) uint8 { return uint8(255*(alpha*c+(1-alpha)*back) + 0.5) }
		return color.RGBA{mix(1), mix(0.5), mix(0), 255}
	}
	for x := range n {
		black.SetRGBA(x, 0, over(x, 0))
		white.SetRGBA(x, 0, over(x, 1))
	}
	out := film.Matte(black, white)
	for x := range n {
		c := out.RGBAAt(x, 0)
		if d := int(c.A) - x; d < -1 || d > 1 || c.R > c.A || int(c.R) < x-1 || c.B != 0 {
			t.Errorf("alpha %d: %v", x, c)
		}
	}
}
