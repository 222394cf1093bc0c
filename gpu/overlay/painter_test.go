package overlay_test

import (
	"errors"
	"image"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/overlay"
)

// painting is a UI that lies over pictures.
type painting struct {
	ui      *overlay.UI
	painter *overlay.Painter
}

func (p *painting) Paint(width, height int) error {
	p.painter.Paint(p.ui.Canvas(), width, height)
	return nil
}

// TestPaint: rectangles, letters and lines are where they were put, in their colour,
// and painting allocates nothing.
func TestPaint(t *testing.T) {
	ctx, err := headless.New(320, 200)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Close()
	r, err := gpu.NewRenderer(ctx, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p := &painting{}
	if p.ui, err = overlay.New(1); err != nil {
		t.Fatal(err)
	}
	if p.painter, err = overlay.NewPainter(); err != nil {
		t.Fatal(err)
	}
	defer p.painter.Close()
	in := new(overlay.Input)
	s := &gpu.Scene{Background: gpu.Background{Top: gpu.SRGB(0, 0, 1), Bottom: gpu.SRGB(0, 0, 1)}, Overlay: p}
	draw := func() {
		p.ui.Begin(320, 200, in)
		c := p.ui.Canvas()
		c.Fill(overlay.Rect{X: 10, Y: 20, W: 30, H: 40}, overlay.Color{255, 0, 0, 255})
		c.Fill(overlay.Rect{X: 100, Y: 20, W: 30, H: 40}, overlay.Color{255, 255, 255, 128})
		c.Text(10, 100, "HHHHHHHHHH", overlay.Color{0, 255, 0, 255})
		c.Line(200, 20, 300, 20, 2, overlay.Color{0, 255, 0, 255})
		c.Disc(250, 150, 20, overlay.Color{255, 0, 0, 255})
		p.ui.End()
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	img, err := r.Capture(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y    int
		r, g, b uint8
	}{{10, 20, 255, 0, 0}, {39, 59, 255, 0, 0}, {40, 60, 0, 0, 1}, {9, 19, 0, 0, 1}, {115, 40, 128, 128, 128}, {250, 20, 0, 255, 0}, {250, 150, 255, 0, 0}, {232, 132, 0, 0, 1}} {
		got := img.RGBAAt(c.x, c.y)
		for _, d := range []int{int(got.R) - int(c.r), int(got.G) - int(c.g), int(got.B) - int(c.b)} {
			if d < -2 || d > 2 {
				t.Errorf("(%d, %d) is %v, want %d %d %d", c.x, c.y, got, c.r, c.g, c.b)
				break
			}
		}
	}
	if n := greens(img, image.Rect(10, 100, 110, 116)); n < 150 || n > 800 {
		t.Errorf("ten letters have %d green pixels", n)
	}
	if n := testing.AllocsPerRun(20, draw); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}

func greens(img *image.RGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c := img.RGBAAt(x, y); c.G > 100 && c.R < 50 {
				n++
			}
		}
	}
	return n
}
