//go:build cgo

package main

import (
	"image"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// pane is a viewer without a window.
type pane struct {
	*viewer.Viewer
	context *headless.Context
	drawer  *gpu.Renderer

	pictures string // how the names of those begin that keys take
}

// newPane opens a viewer of a size and scale without a window.
func newPane(t testing.TB, width, height int, scale float64, opt viewOptions) *pane {
	t.Helper()
	needGPU(t)
	ctx, err := headless.New(width, height)
	must.Do(t, err)
	t.Cleanup(func() { ctx.Close() })
	if _, ok := t.(*testing.T); ok {
		opt.Samples = 1
	}
	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: opt.Samples})
	must.Do(t, err)
	t.Cleanup(r.Close)
	opt.Width, opt.Height, opt.Instances = width, height, max(opt.Instances, 1)
	must.Do(t, opt.Check(&opt.Choice))
	opt.Camera = stage.CameraPlace{Yaw: 35, Pitch: 14}
	opt.scale, opt.Background = scale, gpu.DefaultBackground()
	o, p, err := opt.open(t.Context(), io.Discard)
	must.Do(t, err)
	pictures := filepath.Join(t.TempDir(), "view")
	v, err := opt.viewer(t.Context(), r, o, p, pictures, io.Discard)
	must.Do(t, err)
	t.Cleanup(v.Close)
	return &pane{v, ctx, r, pictures}
}

// walking is to view a file's walk.
func walking(file string) viewOptions {
	return viewOptions{Source: models.Source{File: file}, Choice: models.Choice{Names: []string{"walk"}}}
}

// matrix is a joint of the first instance in model space.
func (p *pane) matrix(t *testing.T, name string) soa.Affine {
	t.Helper()
	m, err := p.Show.Crowd.Instance(0).Joint(p.Show.Model.Skeleton.Joint(name))
	must.Do(t, err)
	return m
}

// joint returns where a joint of the first instance is in model space.
func (p *pane) joint(t *testing.T, name string) (at [3]float32) {
	t.Helper()
	m := p.matrix(t, name)
	at[0], at[1], at[2] = m.Translation()
	return at
}

// pixel returns where a place in model space is in a picture of 960×540.
func (p *pane) pixel(at [3]float32) (x, y float64) {
	w := p.Show.Scene.Items[0].World[0].Apply(at)
	vp := p.Show.Scene.Camera.ViewProjection(960. / 540)
	var clip [4]float64
	for k := range clip {
		clip[k] = float64(vp[k]*w[0] + vp[4+k]*w[1] + vp[8+k]*w[2] + vp[12+k])
	}
	return 480 * (1 + clip[0]/clip[3]), 270 * (1 - clip[1]/clip[3])
}

// frame shows a frame some seconds later.
func (p *pane) frame(t testing.TB, dt float64) {
	t.Helper()
	width, height := p.context.Size()
	must.Do(t, p.Frame(width, height, dt))
}

// shot is a picture of what is shown.
func (p *pane) shot(t *testing.T) *image.RGBA {
	t.Helper()
	p.frame(t, 0)
	img, err := p.drawer.Capture(nil)
	must.Do(t, err)
	return img
}

// press presses keys, one frame each.
func (p *pane) press(t *testing.T, keys ...window.Key) {
	t.Helper()
	for _, k := range keys {
		p.Key(k, 0)
		p.frame(t, 0)
	}
}

