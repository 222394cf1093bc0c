//go:build cgo

package main

import (
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
)

// pane stands for a window.
type pane struct {
	*headless.Context
	titles []string
}

func (p *pane) SetTitle(title string) { p.titles = append(p.titles, strings.Clone(title)) }

// newPane opens a viewer without a window.
func newPane(t *testing.T, args ...string) (*viewer, *pane) {
	t.Helper()
	needGPU(t)
	src := source{file: args[0], with: args[1:]}
	o, err := src.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := headless.New(320, 200)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ctx.Close() })
	r, err := gpu.NewRenderer(ctx, gpu.Options{Samples: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	s, _, err := newStage(r, o, performance{}, o.model.Clips, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(o.model.Clips) > 0 {
		if err := s.play(0); err != nil {
			t.Fatal(err)
		}
	}
	l := look{width: 320, height: 200, instances: 1, camera: cameraPlace{yaw: 35, pitch: 14}, background: gpu.Background{Top: gpu.SRGB(255, 255, 255), Bottom: gpu.SRGB(255, 255, 255)}}
	v, err := newViewer(s, r, l)
	if err != nil {
		t.Fatal(err)
	}
	return v, &pane{Context: ctx}
}

func (v *viewer) mustFrame(t *testing.T, p *pane, dt float64) {
	t.Helper()
	if err := v.frame(p, dt); err != nil {
		t.Fatal(err)
	}
}

// TestViewerTime: frames move the time on, round the clip's end and back.
func TestViewerTime(t *testing.T) {
	v, p := newPane(t, strider(t, "strider.glb"))
	length := v.stage.end - v.stage.start
	v.mustFrame(t, p, 0.25)
	if v.time != v.stage.start+0.25 {
		t.Errorf("after 0.25 s it is %v", v.time)
	}
	v.mustFrame(t, p, length)
	if d := v.time - v.stage.start - 0.25; d > 1e-9 || d < -1e-9 {
		t.Errorf("after a round it is %v", v.time)
	}
	v.key(window.KeySpace, 0)
	at := v.time
	v.mustFrame(t, p, 1)
	if v.time != at {
		t.Error("it goes on while it is paused")
	}
	v.key(window.KeyRight, 0)
	v.mustFrame(t, p, 1)
	if d := v.time - at - 1./frameRate; d > 1e-9 || d < -1e-9 {
		t.Errorf("a step is %v s", v.time-at)
	}
	v.key(window.KeyEnd, 0)
	v.key(window.KeyRight, window.Shift)
	if v.time != v.stage.end {
		t.Errorf("beyond the end it is %v", v.time)
	}
	v.key(window.KeyHome, 0)
	v.key(window.KeyLeft, 0)
	if v.time != v.stage.start || v.playing {
		t.Errorf("before the start it is %v", v.time)
	}
	v.key(window.KeySpace, 0)
	v.key(window.KeyUp, 0)
	v.mustFrame(t, p, 0.1)
	if d := v.time - v.stage.start - 0.125; d > 1e-9 || d < -1e-9 {
		t.Errorf("faster, 0.1 s take it to %v", v.time)
	}
}

// TestViewerClips: keys choose clips, and the title tells which plays.
func TestViewerClips(t *testing.T) {
	v, p := newPane(t, strider(t, "strider.glb"))
	clips := v.stage.clips
	v.mustFrame(t, p, 0.4)
	for _, c := range []struct {
		key  window.Key
		want int
	}{{'2', 1}, {']', 2}, {']', min(3, len(clips)-1)}, {'[', min(3, len(clips)-1) - 1}, {'1', 0}, {'[', 0}, {'9', min(8, 0)}} {
		v.key(c.key, 0)
		v.mustFrame(t, p, 0)
		if v.stage.clip != c.want {
			t.Errorf("after %c clip %d plays, want %d", c.key, v.stage.clip, c.want)
		}
		if title := p.titles[len(p.titles)-1]; !strings.Contains(title, clips[c.want].Name) || !strings.Contains(title, "strider") {
			t.Errorf("after %c the title is %q", c.key, title)
		}
	}
	v.key(window.KeyEnd, 0)
	v.mustFrame(t, p, 0)
	if title, end := p.titles[len(p.titles)-1], string(appendNumber(nil, float64(int(10*v.stage.end))/10, 64)); !strings.Contains(title, end+" of ") {
		t.Errorf("at the end the title is %q", title)
	}
}

// TestViewerScrub drags on the bar, and beside it.
func TestViewerScrub(t *testing.T) {
	v, _ := newPane(t, strider(t, "strider.glb"))
	middle := (v.stage.start + v.stage.end) / 2
	if v.drag(window.Drag{Start: true, X: 0.5, Y: 0.5}) {
		t.Error("a drag in the picture is not the camera's")
	}
	if !v.drag(window.Drag{Start: true, X: 0.5, Y: 0.98}) || !alike(v.time, middle) || v.playing {
		t.Errorf("in the bar's middle it is %v, want %v", v.time, middle)
	}
	if !v.drag(window.Drag{X: 2, Y: 0.3, DX: 1.5}) || v.time != v.stage.end {
		t.Errorf("dragged far to the right it is %v", v.time)
	}
	if !v.drag(window.Drag{Start: true, X: 0, Y: 0.2, Mods: window.Control}) || v.time != v.stage.start {
		t.Errorf("with Control at the left it is %v", v.time)
	}
	if v.drag(window.Drag{Start: true, X: 0.2, Y: 0.2}) || v.time != v.stage.start {
		t.Error("the next drag still scrubs")
	}
}

func alike(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// TestViewerLook: keys show the skeleton and the bar tells the time.
func TestViewerLook(t *testing.T) {
	v, p := newPane(t, strider(t, "strider.glb"))
	oranges := func() int {
		v.mustFrame(t, p, 0)
		img, err := v.drawer.Capture(nil)
		if err != nil {
			t.Fatal(err)
		}
		return count(img, img.Bounds(), orange)
	}
	v.key(window.KeyHome, 0)
	empty := oranges()
	v.key(window.KeyEnd, 0)
	full := oranges()
	if full < empty+300 {
		t.Errorf("the bar has %d bright pixels at the start, %d at the end", empty, full)
	}
	v.key(window.KeyHome, 0)
	v.key('S', 0)
	if n := oranges(); n < empty+100 {
		t.Errorf("%d pixels of bone, %d without", n, empty)
	}
	v.key('M', 0)
	v.mustFrame(t, p, 0)
	img, err := v.drawer.Capture(nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := count(img, img.Bounds(), blue); n > 0 {
		t.Errorf("%d pixels of hidden cloth", n)
	}
	home := v.orbit
	v.orbit.Rotate(1, 0.2)
	v.orbit.Zoom(3)
	v.key('R', 0)
	if v.orbit != home {
		t.Errorf("the camera goes back to %+v, want %+v", v.orbit, home)
	}
	v.key('G', 0)
	if v.stage.scene.Grid == (gpu.Grid{}) {
		t.Error("no grid")
	}
	v.key('G', 0)
	if v.stage.scene.Grid != (gpu.Grid{}) {
		t.Error("the grid stays")
	}
	v.key(window.KeyEscape, 0)
	if !v.quit {
		t.Error("it stays open")
	}
}

// TestViewerAllocates: a frame does not.
func TestViewerAllocates(t *testing.T) {
	v, p := newPane(t, strider(t, "strider.glb"))
	v.key('S', 0)
	v.key('G', 0)
	untitled := &struct {
		*headless.Context
		quiet
	}{Context: p.Context}
	frame := func() {
		if err := v.frame(untitled, 1./60); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(50, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

type quiet struct{}

func (quiet) SetTitle(string) {}

// TestViewerArchive: an archive looks in the window as the file does that it was
// baked of, at every key, and its clips can be chosen.
func TestViewerArchive(t *testing.T) {
	out := filepath.Join(t.TempDir(), "strider.sinew")
	succeed(t, "bake", strider(t, "strider.glb"), "-o", out, "--clips", "exact")
	var pictures [2][]*image.RGBA
	for i, file := range []string{strider(t, "strider.glb"), out} {
		v, p := newPane(t, file)
		for range 3 {
			for _, step := range []float64{0, 0.2, 0.3} {
				v.mustFrame(t, p, step)
				img, err := v.drawer.Capture(nil)
				if err != nil {
					t.Fatal(err)
				}
				own := *img
				own.Pix = slices.Clone(img.Pix)
				pictures[i] = append(pictures[i], &own)
			}
			v.key(']', 0)
		}
		if title := p.titles[len(p.titles)-1]; !strings.Contains(title, v.stage.playing().Name) || !strings.Contains(title, "strider") || v.stage.clip != 2 {
			t.Errorf("%s: clip %d, the title is %q", file, v.stage.clip, title)
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
	v, p := newPane(t, write(t, "triangle.obj", []byte(smallOBJ)))
	for _, k := range []window.Key{window.KeySpace, window.KeySpace, window.KeyRight, window.KeyEnd, ']', '1', 'R'} {
		v.key(k, 0)
		v.mustFrame(t, p, 0.1)
	}
	if v.time != 0 || p.titles[0] != "triangle" {
		t.Errorf("time %v, title %q", v.time, p.titles)
	}
	if v.drag(window.Drag{Start: true, X: 0.5, Y: 0.99}) {
		t.Error("there is no time to scrub")
	}
}

func TestViewBadInput(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	walk := strider(t, "strider_walk.fbx")
	dir := t.TempDir()
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{1, []string{"no display", "sinew render"}, []string{walk}},
		{1, []string{"no display"}, []string{walk, "--screenshot", filepath.Join(dir, "a.png")}},
		{1, []string{"nowhere.fbx"}, []string{"nowhere.fbx"}},
		{1, []string{"near are"}, []string{walk, "--clip", "dance"}},
		{1, []string{"no such file"}, []string{walk, "--screenshot", filepath.Join(dir, "no", "a.png")}},
		{2, []string{"--size"}, []string{walk, "--size", "-1x-1"}},
		{2, []string{"--frames"}, []string{walk, "--frames", "-1"}},
		{2, []string{"--screenshot"}, []string{walk, "--screenshot", "a.gif"}},
		{2, []string{"--camera"}, []string{walk, "--camera", "NaN,0"}},
	} {
		code, stdout, stderr := sinew(t, append([]string{"view"}, c.args...)...)
		if code != c.code || stdout != "" {
			t.Errorf("%v: exit code %d, printed %q", c.args, code, stdout)
		}
		checkComplaint(t, stderr, c.want...)
	}
	onlyFile(t, filepath.Join(dir, "nothing"))
}
