package gpu

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/soa"
)

// overEveryCarrier runs a test with a renderer of each.
func overEveryCarrier(t *testing.T, width, height int, o Options, test func(t *testing.T, r *Renderer)) {
	for _, c := range Carriers() {
		t.Run(c.String(), func(t *testing.T) {
			o.Carrier = c
			r := newRendererWith(t, width, height, o)
			if r.Carrier() != c {
				t.Errorf("the carrier is the %v", r.Carrier())
			}
			test(t, r)
			if err := driver.Check("the test"); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCarriersDrawAlike: the picture of several models and skins, in pages of the
// driver's size and tiny ones, is the same with all carriers, drawn again and again.
func TestCarriersDrawAlike(t *testing.T) {
	r := newRenderer(t, 160, 90, 4)
	if r.Carrier() != StorageBuffer {
		t.Errorf("a driver of OpenGL 4.5 uses the %v", r.Carrier())
	}
	want := picture(t, r, party(t, r))
	overEveryCarrier(t, 160, 90, Options{Samples: 4}, func(t *testing.T, r *Renderer) {
		s := party(t, r)
		full := r.dev.Carrier
		defer func() { r.dev.Carrier = full }()
		for _, rows := range []int{18, carrier.MaxRows} {
			r.dev.Carrier = limited{full, rows}
			for range driver.RingLength + 1 {
				if got := picture(t, r, s); !bytes.Equal(got.Pix, want.Pix) {
					t.Fatalf("the picture differs with pages of %d rows", rows)
				}
			}
		}
		r.dev.Carrier = full
		if n := testing.AllocsPerRun(10, func() {
			if err := r.Draw(s); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("a picture makes %v allocations", n)
		}
	})
}

// TestCarrierLimits: morph weights that leave no room for a palette are refused with both
// numbers; a skin of one joint more than a carrier holds is drawn in parts.
func TestCarrierLimits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	overEveryCarrier(t, 16, 16, Options{Samples: 1}, func(t *testing.T, r *Renderer) {
		limit := r.dev.Carrier.Limit()
		if limit < 240 {
			t.Errorf("it holds %d rows", limit)
		}
		if limit/3 >= 1<<14 {
			return // no skin is larger
		}
		for _, bones := range []int{limit / 3, limit/3 + 1} {
			m := upload(t, r, randomModel(rng, bones, 4, 9, 0))
			item := Item{Model: m, World: make([]soa.Affine, 2), Palettes: []Palette{{Data: make([]float32, 2*12*bones)}}}
			if _, err := r.Skin(nil, &item, 0); err != nil {
				t.Errorf("%d bones: %v", bones, err)
			}
			if own := m.on.Parts[0].Entries != nil; own != (bones > limit/3) {
				t.Errorf("%d bones: a palette of its own: %t", bones, own)
			}
		}
		full := r.dev.Carrier
		defer func() { r.dev.Carrier = full }()
		r.dev.Carrier = limited{full, 20}
		data := randomModel(rng, 2, 4, 9, 72)
		item := Item{Model: upload(t, r, data), World: make([]soa.Affine, 1), Palettes: []Palette{{Data: make([]float32, 24)}}}
		_, err := r.Skin(nil, &item, 0)
		if !errors.Is(err, ErrItem) || !strings.Contains(err.Error(), r.Carrier().String()) {
			t.Errorf("%d morph weights: %v", len(data.Weights), err)
		}
	})
}

// TestCarrierChoice: a driver without storage buffers uses a buffer texture, and refuses
// what it does not have.
func TestCarrierChoice(t *testing.T) {
	t.Setenv("MESA_GL_VERSION_OVERRIDE", "3.3")
	t.Setenv("MESA_GLSL_VERSION_OVERRIDE", "330")
	r := newRenderer(t, 16, 16, 1)
	if r.Carrier() != BufferTexture {
		t.Errorf("a driver of OpenGL 3.3 uses the %v", r.Carrier())
	}
	for _, c := range []Carrier{StorageBuffer, FloatTexture + 1} {
		if _, err := NewRenderer(r.context, Options{Carrier: c}); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
