package gpu_test

import (
	"context"
	"errors"
	"image"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// characters are files that lie in the repository or beside it.
var characters = map[string]func(tb testing.TB) string{
	"strider":   func(tb testing.TB) string { return truth.Testdata(tb, "strider", "strider.glb") },
	"warden":    func(tb testing.TB) string { return truth.Testdata(tb, "warden", "warden.md5mesh") },
	"Bob":       func(tb testing.TB) string { return truth.Shared(tb, "models", "md5-bob", "Bob.md5mesh") },
	"CesiumMan": func(tb testing.TB) string { return truth.Shared(tb, "models", "gltf", "cesium_man.gltf") },
	"walk":      func(tb testing.TB) string { return truth.Testdata(tb, "strider", "strider_walk.fbx") },
}

// character is a model in the middle of its first clip.
type character struct {
	model *soa.Model
	crowd *runtime.Crowd
}

func loadCharacter(tb testing.TB, path string) character {
	tb.Helper()
	model, err := importer.Load(context.Background(), path, importer.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Play: &play.Options{}})
	if err != nil {
		tb.Fatal(err)
	}
	if err := crowd.Update(0.4 * model.Clips[0].Seconds()); err != nil {
		tb.Fatal(err)
	}
	return character{model, crowd}
}

// draw returns the character's picture by a renderer with these options, from palettes of matrices
// or others.
func (c *character) draw(tb testing.TB, ctx *headless.Context, o gpu.Options, others ...gpu.Palette) (img *image.RGBA, meshes []gpu.Mesh) {
	tb.Helper()
	r, err := gpu.NewRenderer(ctx, o)
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	item := itemOf(tb, r, c.model, c.crowd)
	if len(others) > 0 {
		item.Palettes = others
	}
	bounds, err := item.Bounds()
	if err != nil {
		tb.Fatal(err)
	}
	view := gpu.Orbit{Yaw: 0.5, Pitch: 0.2}
	view.Fit(bounds, 1)
	if err := r.Draw(&gpu.Scene{Camera: view.Camera(), Items: []gpu.Item{item}}); err != nil {
		tb.Fatal(err)
	}
	if img, err = r.Capture(nil); err != nil {
		tb.Fatal(err)
	}
	return img, item.Model.Meshes()
}

// newContext is a context of a small picture, or skips the test.
func newContext(tb testing.TB) *headless.Context {
	tb.Helper()
	ctx, err := headless.New(256, 256)
	if err != nil {
		tb.Skip(err)
	}
	tb.Cleanup(func() { ctx.Close() })
	return ctx
}

// TestCharactersKeepTheirPictures: packed vertices, and palettes of similarities, draw what
// vertices of float32 and matrices draw, by every carrier, within one level of 255.
func TestCharactersKeepTheirPictures(t *testing.T) {
	for name, path := range characters {
		t.Run(name, func(t *testing.T) {
			ctx, c := newContext(t), loadCharacter(t, path(t))
			similar := gpu.Palette{Data: make([]float32, c.crowd.Layout().SimilarityStride()), Format: gpu.Similarities}
			err := c.crowd.Similarities(similar.Data, 0, 1)
			if sheared := errors.Is(err, runtime.ErrShear); err != nil && !sheared || sheared != (name == "strider" || name == "walk") {
				t.Fatal(err) // the strider scales by unequal factors
			}
			want, wide := c.draw(t, ctx, gpu.Options{VertexError: -1})
			for _, carrier := range gpu.Carriers() {
				got, meshes := c.draw(t, ctx, gpu.Options{Carrier: carrier})
				pictures.Keep(t, name+"-"+carrier.String(), got)
				sameLevels(t, carrier.String(), got, want)
				if err == nil {
					got, _ = c.draw(t, ctx, gpu.Options{Carrier: carrier}, similar)
					sameLevels(t, carrier.String()+", similarities", got, want)
				}
				if carrier == gpu.BufferTexture {
					logVertices(t, wide, meshes)
					t.Logf("a palette of %d bytes, formerly %d", 4*len(similar.Data), 4*len(c.crowd.Palettes()))
				}
			}
		})
	}
}

// sameLevels compares pictures: no value differs by more than one of 255, but for one in 50,000,
// where a contour passes a sample by less than the vertices' error.
func sameLevels(tb testing.TB, what string, got, want *image.RGBA) {
	tb.Helper()
	worst, off, other := 0, 0, 0
	for i := range got.Pix {
		d := int(got.Pix[i]) - int(want.Pix[i])
		d = max(d, -d)
		worst = max(worst, d)
		if d > 0 {
			other++
		}
		if d > 1 {
			off++
		}
	}
	tb.Logf("%s: %d of %d values differ, %d by more than 1, the most by %d", what, other, len(got.Pix), off, worst)
	if off > len(got.Pix)/50000 {
		tb.Errorf("%s: %d values differ by more than 1, the most by %d", what, off, worst)
	}
}

// logVertices prints the bytes of vertices before and after packing.
func logVertices(tb testing.TB, wide, packed []gpu.Mesh) {
	tb.Helper()
	for i := range packed {
		before, after := &wide[i], &packed[i]
		a, _ := after.Layout.Attribute(vertex.Weights, 0)
		tb.Logf("mesh %d, %d vertices: %d bytes, formerly %d; weights of %v; %v",
			after.Mesh, after.Vertices, after.Layout.Stride, before.Layout.Stride, a.Type, &after.Layout)
		if after.Layout.Stride >= before.Layout.Stride {
			tb.Errorf("mesh %d: %d bytes, formerly %d", after.Mesh, after.Layout.Stride, before.Layout.Stride)
		}
	}
}
