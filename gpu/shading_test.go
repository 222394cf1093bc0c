package gpu

import (
	"image"
	"image/color"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestShading: each shading gives a square that faces the camera its colour, and
// none shows its material.
func TestShading(t *testing.T) {
	r := newRenderer(t, 200, 200, 4)
	m := upload(t, r, quad(plain(Color{0, 1, 0})))
	shot := func(change func(it *Item)) func(x, y float64, want color.RGBA, what string) {
		it := one(m, at(0, 0, 0))
		change(&it)
		img := picture(t, r, ahead(it))
		return func(x, y float64, want color.RGBA, what string) {
			t.Helper()
			expect(t, img, x, y, want, what)
		}
	}
	shot(func(*Item) {})(0, 0, green, "material")
	shot(func(it *Item) { it.Shading = ByNormal })(0, 0, color.RGBA{128, 128, 255, 255}, "normals")
	shot(func(it *Item) { it.Shading, it.Shaded = ByInfluence, 0 })(0, 0, red, "influence of the joint that carries it")
	shot(func(it *Item) { it.Shading, it.Shaded = ByInfluence, 1 })(0, 0, color.RGBA{56, 63, 112, 255}, "influence of another joint")
	shot(func(it *Item) { it.Shading = ByMatcap })(0, 0, color.RGBA{201, 201, 203, 255}, "matcap")
	wires := shot(func(it *Item) { it.Edges, it.Tint = EdgesAlone, Color{1, 0, 0} })
	wires(0, 0, red, "the diagonal edge")
	wires(0.4, -0.1, black, "between edges")
	over := shot(func(it *Item) { it.Edges, it.Tint = WithEdges, Color{1, 0, 0} })
	over(0, 0, red, "the edge over the mesh")
	over(0.4, -0.1, green, "the mesh below edges")
}

// TestInfluenceOfBones: a vertex has the colour of the weight that the joint has in it.
func TestInfluenceOfBones(t *testing.T) {
	r := newRenderer(t, 120, 120, 1)
	data := tube(6, 8, 12, 12)
	joints, palette := bend(data, 0)
	it := Item{Model: upload(t, r, data), World: []soa.Affine{soa.IdentityAffine()}, Joints: joints, Palettes: []Palette{{Data: palette}}, Shading: ByInfluence}
	view := Orbit{Distance: 6, Target: [3]float64{0, 1, 0}}
	reds := func(joint int) (n, sum int) {
		it.Shaded = joint
		img := picture(t, r, &Scene{Camera: view.Camera(), Light: flat(), Items: []Item{it}})
		for y := range 120 {
			for x := range 120 {
				if c := img.RGBAAt(x, y); c.R > 200 && c.B < 80 && c.G < 120 {
					n, sum = n+1, sum+y
				}
			}
		}
		return n, sum
	}
	n0, y0 := reds(0)
	n1, y1 := reds(len(joints) - 1)
	if n0 == 0 || n1 == 0 || y0/n0 <= y1/n1 {
		t.Errorf("the root has %d red pixels at row %d, the tip %d at %d", n0, y0/max(n0, 1), n1, y1/max(n1, 1))
	}
}

// TestGhost: a ghost lies over the background, hides behind what is opaque, and shows
// its nearest surface alone.
func TestGhost(t *testing.T) {
	r := newRenderer(t, 200, 200, 1)
	m := upload(t, r, quad(plain(Color{0, 1, 0})))
	ghost := one(m, at(0, 0, -1), at(0, 0, -2))
	ghost.Ghost, ghost.Tint = 0.5, Color{1, 0, 0}
	img := picture(t, r, ahead(ghost))
	once := img.RGBAAt(100, 100)
	if once.R < 100 || once.R > 140 || once.G > 20 {
		t.Errorf("a ghost over black is %v", once)
	}
	solid := one(m, at(0, 0, 0))
	expect(t, picture(t, r, ahead(solid, ghost)), 0, 0, green, "in front of a ghost")
	s := ahead(solid, ghost)
	s.Items[0].Edges = WithEdges
	s.Items[0].Shading = ByInfluence
	picture(t, r, s)
	if n := testing.AllocsPerRun(20, func() {
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}

// TestShift: a lens shift moves the picture and nothing else.
func TestShift(t *testing.T) {
	r := newRenderer(t, 200, 200, 1)
	s := ahead(one(upload(t, r, quad(plain(Color{1, 0, 0}))), at(0, 0, 0)))
	s.Camera.Shift = [2]float64{0.5, -0.25} // 1 m to the right, 0.5 m down
	img := picture(t, r, s)
	expect(t, img, 1.9, -1.4, red, "the shifted corner")
	expect(t, img, -0.1, 0, black, "beside it")
	expect(t, img, 0.1, 0.4, red, "its other corner")
}

// painted fills the picture's upper left pixel.
type painted struct{ width, height int }

func (p *painted) Paint(width, height int) error {
	p.width, p.height = width, height
	return nil
}

// TestOverlay: what draws over the picture is told its size.
func TestOverlay(t *testing.T) {
	r := newRenderer(t, 64, 48, 4)
	p := new(painted)
	picture(t, r, &Scene{Overlay: p})
	if p.width != 64 || p.height != 48 {
		t.Errorf("%+v", p)
	}
}

// TestUncovered: outside the part that an overlay leaves open nothing is drawn, inside it
// all is as without one.
func TestUncovered(t *testing.T) {
	r := newRenderer(t, 200, 100, 4)
	m := upload(t, r, quad(plain(Color{1, 0, 0})))
	picture(t, r, ahead()) // black
	whole := ahead(one(m, at(0, 0, 0)))
	whole.Background = Background{Top: Color{0, 1, 0}, Bottom: Color{0, 1, 0}}
	part := *whole
	part.Uncovered = image.Rect(50, 10, 110, 70)
	got := picture(t, r, &part)
	want := picture(t, r, whole)
	for y := range 100 {
		for x := range 200 {
			inside := image.Pt(x, y).In(part.Uncovered)
			if c := got.RGBAAt(x, y); inside && c != want.RGBAAt(x, y) || !inside && c != black {
				t.Fatalf("(%d, %d) is %v", x, y, c)
			}
		}
	}
}
