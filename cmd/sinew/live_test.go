//go:build cgo

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/playback"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// newGraphPane opens a viewer without a window in which a graph plays.
func newGraphPane(t *testing.T, instances int, graphText string) (*pane, *playback.Live) {
	t.Helper()
	opt := viewOptions{Source: models.Source{File: strider(t, "strider.sinew")}}
	opt.Flags = performance.Flags{Graph: write(t, "hero.json", graphText), RootMotion: []string{cliprules.DefaultMotion}}
	opt.Instances, opt.Skeleton = instances, true
	p := newPane(t, 640, 400, 1, opt)
	return p, p.Show.Live
}

// TestViewerGraph: keys change parameters and fire triggers, and the camera goes along.
func TestViewerGraph(t *testing.T) {
	p, l := newGraphPane(t, 1, locomotion)
	values := func(want ...float64) {
		t.Helper()
		p.frame(t, 0.2)
		for k, v := range want {
			if got := l.Value(k); got-v > 1e-6 || v-got > 1e-6 {
				t.Errorf("%s is %v, want %v", l.Dials()[k].Label, got, v)
			}
		}
	}
	states := func(want ...string) {
		t.Helper()
		for k, x := range l.States(nil) {
			if k >= len(want) || x.State != want[k] {
				t.Errorf("state %d is %+v, want %v", k, x, want)
			}
		}
	}
	values(0, 0, 0, 0, 0, 0) // speed, jump, wave, move.x, move.y, armed
	states("stand", "none")
	p.press(t, '=', '=', '=', '=', '=', '=', '=', '=')
	values(0.96)
	for range 5 {
		p.frame(t, 0.2)
	}
	states("go", "none")
	if at := l.Camera(); at.Z < 0.3 || p.Show.Scene.Items[0].World[0][11] != float32(at.Z) {
		t.Errorf("it is at %+v", at)
	}
	p.press(t, ']', ']', window.KeyEnter)
	p.frame(t, 0.1)
	states("go", "none", "shot")
	p.press(t, '1')
	p.frame(t, 0.2)
	p.frame(t, 0.2)
	if all := l.States(nil); all[0].State != "jump" {
		t.Errorf("after its trigger it does not jump: %+v", all)
	}
	p.press(t, ']', '-', ']', '=', ']', window.KeyEnter)
	values(0.96, 0, 0, -0.04, 0.04, 1)
	p.press(t, '[', window.KeyEnter, '[', '[', '[', '[')
	values(0.96, 0, 0, -0.04, 0, 1)
	p.Mouse(window.Mouse{X: 320, Y: 200, Button: window.Left, Down: true, Mods: window.Control})
	if !p.Drag(window.Drag{Start: true, Mods: window.Control}) {
		t.Error("a drag with Control is the camera's")
	}
	p.Mouse(window.Mouse{X: 320, Y: 200, Button: window.Left, Up: true})
	if v := l.Value(0); v < 1 || v > 5 {
		t.Errorf("dragged to the middle the speed is %v", v)
	}
	p.press(t, '-')
	step := l.Steps()
	p.press(t, window.KeySpace)
	p.frame(t, 1)
	if l.Steps() != step {
		t.Error("it goes on while it is paused")
	}
	if p.press(t, window.KeyRight); l.Steps() != step+1 {
		t.Errorf("a step goes from %d to %d", step, l.Steps())
	}
	p.press(t, window.KeyHome)
	if l.Steps() != 0 || l.Camera().Z != 0 {
		t.Errorf("home leads to step %d, %+v", l.Steps(), l.Camera())
	}
	if n := count(p.shot(t), p.shot(t).Bounds(), orange); n < 100 {
		t.Errorf("%d pixels of bone", n)
	}
}

// TestViewerRecords: what keys did can be played again, to the bit.
func TestViewerRecords(t *testing.T) {
	p, l := newGraphPane(t, 3, locomotion)
	p.press(t, '=', '=', '=') // before the first step
	for k, key := range []window.Key{'=', '=', '1', ']', window.KeyEnter, '2', '=', '[', '-', '-'} {
		p.frame(t, 0.05+0.01*float64(k))
		p.press(t, key)
	}
	p.frame(t, 0.5)
	p.press(t, '=') // after which no step follows
	graphFile, log := write(t, "hero.json", locomotion), write(t, "log.json", l.Record())
	o, err := (&models.Source{File: strider(t, "strider.sinew")}).Open(t.Context())
	must.Do(t, err)
	flags := performance.Flags{Graph: graphFile, Play: log, RootMotion: []string{cliprules.DefaultMotion}}
	must.Do(t, flags.Check(&models.Choice{}))
	again, err := flags.PlayGraph(t.Context(), o)
	must.Do(t, err)
	crowd, _, err := again.Crowd(1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	must.Do(t, err)
	must.Do(t, again.At(crowd, 0, again.Length))
	shown := p.Show.Crowd
	if got, want := crowd.Instance(0).Transform(), shown.Instance(1).Transform(); got != want || want.Z == 0 {
		t.Errorf("it comes to %+v, was at %+v", got, want)
	}
	for i := range 3 {
		for k, want := range shown.Instance(i).Palette() {
			if got := crowd.Instance(0).Palette()[k]; got != want {
				t.Fatalf("value %d of instance %d was %v and is %v", k, i, want, got)
			}
		}
	}
}

// TestViewerBareGraph: a graph without parameters plays, and keys do nothing.
func TestViewerBareGraph(t *testing.T) {
	p, l := newGraphPane(t, 1, `{"version": 1, "root": "walk"}`)
	p.press(t, '[', ']', '-', '=', window.KeyEnter, '1', '9', window.KeyLeft, window.KeyEnd)
	p.Mouse(window.Mouse{X: 320, Y: 200, Button: window.Left, Down: true, Mods: window.Control})
	p.Drag(window.Drag{Start: true, Mods: window.Control})
	p.frame(t, 0.2)
	if l.Steps() != 12 || p.Title() != "sinew strider: hero" {
		t.Errorf("step %d", l.Steps())
	}
}

// TestViewGraphWindow opens the window with a graph, and looks at what it showed and wrote.
func TestViewGraphWindow(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.json")
	img, _ := viewed(t, strider(t, "strider.glb"), "--graph", write(t, "hero.json", locomotion), "--play", write(t, "jump.json", jumping), "--frames", "60", "--record", log)
	if n := count(img, img.Bounds(), blue); n < 200 {
		t.Errorf("%d pixels of cloth", n)
	}
	if data := read(t, log); !strings.Contains(data, `"speed": 1`) {
		t.Errorf("it wrote %s", data)
	}
}
