package gpu

import (
	"errors"
	"image"
	"testing"

	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// newRenderer returns a renderer on a headless context. A machine without EGL
// skips the test; any other failure fails it.
func newRenderer(t testing.TB, width, height, samples int) *Renderer {
	t.Helper()
	return newRendererWith(t, width, height, Options{Samples: samples})
}

func newRendererWith(t testing.TB, width, height int, o Options) *Renderer {
	t.Helper()
	r, err := NewRenderer(newContext(t, width, height), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// newContext is a context without a display; where there is none the test skips.
func newContext(t testing.TB, width, height int) *headless.Context {
	t.Helper()
	ctx, err := headless.New(width, height)
	if errors.Is(err, headless.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ctx.Close(); err != nil {
			t.Error(err)
		}
	})
	return ctx
}

// picture draws a scene and reads it back.
func picture(t testing.TB, r *Renderer, s *Scene) *image.RGBA {
	t.Helper()
	if err := r.Draw(s); err != nil {
		t.Fatal(err)
	}
	if err := driver.Check("drawing"); err != nil {
		t.Fatal(err)
	}
	img, err := r.Capture(nil)
	if err != nil {
		t.Fatal(err)
	}
	pictures.Keep(t, "", img)
	return img
}
