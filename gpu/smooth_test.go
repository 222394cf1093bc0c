package gpu

import (
	"image"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// TestSmooth holds that smoothing brings a picture without samples nearer to one
// with four, and leaves alone what has no edges.
func TestSmooth(t *testing.T) {
	leaning := soa.Affine{0.94, -0.34, 0, 0, 0.34, 0.94, 0, 0, 0, 0, 1, 0}
	draw := func(o Options) *image.RGBA {
		r := newRendererWith(t, 200, 150, o)
		model := tube(6, 4, 24, 40)
		for i := range model.Materials {
			model.Materials[i].Maps = nil // edges of the shape alone
		}
		m, warnings, err := r.Upload(model)
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		item := Item{Model: m, World: []soa.Affine{leaning}, Palettes: []Palette{{Data: identities(6)}}}
		bounds, err := item.Bounds()
		if err != nil {
			t.Fatal(err)
		}
		view := Orbit{Yaw: 0.7, Pitch: 0.3}
		view.Fit(bounds, 200./150)
		return picture(t, r, &Scene{Camera: view.Camera(), Items: []Item{item}})
	}
	sampled, plain, smooth := draw(Options{Samples: 4}), draw(Options{Samples: 1}), draw(Options{Smooth: true})
	before, after := pictureDistance(sampled, plain), pictureDistance(sampled, smooth)
	if !(after < 0.8*before) {
		t.Errorf("smoothed the picture is %.3g from the sampled one, plain %.3g", after, before)
	}
	corner := image.Rect(0, 0, 20, 20)
	if d := pictureDistance(plain.SubImage(corner).(*image.RGBA), smooth.SubImage(corner).(*image.RGBA)); d > 0.01 {
		t.Errorf("the background changed by %.3g", d)
	}
}

func identities(n int) []float32 {
	var data []float32
	for range n {
		one := soa.IdentityAffine()
		data = append(data, one[:]...)
	}
	return data
}

// pictureDistance is the root mean square of the differences of two pictures' values.
func pictureDistance(a, b *image.RGBA) float64 {
	sum, n := 0.0, 0
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			p, q := a.RGBAAt(x, y), b.RGBAAt(x, y)
			for _, d := range []float64{float64(p.R) - float64(q.R), float64(p.G) - float64(q.G), float64(p.B) - float64(q.B)} {
				sum += d * d
				n++
			}
		}
	}
	return math.Sqrt(sum / float64(n))
}
