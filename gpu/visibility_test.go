package gpu

import (
	"errors"
	"image/color"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestVisibility: a mesh is drawn for the instances whose floats all show it, at 0.5 and more; bounds
// leave out what is hidden.
func TestVisibility(t *testing.T) {
	r := newRenderer(t, 240, 80, 4)
	data := quad(plain(Color{1, 0, 0}))
	data.Floats = []soa.NamedFloat{{Name: "lamp", Joint: soa.NoJoint, Rest: 1}, {Name: "glow", Joint: soa.NoJoint}, {Name: "switch", Joint: soa.NoJoint}}
	data.Visibility = []soa.Visibility{{Float: 2}, {Float: 0}}
	it := one(upload(t, r, data), at(-4, 0, 0), at(0, 0, 0), at(4, 0, 0))
	draw := func(what string, want ...color.RGBA) {
		t.Helper()
		shot := picture(t, r, ahead(it))
		for k, c := range want {
			expect(t, shot, float64(4*k-4), 0, c, what)
		}
	}
	draw("at rest", black, black, black)
	it.Floats = []float32{0.5, 0, 1, 1, 1, 0.49, 1, 0, 0.5}
	draw("by floats", red, black, red)
	it.Floats[0], it.Floats[6] = 0, 0
	draw("with one off", black, black, black)
	if b, err := it.Bounds(); err != nil || !b.Empty() {
		t.Errorf("the bounds of what is hidden: %v, %v", b, err)
	}
	it.Floats[6] = 1
	draw("the last alone", black, black, red)
	if b, err := it.Bounds(); err != nil || b.Min[0] < 2.9 || b.Max[0] > 5.1 {
		t.Errorf("the bounds of the last: %v, %v", b, err)
	}
	it.Floats = it.Floats[:8]
	if _, err := it.Bounds(); !errors.Is(err, ErrItem) {
		t.Errorf("too few floats: %v", err)
	}
}
