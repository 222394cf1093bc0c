package gpu

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/soa"
)

// TestShadowOnGround: a quad that stands before the light darkens the ground where rays
// through it end, and nowhere else.
func TestShadowOnGround(t *testing.T) {
	r := newRenderer(t, 200, 200, 1)
	mat := plain(Color{1, 1, 1})
	mat.DoubleSided = true
	it := one(upload(t, r, quad(mat)), at(0, 2, 0)) // from 1 m to 3 m, facing z
	s := &Scene{
		Camera:     Camera{Eye: [3]float64{0, 12, 0.01}, FovY: math.Pi / 4},
		Light:      Light{Toward: [3]float32{0, 1, 1}, Key: Color{1, 1, 1}},
		Background: Background{Top: SRGB(200, 200, 200), Bottom: SRGB(200, 200, 200)},
		Items:      []Item{it},
	}
	s.Light.Sky = Color{0.1, 0.1, 0.1}
	bare := picture(t, r, s)
	s.Shadow = Shadow{Radius: 5}
	img := picture(t, r, s)
	pixel := 200 / (2 * 12 * math.Tan(math.Pi/8)) // of a metre
	for _, c := range []struct {
		x, z float64
		dark bool
	}{{0, -2, true}, {0.4, -2.4, true}, {-0.4, -1.6, true}, {0, -0.8, false}, {0, -3.2, false}, {1.2, -2, false}, {0, 2, false}, {3, 3, false}} {
		x, y := 100+int(c.x*pixel), 100+int(c.z*pixel)
		a, b := bare.RGBAAt(x, y).R, img.RGBAAt(x, y).R
		if dark := b < a-30; dark != c.dark {
			t.Errorf("at %v, %v: %d with shadows, %d without", c.x, c.z, b, a)
		}
	}
}

// TestShadowOnMeshes: a quad behind another one loses the key light.
func TestShadowOnMeshes(t *testing.T) {
	r := newRenderer(t, 64, 64, 1)
	m := upload(t, r, quad(plain(Color{1, 1, 1})))
	s := &Scene{
		Camera: Camera{Eye: [3]float64{3, 0.5, 3}, Target: [3]float64{0, 0, -1}},
		Light:  Light{Toward: [3]float32{0, 0.001, 1}, Key: Color{0.8, 0.8, 0.8}, Sky: Color{0.1, 0.1, 0.1}, Ground: Color{0.1, 0.1, 0.1}},
		Items:  []Item{one(m, at(0, 0, -1))},
	}
	lit := picture(t, r, s).RGBAAt(32, 32).R
	s.Shadow = Shadow{Center: [3]float32{0, -2, 0}, Radius: 4}
	alone := picture(t, r, s).RGBAAt(32, 32).R
	s.Items = []Item{one(m, at(0, 0, -1), at(0, 0, 1))}
	shaded := picture(t, r, s).RGBAAt(32, 32).R
	if d := int(lit) - int(alone); d > 2 || d < -2 {
		t.Errorf("a quad that nothing shades is %d, without a map %d", alone, lit)
	}
	if shaded > lit/2+20 {
		t.Errorf("in the shadow it is %d, lit %d", shaded, lit)
	}
}

// TestShadowsOfWhatIsNotSeen: culling keeps what only casts a shadow into the picture, so
// the picture is the same bit for bit, and a steady scene allocates nothing.
func TestShadowsOfWhatIsNotSeen(t *testing.T) {
	r := newRenderer(t, 160, 90, 1)
	s := field(t, r, 60)
	s.Shadow = Shadow{Radius: 25, Texels: 512}
	s.Light.Toward = [3]float32{1, 0.5, 0.2}
	s.Light.Key = Color{0.7, 0.7, 0.7}
	reach := s.Items[0].Reach
	for turn := range 12 {
		sin, cos := math.Sincos(2 * math.Pi * float64(turn) / 12)
		s.Camera.Target = [3]float64{cos, 1.2, sin}
		s.Items[0].Reach = nil
		want := picture(t, r, s)
		s.Items[0].Reach = reach
		if got := picture(t, r, s); !bytes.Equal(got.Pix, want.Pix) {
			pictures.Keep(t, "", got)
			t.Errorf("turn %d: the picture differs", turn)
		}
		if n := len(r.batch.order); n > len(reach)*2/3 {
			t.Errorf("turn %d: %d of %d instances are drawn", turn, n, len(reach))
		}
	}
	if n := testing.AllocsPerRun(10, func() {
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("Draw makes %v allocations", n)
	}
	s.Shadow.Texels = 1 << 30
	if err := r.Draw(s); !errors.Is(err, soa.ErrOption) {
		t.Errorf("a map of a milliard texels: %v", err)
	}
}
