//go:build cgo

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/runtime"
)

// newGraphPane opens a viewer without a window in which a graph plays.
func newGraphPane(t *testing.T, instances int, graphText string) (*viewer, *pane) {
	t.Helper()
	needGPU(t)
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
	src := source{file: strider(t, "strider.sinew")}
	o, err := src.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	flags := scripting{graph: write(t, "hero.json", []byte(graphText)), rootMotion: []string{defaultMotion}}
	if err := flags.check(&choice{}); err != nil {
		t.Fatal(err)
	}
	performance, err := flags.performance(o, &choice{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := newStage(r, o, performance, o.model.Clips, instances)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newViewer(s, r, look{width: 320, height: 200, instances: instances, skeleton: true, camera: cameraPlace{yaw: 35, pitch: 14}})
	if err != nil {
		t.Fatal(err)
	}
	if v.live, err = newLive(s); err != nil {
		t.Fatal(err)
	}
	return v, &pane{Context: ctx}
}

func (v *viewer) keys(t *testing.T, keys ...window.Key) {
	t.Helper()
	for _, k := range keys {
		if v.key(k, 0); v.err != nil {
			t.Fatal(v.err)
		}
	}
}

// TestViewerGraph: keys change parameters and fire triggers, the title and the bar tell
// of both, and the camera goes along.
func TestViewerGraph(t *testing.T) {
	v, p := newGraphPane(t, 1, locomotion)
	title := func(want ...string) {
		t.Helper()
		v.mustFrame(t, p, 0.2)
		last := p.titles[len(p.titles)-1]
		for _, want := range want {
			if !strings.Contains(last, want) {
				t.Errorf("the title %q lacks %q", last, want)
			}
		}
	}
	title("strider: locomotion  [speed 0]  jump  wave  move.x 0  move.y 0  armed false  | stand  | none")
	v.keys(t, '=', '=', '=', '=', '=', '=', '=', '=')
	title("[speed 0.96]", "| stand")
	if d := v.progress() - 0.96/6; d > 1e-6 || d < -1e-6 {
		t.Errorf("the bar stands at %v", v.progress())
	}
	for range 5 {
		v.mustFrame(t, p, 0.2)
	}
	title("| go  | none")
	if at := v.live.camera(); at.Z < 0.3 || v.stage.item().World[0][11] != float32(at.Z) {
		t.Errorf("it is at %+v", at)
	}
	v.keys(t, ']', ']', window.KeyEnter)
	title("[wave]", "→ shot")
	v.keys(t, '1')
	v.mustFrame(t, p, 0.02)
	v.mustFrame(t, p, 0.1)
	title("| jump", "[wave]")
	v.keys(t, ']', '-', ']', '=', ']', window.KeyEnter)
	title("move.x -0.04  move.y 0.04  [armed true]")
	v.keys(t, '[', window.KeyEnter, '[', '[', '[', '[')
	title("move.y 0 ", "[speed 0.96]")
	if !v.drag(window.Drag{Start: true, X: 0.5, Y: 0.99}) || v.err != nil {
		t.Errorf("a drag on the bar is the camera's: %v", v.err)
	}
	title("[speed 3]")
	v.keys(t, '-')
	title("[speed 2.88]")
	step := v.live.step
	v.keys(t, window.KeySpace)
	v.mustFrame(t, p, 1)
	if v.live.step != step {
		t.Error("it goes on while it is paused")
	}
	if v.keys(t, window.KeyRight); v.live.step != step+1 {
		t.Errorf("a step goes from %d to %d", step, v.live.step)
	}
	v.keys(t, window.KeyHome)
	if v.live.step != 0 || v.live.camera().Z != 0 {
		t.Errorf("home leads to step %d, %+v", v.live.step, v.live.camera())
	}
	v.mustFrame(t, p, 0)
	img, err := v.drawer.Capture(nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := count(img, img.Bounds(), orange); n < 100 {
		t.Errorf("%d pixels of bone", n)
	}
}

// TestViewerRecords: what keys did can be played again, to the bit.
func TestViewerRecords(t *testing.T) {
	v, p := newGraphPane(t, 3, locomotion)
	v.keys(t, '=', '=', '=') // before the first step
	for k, key := range []window.Key{'=', '=', '1', ']', window.KeyEnter, '2', '=', '[', '-', '-'} {
		v.mustFrame(t, p, 0.05+0.01*float64(k))
		v.keys(t, key)
	}
	v.mustFrame(t, p, 0.5)
	v.keys(t, '=') // after which no step follows
	graphFile, log := write(t, "hero.json", []byte(locomotion)), write(t, "log.json", v.live.record())
	o, err := (&source{file: strider(t, "strider.sinew")}).open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	flags := scripting{graph: graphFile, play: log, rootMotion: []string{defaultMotion}}
	if err := flags.check(&choice{}); err != nil {
		t.Fatal(err)
	}
	again, err := flags.playGraph(o)
	if err != nil {
		t.Fatal(err)
	}
	crowd, _, err := again.crowd(1, runtime.CrowdOptions{RootMotion: runtime.RootApplied})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.at(crowd, 0, again.length); err != nil {
		t.Fatal(err)
	}
	if got, want := crowd.Transform(0), v.stage.crowd.Transform(1); got != want || want.Z == 0 {
		t.Errorf("it comes to %+v, was at %+v", got, want)
	}
	for i := range 3 {
		for k, want := range v.stage.crowd.Palette(i) {
			if got := crowd.Palette(0)[k]; got != want {
				t.Fatalf("value %d of instance %d was %v and is %v", k, i, want, got)
			}
		}
	}
}

// TestViewerBareGraph: a graph without parameters plays, and keys do nothing.
func TestViewerBareGraph(t *testing.T) {
	v, p := newGraphPane(t, 1, `{"version": 1, "root": "walk"}`)
	v.keys(t, '[', ']', '-', '=', window.KeyEnter, '1', '9', window.KeyLeft, window.KeyEnd)
	v.drag(window.Drag{Start: true, X: 0.5, Y: 0.99})
	v.mustFrame(t, p, 0.2)
	if v.err != nil || v.live.step != 12 || p.titles[0] != "strider: hero" {
		t.Errorf("step %d, title %q, %v", v.live.step, p.titles, v.err)
	}
}

// TestViewGraphWindow opens the window with a graph, in a virtual display where there is
// none, and looks at what it showed and wrote.
func TestViewGraphWindow(t *testing.T) {
	var display []string
	if os.Getenv("DISPLAY") == "" {
		xvfb, err := exec.LookPath("xvfb-run")
		if err != nil {
			t.Skip("no display, and no xvfb-run to make one")
		}
		display = []string{xvfb, "-a"}
	}
	dir := t.TempDir()
	out, log := filepath.Join(dir, "window.png"), filepath.Join(dir, "log.json")
	cmd, stdout, stderr := process(t, nil, display, "view", strider(t, "strider.glb"), "--graph", write(t, "hero.json", []byte(locomotion)), "--play", write(t, "jump.json", []byte(jumping)),
		"--frames", "60", "--size", "320x200", "--screenshot", out, "--record", log)
	if code := exitCode(t, cmd.Run()); code != exitOK || stderr.Len() > 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	if !strings.Contains(stdout.String(), "another parameter") {
		t.Errorf("it does not tell its keys: %s", stdout)
	}
	keepPicture(t, out)
	img := readPNG(t, out)
	if n := count(img, img.Bounds(), blue); n < 200 {
		t.Errorf("%d pixels of cloth", n)
	}
	data, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(data), `"speed": 1`) {
		t.Errorf("it wrote %s, %v", data, err)
	}
	if code, _, _ := sinew(t, "view", strider(t, "strider.glb"), "--record", log); code != 2 {
		t.Errorf("--record without a graph: exit code %d", code)
	}
}