// checkAllocations lets what plays play on: no frame allocates.
func checkAllocations(t *testing.T, p *pane) {
	t.Helper()
	width, height := p.context.Size()
	frame := func() {
		must.Do(t, p.Frame(width, height, 1./17))
	}
	for range 30 {
		frame()
	}
	if n := testing.AllocsPerRun(20, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// TestViewerTime: frames move the time on, round the clip's end and back.
func TestViewerTime(t *testing.T) {
	p := newPane(t, 640, 400, 1, viewOptions{Source: models.Source{File: strider(t, "strider.glb")}})
	p.frame(t, 0.25)
	if p.Time != p.Start+0.25 {
		t.Errorf("after 0.25 s it is %v", p.Time)
	}
	p.press(t, window.KeySpace)
	at := p.Time
	for range 4 {
		p.frame(t, 1)
	}
	if p.Time != at || !p.Idle() {
		t.Error("it goes on while it is paused")
	}
	p.press(t, window.KeyRight)
	if rate := p.Show.Clips[p.Show.Clip].TicksPerSecond; rate > 120 && !alike(p.Time-at, 1./30) {
		t.Errorf("a step is %v s", p.Time-at)
	}
	p.press(t, window.KeyEnd)
	p.Key(window.KeyRight, window.Shift)
	if p.Time != p.End {
		t.Errorf("beyond the end it is %v", p.Time)
	}
	p.press(t, window.KeyHome, window.KeyLeft)
	if p.Time != p.Start || p.Playing {
		t.Errorf("before the start it is %v", p.Time)
	}
	p.press(t, window.KeySpace, window.KeyUp)
	p.frame(t, 0.1)
	if !alike(p.Time-p.Start, 0.125) {
		t.Errorf("faster, 0.1 s take it to %v", p.Time)
	}
}

// TestViewerClips: keys choose clips, and the title tells which plays.
func TestViewerClips(t *testing.T) {
	p := newPane(t, 640, 400, 1, viewOptions{Source: models.Source{File: strider(t, "strider.glb")}})
	clips := p.Show.Clips
	for _, c := range []struct {
		key  window.Key
		want int
	}{{'2', 1}, {']', 2}, {']', 2}, {'[', 1}, {'1', 0}, {'[', 0}, {'9', 0}} {
		p.press(t, c.key)
		if p.Show.Clip != c.want {
			t.Errorf("after %c clip %d plays, want %d", c.key, p.Show.Clip, c.want)
		}
		if title := p.Title(); title != "" && title != "sinew strider: "+clips[c.want].Name {
			t.Errorf("after %c the title is %q", c.key, title)
		}
	}
}

// TestViewerAllocates: a frame does not, with all that can be shown.
func TestViewerAllocates(t *testing.T) {
	p := newPane(t, 800, 300, 1, viewOptions{Source: models.Source{File: strider(t, "strider.glb")}})
	checkAllocations(t, p)
	p.press(t, 'J', 'S', 'G', 'A', 'B', 'N', 'X', 'T', 'T', 'T', 'W', 'F')
	checkAllocations(t, p)
	p.press(t, window.KeySpace, 'H')
	checkAllocations(t, p)
}

// TestViewerArchive: an archive looks in the window as the file does that it was
// baked of, at every key, and its clips can be chosen.
func TestViewerArchive(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, "bake", strider(t, "strider.glb"), "-o", out, "--clips", "exact")
	var pictures [2][]*image.RGBA
	for i, file := range []string{strider(t, "strider.glb"), out} {
		p := newPane(t, 320, 200, 1, viewOptions{Source: models.Source{File: file}, noPanels: true})
		for range 3 {
			for _, step := range []float64{0, 0.2, 0.3} {
				p.frame(t, step)
				pictures[i] = append(pictures[i], p.shot(t))
			}
			p.press(t, ']')
		}
		if p.Show.Clip != 2 {
			t.Errorf("%s: clip %d plays", file, p.Show.Clip)
		}
	}
	for i, img := range pictures[0] {
		if i > 0 && slices.Equal(img.Pix, pictures[0][i-1].Pix) {
			t.Errorf("pictures %d and %d are the same", i-1, i)
		}
		if !slices.Equal(img.Pix, pictures[1][i].Pix) {
			t.Errorf("picture %d of the archive is another", i)
		}
	}
}

// TestViewerStill: a model without a clip is there to be looked at.
func TestViewerStill(t *testing.T) {
	p := newPane(t, 640, 400, 1, viewOptions{Source: models.Source{File: write(t, "triangle.obj", smallOBJ)}})
	p.press(t, window.KeySpace, window.KeySpace, window.KeyRight, window.KeyEnd, ']', '1', 'R', 'J', 'A', 'Y')
	if p.Time != 0 || p.Title() != "sinew triangle" {
		t.Errorf("time %v", p.Time)
	}
}

func alike(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// BenchmarkView draws a frame of what plays, alone and with panels: "idle" while it is
// paused.
func BenchmarkView(b *testing.B) {
	for _, c := range []struct {
		name     string
		noPanels bool
		paused   bool
	}{{"alone", true, false}, {"panels", false, false}, {"idle-alone", true, true}, {"idle-panels", false, true}} {
		b.Run(c.name, func(b *testing.B) {
			p := newPane(b, 960, 540, 1, viewOptions{Source: models.Source{File: strider(b, "strider.glb")}, noPanels: c.noPanels})
			p.Playing = !c.paused
			p.frame(b, 0.1)
			img, err := p.drawer.Capture(nil)
			must.Do(b, err)
			b.ReportAllocs()
			for b.Loop() {
				p.frame(b, 1./60)
				if _, err := p.drawer.Capture(img); err != nil { // which waits for the driver
					b.Fatal(err)
				}
			}
		})
	}
}
