//go:build cgo

package main

import (
	"image"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// travelling opens a stage of the strider with root motion.
func travelling(t *testing.T, s performance.Flags, instances int) (*stage.Stage, *gpu.Renderer, *headless.Context) {
	t.Helper()
	needGPU(t)
	s.RootMotion = []string{cliprules.DefaultMotion}
	must.Do(t, s.Check(new(models.Choice)))
	src := models.Source{File: strider(t, "strider.glb")}
	o, err := src.Open(t.Context())
	must.Do(t, err)
	p, err := s.Performance(t.Context(), o, new(models.Choice))
	must.Do(t, err)
	ctx, err := headless.New(320, 200)
	must.Do(t, err)
	t.Cleanup(func() { ctx.Close() })
	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 1})
	must.Do(t, err)
	t.Cleanup(r.Close)
	st, _, err := stage.NewStage(r, o, p, o.Model.Clips, instances, 0)
	must.Do(t, err)
	if p.Script == nil {
		for k, c := range o.Model.Clips {
			if c.Name == "walk" {
				must.Do(t, st.Play(k))
			}
		}
	}
	return st, r, ctx
}

// inside reports whether cloth shows, and none of it at the picture's edge.
func inside(img image.Image) bool {
	b := img.Bounds()
	all := count(img, b, blue)
	return all > 20 && all == count(img, b.Inset(2), blue)
}

// TestRenderTravels: a character goes through the picture loop by loop and stays in it;
// in place, or with one loop, it comes less far.
func TestRenderTravels(t *testing.T) {
	white := []string{strider(t, "strider.glb"), "--clip", "walk", "--background", "white", "--camera", "side", "--sheet", "6x1", "--size", "160x120"}
	for name, c := range map[string]struct {
		args []string
		way  int // pixels from the first frame to the last, at least
	}{
		"travel.png":   {[]string{"--root-motion", "--loops", "3"}, 60},
		"loops.png":    {[]string{"--root-motion=xz,remove-travel", "--loops", "3"}, -20},
		"layers.png":   {[]string{"--root-motion", "--loops", "2", "--layers", write(t, "a.json", waveWhileWalking)}, 50},
		"fades.png":    {[]string{"--root-motion", "--fade", "walk:jump@0.4/0.4"}, 20},
		"together.png": {[]string{"--root-motion", "--loops", "2", "--instances", "3", "--camera", "auto"}, -200},
	} {
		args := append(append([]string{}, white...), c.args...)
		if name == "layers.png" || name == "fades.png" {
			args = append(args[:1], args[3:]...)
		}
		img := pictures.Read(t, render(t, name, args...))
		b := img.Bounds()
		var middle []int
		for k := range 6 {
			frame := image.Rect(k*b.Dx()/6+4, 4, (k+1)*b.Dx()/6-4, b.Dy()-4)
			sum, n := 0, 0
			for y := frame.Min.Y; y < frame.Max.Y; y++ {
				for x := frame.Min.X; x < frame.Max.X; x++ {
					if blue(img, x, y) {
						sum, n = sum+x-frame.Min.X, n+1
					}
				}
			}
			if n < 20 || n != count(img, frame.Inset(2), blue) {
				t.Errorf("%s: frame %d has %d pixels of cloth, %d off its edge", name, k, n, count(img, frame.Inset(2), blue))
				continue
			}
			middle = append(middle, sum/n)
		}
		if len(middle) == 6 && middle[0]-middle[5] < c.way {
			t.Errorf("%s: it goes from %v", name, middle)
		}
	}
}

