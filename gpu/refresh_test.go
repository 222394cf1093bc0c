package gpu

import (
	"errors"
	"image/color"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// What Refresh uploads is drawn: moved vertices in other colours.
func TestRefresh(t *testing.T) {
	r := newRenderer(t, 64, 64, 1)
	m := quad(plain(Color{1, 1, 1}))
	m.Meshes[0].Color = []float32{1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}
	on := upload(t, r, m)
	scene := ahead(one(on, soa.IdentityAffine()))
	expect(t, picture(t, r, scene), -0.5, 0, color.RGBA{255, 0, 0, 255}, "at first")
	mesh := m.Meshes[0]
	for v := range mesh.Vertices() {
		mesh.Position[3*v] = max(mesh.Position[3*v], 0)
		copy(mesh.Color[4*v:], []float32{0, 0, 1, 1})
	}
	if err := on.Refresh(); err != nil {
		t.Fatal(err)
	}
	img := picture(t, r, scene)
	expect(t, img, -0.5, 0, color.RGBA{0, 0, 0, 255}, "where it was")
	expect(t, img, 0.5, 0, color.RGBA{0, 0, 255, 255}, "where it is")
	on.Close()
	if err := on.Refresh(); !errors.Is(err, soa.ErrClosed) {
		t.Errorf("of a closed model: %v", err)
	}
}
