package gpu

import (
	"errors"
	"image"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
)

// newHost returns a context that is the test's own and a guest in it.
func newHost(t testing.TB, o Options) *Renderer {
	t.Helper()
	ctx, err := headless.New(64, 64)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ctx.Close() })
	r, err := NewRenderer(Host(ctx.ProcAddress), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// canvas is a host's framebuffer.
type canvas struct {
	*driver.Target
}

func newCanvas(t testing.TB, w, h int, samples int32) canvas {
	t.Helper()
	c, err := driver.NewTarget(w, h, samples, false)
	if err != nil {
		t.Fatal(err)
	}
	return canvas{c}
}

// clear fills the canvas with a colour and a depth.
func (c canvas) clear(r, g, b float32, depth float64) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, c.Draw)
	gl.ClearColor(r, g, b, 1)
	gl.ClearDepth(depth)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

// read returns the colours, whatever else is bound.
func (c canvas) read() *image.RGBA {
	var from, to int32
	gl.GetIntegerv(gl.READ_FRAMEBUFFER_BINDING, &from)
	gl.GetIntegerv(gl.DRAW_FRAMEBUFFER_BINDING, &to)
	scissor := gl.IsEnabled(gl.SCISSOR_TEST)
	gl.Disable(gl.SCISSOR_TEST)
	c.Resolve()
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, c.Resolved)
	img := image.NewRGBA(image.Rect(0, 0, c.Width, c.Height))
	gl.ReadPixels(0, 0, int32(c.Width), int32(c.Height), gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&img.Pix[0]))
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, uint32(from))
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, uint32(to))
	driver.Enable(gl.SCISSOR_TEST, scissor)
	flip(img)
	return img
}

func (c canvas) view(s *Scene) *View {
	return &View{
		Framebuffer: c.Draw, Width: c.Width, Height: c.Height,
		ViewProjection: s.Camera.ViewProjection(float64(c.Width) / float64(c.Height)), Eye: s.Camera.Eye,
	}
}