// TestStageTravels: instances are where the way of the clip leads, beside each other, and
// keep their distance.
func TestStageTravels(t *testing.T) {
	s, _, _ := travelling(t, performance.Flags{}, 4)
	l := stage.Look{Width: 320, Height: 200, Instances: 4, Camera: stage.CameraPlace{Yaw: 35, Auto: true}}
	if _, _, err := l.Arrange(s); err != nil {
		t.Fatal(err)
	}
	loop := s.Way.Loop
	if math.Hypot(loop.X, loop.Z) < 1 {
		t.Fatalf("a loop leads to %+v", loop)
	}
	length := s.End - s.Start
	for _, loops := range []float64{0, 1, 7, -3} {
		must.Do(t, s.At(s.Start+loops*length))
		for i, world := range s.Item().World {
			x, _, z := world.Translation()
			dx, dz := float64(x)-s.Cell[i].X-loops*loop.X, float64(z)-s.Cell[i].Z-loops*loop.Z
			if far := math.Hypot(dx, dz); far > 0.3 || i == 0 && far > 1e-5 {
				t.Errorf("after %v loops instance %d is %v m off", loops, i, far)
			}
		}
	}
	s, _, _ = travelling(t, performance.Flags{Fade: "walk:jump@0.4/0.4"}, 1)
	must.Do(t, s.At(0.4))
	want, err := s.Way.At(0, 0.4)
	must.Do(t, err)
	if got := s.Item().World[0]; got != want.Affine() || math.Hypot(want.X, want.Z) < 0.2 {
		t.Errorf("in a fade it is at %v, want %v", got, want)
	}
}

// TestViewerTravels: in the window the character goes on at the clip's end, the camera
// with it, and a frame does not allocate.
func TestViewerTravels(t *testing.T) {
	for _, c := range []viewOptions{{Choice: models.Choice{Names: []string{"walk"}}}, {Flags: performance.Flags{Fade: "walk:jump@0.4/0.4"}}} {
		c.Source.File, c.RootMotion, c.Grid, c.noPanels = strider(t, "strider.glb"), []string{cliprules.DefaultMotion}, true, true
		p := newPane(t, 320, 200, 1, c)
		s := p.Show.Stage
		length := s.End - s.Start
		for k := range 40 {
			p.frame(t, 0.23*length)
			if !inside(p.shot(t)) {
				t.Errorf("%q: frame %d does not show it all", c.Fade, k)
			}
		}
		if !alike(p.Time, s.Start+0.2*length) || p.Cycle != 9 {
			t.Errorf("%q: it is %v s, loop %d", c.Fade, p.Time, p.Cycle)
		}
		want, err := s.Way.At(9, p.Time)
		must.Do(t, err)
		if got := s.Item().World[0]; difference32(got, want.Affine()) > 1e-4 || math.Hypot(want.X, want.Z) < 9 {
			t.Errorf("%q: it is at %v, want %v", c.Fade, got, want.Affine())
		}
		if g := s.Scene.Grid.Center; math.Hypot(float64(g[0])-want.X, float64(g[2])-want.Z) > 2 {
			t.Errorf("%q: the grid is round %v", c.Fade, g)
		}
		checkAllocations(t, p)
		p.press(t, window.KeyEnd)
		if p.Cycle == 0 || p.Time != s.End {
			t.Errorf("the end is %v s in loop %d", p.Time, p.Cycle)
		}
		p.press(t, window.KeyHome)
		if x, _, z := s.Item().World[0].Translation(); p.Cycle != 0 || x != 0 || z != 0 {
			t.Errorf("at home it is at %v, %v", x, z)
		}
	}
}

// TestTravelChooses: a clip whose root cannot be taken stops those that play it, and no
// others; clips of two armatures together go as the one that leads somewhere.
func TestTravelChooses(t *testing.T) {
	file := strider(t, "strider_all.fbx")
	walk := posing(t, file, "--root-motion", "--clip", "walk", "--time", "2")
	both := posing(t, file, "--root-motion", "--clip", "walk", "--clip", "walk_tail", "--time", "2")
	if d := placesDiffer(walk.place(0), both.place(0)); d > 1e-6 || walk.place(0).Z < 1 {
		t.Errorf("a walk leads to %+v, with a tail to %+v", walk.place(0), both.place(0))
	}
	tail := write(t, "tail.json", `[{"clip": "walk"}, {"clip": "walk_tail"}]`)
	for _, args := range [][]string{
		{"pose", "--clip", "walk_tail"},
		{"pose", "--layers", tail},
		{"render", "--fade", "walk:walk_tail@1/1", "-o", t.TempDir() + "/a.png"},
		{"pose", "--clip", "walk", "--root-motion=xz,yaw,clip=walk_tail"},
	} {
		code, stdout, stderr := sinew(t, append(args, "--root-motion", file)...)
		if code != exitFailed || stdout != "" {
			t.Errorf("%v: exit code %d, printed %q", args, code, stdout)
		}
		checkComplaint(t, stderr, "walk_tail")
	}
}
