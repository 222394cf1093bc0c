package gpu

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// field is a scene of figures all round the camera, with the sphere of each, and some
// that mirror or are larger or flat.
func field(t testing.TB, r *Renderer, n int) *Scene {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	data := tube(6, 8, 12, 12)
	it := Item{Model: upload(t, r, data), Palettes: make([]Palette, 1)}
	for i := range n {
		_, palette := bend(data, 0.05*float64(i%9-4))
		it.Palettes[0].Data = append(it.Palettes[0].Data, palette...)
		w := at(40*(rng.Float32()-0.5), 0, 40*(rng.Float32()-0.5))
		switch i % 5 {
		case 1:
			w[0] = -1
		case 2:
			w[0], w[5], w[10] = 2, 2, 2
		case 3:
			w[1], w[5], w[8] = 0.7, 0.3, 0.4
		}
		it.World = append(it.World, w)
		one := Item{Model: it.Model, World: []soa.Affine{soa.IdentityAffine()}, Palettes: []Palette{{Data: palette}}}
		box, err := one.Bounds()
		if err != nil {
			t.Fatal(err)
		}
		s := Sphere{Center: box.Center()}
		for k := range 3 {
			s.Radius += (box.Max[k] - s.Center[k]) * (box.Max[k] - s.Center[k])
		}
		s.Radius = 1.1 * float32(math.Sqrt(float64(s.Radius))) // a box of Bounds is not exact
		it.Reach = append(it.Reach, s)
	}
	return &Scene{Camera: Camera{Eye: [3]float64{0, 1.5, 0}, Target: [3]float64{1, 1.4, -0.3}, Near: 0.1, Far: 12}, Items: []Item{it}}
}

// TestCullingChangesNothing: without what is out of the picture, the picture is the
// same bit for bit, from every side and at the edges.
func TestCullingChangesNothing(t *testing.T) {
	r := newRenderer(t, 160, 90, 1)
	s := field(t, r, 60)
	reach := s.Items[0].Reach
	drawn := 0
	for turn := range 24 {
		sin, cos := math.Sincos(2 * math.Pi * float64(turn) / 24)
		s.Camera.Target = [3]float64{cos, 1.5 + 0.02*float64(turn-12), sin}
		s.Items[0].Reach = nil
		want := picture(t, r, s)
		s.Items[0].Reach = reach
		if got := picture(t, r, s); !bytes.Equal(got.Pix, want.Pix) {
			pictures.Keep(t, "", got)
			t.Errorf("turn %d: the picture differs", turn)
		}
		drawn += len(r.batch.order)
	}
	if most := 24 * len(reach); drawn < most/20 || drawn > most/3 {
		t.Errorf("%d of %d instances are drawn", drawn, most)
	}
}

// TestLevels: an instance is drawn as the level of its height, and the heights are
// those of the picture.
func TestLevels(t *testing.T) {
	r := newRenderer(t, 64, 64, 1)
	models := [3]*Model{}
	for i, c := range []Color{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
		models[i] = upload(t, r, quad(plain(c)))
	}
	it := one(models[0], at(0, 0, 0))
	it.Reach = []Sphere{{Radius: 0.75}}
	it.Levels = []Level{{models[1], 25}, {models[2], 10}, {nil, 3}}
	it.Pixels = make([]float32, 1)
	s := ahead(it)
	for _, c := range []struct {
		away    float64
		channel int // 3: nothing
	}{{1.5, 0}, {4, 1}, {8, 2}, {40, 3}, {-4, 3}} {
		s.Camera = Camera{Eye: [3]float64{0, 0, c.away}, Target: [3]float64{0, 0, c.away - 1}, FovY: math.Pi / 2}
		img := picture(t, r, s)
		middle := img.RGBAAt(32, 32)
		got := 3
		for k, v := range []uint8{middle.R, middle.G, middle.B} {
			if v > 150 && max(middle.R, middle.G, middle.B) == v && min(middle.R, middle.G, middle.B) < 100 {
				got = k
			}
		}
		if got != c.channel {
			t.Errorf("%v m away: %v is drawn", c.away, middle)
		}
		want := 2 * 0.75 * 32 / c.away
		if c.away < 0 {
			want = 0
		}
		if p := float64(it.Pixels[0]); math.Abs(p-want) > 0.01*want {
			t.Errorf("%v m away: %v pixels, want %v", c.away, p, want)
		}
	}
}

// TestLevelsTogether: instances of several levels are those of the levels alone, each
// with its own palette.
func TestLevelsTogether(t *testing.T) {
	r := newRenderer(t, 160, 90, 1)
	s := field(t, r, 60)
	want := picture(t, r, s)
	it := &s.Items[0]
	same := upload(t, r, tube(6, 8, 12, 12)) // each level draws the same
	it.Levels = []Level{{same, 50}, {it.Model, 30}, {same, 20}}
	if got := picture(t, r, s); !bytes.Equal(got.Pix, want.Pix) {
		pictures.Keep(t, "", got)
		t.Error("the picture differs")
	}
	if len(r.batch.items) < 3 {
		t.Errorf("%d levels are drawn", len(r.batch.items))
	}
	it.Pixels = make([]float32, len(it.World))
	if n := testing.AllocsPerRun(10, func() {
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Draw makes %v allocations", n)
	}
}

// TestLevelsRefused: levels that do not fit their item.
func TestLevelsRefused(t *testing.T) {
	r := newRenderer(t, 16, 16, 1)
	model, other := upload(t, r, tube(6, 8, 12, 12)), upload(t, r, tube(4, 4, 6, 6))
	s := field(t, r, 3)
	it := s.Items[0]
	it.Model = model
	for name, change := range map[string]func(*Item){
		"too few spheres":  func(it *Item) { it.Reach = it.Reach[:2] },
		"too few heights":  func(it *Item) { it.Pixels = make([]float32, 2) },
		"no spheres":       func(it *Item) { it.Reach, it.Levels = nil, []Level{{model, 3}} },
		"a foreign model":  func(it *Item) { it.Levels = []Level{{other, 3}} },
		"levels backwards": func(it *Item) { it.Levels = []Level{{model, 3}, {model, 5}} },
	} {
		bad := it
		change(&bad)
		if err := r.Draw(&Scene{Items: []Item{bad}}); !errors.Is(err, ErrItem) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
