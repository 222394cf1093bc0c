package gpu_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// wardens is a square of n wardens, seen from among them, each at another moment of its
// walk, and its levels of detail.
func wardens(tb testing.TB, r *gpu.Renderer, n int) (*gpu.Scene, []gpu.Level) {
	tb.Helper()
	model, err := importer.Load(context.Background(), filepath.Join("..", "testdata", "warden", "warden.md5mesh"), importer.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	if err := crowd.PlayAll(0, play.Options{Seed: 1}); err != nil {
		tb.Fatal(err)
	}
	if err := crowd.Update(0); err != nil {
		tb.Fatal(err)
	}
	item := itemOf(tb, r, model, crowd)
	one := item
	one.World = one.World[:1]
	box, err := one.Bounds()
	if err != nil {
		tb.Fatal(err)
	}
	height := box.Max[1] - box.Min[1]
	side := int(math.Ceil(math.Sqrt(float64(n))))
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range item.World {
		sin, cos := math.Sincos(rng.Float64() - 0.5)
		s, c := float32(sin), float32(cos)
		item.World[i] = soa.Affine{c, 0, s, -0.9 * height * float32(i%side), 0, 1, 0, 0, -s, 0, c, -0.9 * height * float32(i/side)}
	}
	view := gpu.Orbit{Yaw: 0.6, Pitch: 0.25, Distance: 12 * float64(height)}
	view.Target = [3]float64{-2.5 * float64(height), float64(box.Min[1]) + 0.4*float64(height), -2.5 * float64(height)}
	center, radius, err := bake.BoundingSphere(model, nil)
	if err != nil {
		tb.Fatal(err)
	}
	if radius > 1.6*height {
		tb.Errorf("the sphere of a warden of %v has a radius of %v", height, radius)
	}
	item.Reach = []gpu.Sphere{{Center: center, Radius: radius}}
	return &gpu.Scene{Camera: view.Camera(), Items: []gpu.Item{item}}, coarser(tb, r, model, crowd.Layout())
}

// coarser uploads levels of a model that play the palettes of the same crowd.
func coarser(tb testing.TB, r *gpu.Renderer, model *soa.Model, layout *pose.Layout) (levels []gpu.Level) {
	tb.Helper()
	for _, l := range []struct {
		keep  float64
		below float32
	}{{0.4, 160}, {0.15, 80}, {0.05, 40}} {
		coarse, err := rig.Simplify(context.Background(), model, l.keep)
		if err != nil {
			tb.Fatal(err)
		}
		drawn, err := layout.BindModel(coarse)
		if err != nil {
			tb.Fatal(err)
		}
		m, warnings, err := r.Upload(drawn)
		if err != nil || len(warnings) > 0 {
			tb.Fatal(err, warnings)
		}
		levels = append(levels, gpu.Level{Model: m, Below: l.below})
	}
	return levels
}

// TestCrowdOfLevels: a crowd with culling and levels looks like one without.
func TestCrowdOfLevels(t *testing.T) {
	r := newHeadless(t, 480, 270)
	s, levels := wardens(t, r, 200)
	drawn := [2]*image.RGBA{}
	for i := range drawn {
		if i == 1 {
			s.Items[0].Levels = levels
		}
		if err := r.Draw(s); err != nil {
			t.Fatal(err)
		}
		var err error
		if drawn[i], err = r.Capture(nil); err != nil {
			t.Fatal(err)
		}
		pictures.Keep(t, fmt.Sprint("levels", i), drawn[i])
	}
	sum, far := 0, 0
	for i := range drawn[0].Pix {
		d := int(drawn[0].Pix[i]) - int(drawn[1].Pix[i])
		sum += max(d, -d)
		if max(d, -d) > 64 {
			far++
		}
	}
	n := len(drawn[0].Pix)
	t.Logf("values differ by %.2f on average, %.2f %% by more than 64", float64(sum)/float64(n), 100*float64(far)/float64(n))
	if sum > 6*n || sum == 0 {
		t.Errorf("values differ by %.2f on average", float64(sum)/float64(n))
	}
}

// BenchmarkCrowdOfWardens draws 1,000 wardens at 960×540 in turn as they are and with
// culling and levels; the ratio is that of the fastest frames.
func BenchmarkCrowdOfWardens(b *testing.B) {
	r := newHeadless(b, 960, 540)
	s, levels := wardens(b, r, 1000)
	reach := s.Items[0].Reach
	img := image.NewRGBA(image.Rect(0, 0, 960, 540))
	var least [3]time.Duration
	for b.Loop() {
		for i := range least {
			s.Items[0].Reach, s.Items[0].Levels = nil, nil
			if i > 0 {
				s.Items[0].Reach = reach
			}
			if i > 1 {
				s.Items[0].Levels = levels
			}
			begun := time.Now()
			if err := r.Draw(s); err != nil {
				b.Fatal(err)
			}
			if _, err := r.Capture(img); err != nil {
				b.Fatal(err)
			}
			if d := time.Since(begun); least[i] == 0 || d < least[i] {
				least[i] = d
			}
		}
	}
	b.ReportMetric(float64(least[0])/1e6, "ms-plain")
	b.ReportMetric(float64(least[0])/float64(least[1]), "x-culled")
	b.ReportMetric(float64(least[0])/float64(least[2]), "x-levels")
}

func newHeadless(tb testing.TB, width, height int) *gpu.Renderer {
	tb.Helper()
	ctx, err := headless.New(width, height)
	if errors.Is(err, headless.ErrUnavailable) {
		tb.Skip(err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { ctx.Close() })
	r, err := gpu.NewRenderer(ctx, gpu.Options{Smooth: true})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(r.Close)
	return r
}
