package view

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestPixelsOfViews: what an orthographic and a mirrored view see, and what is not
// finite, which is never left out.
func TestPixelsOfViews(t *testing.T) {
	ortho := [16]float32{0: 0.5, 5: 0.5, 10: -0.1, 15: 1} // 4 m high
	see := NewSight(&ortho, [3]float64{}, 100, Light{})
	at := func(x, z float32) soa.Affine { return soa.Affine{0: 1, 5: 1, 10: 1, 3: x, 11: z} }
	for _, c := range []struct {
		x, z, want float32
	}{{0, 0, 50}, {2.5, 0, 50}, {3.5, 0, 0}, {0, -10.5, 50}, {0, -12, 0}} {
		world := at(c.x, c.z)
		if got := see.Pixels([3]float32{}, 1, &world); math.Abs(float64(got-c.want)) > 0.01 {
			t.Errorf("at %v, %v: %v pixels, want %v", c.x, c.z, got, c.want)
		}
	}
	world := at(float32(math.NaN()), 0)
	if see.Pixels([3]float32{}, 1, &world) == 0 {
		t.Error("what is not finite is left out")
	}
	sheared := soa.Affine{1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}
	if got := stretch(&sheared); got < 1.618 || got > 1.8 {
		t.Errorf("the shear lengthens by %v", got)
	}
}
