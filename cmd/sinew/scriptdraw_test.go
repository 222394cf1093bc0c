//go:build cgo

package main

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/internal/testing/pictures"
)

// TestRenderScripts draws layers and a fade: sheets to look at.
func TestRenderScripts(t *testing.T) {
	lean := `[{"clip": "walk"}, {"clip": "jump", "kind": "additive", "reference": "first", "time": 0.3, "speed": 0, "weight": 0.8}]`
	for name, args := range map[string][]string{
		"fade.png":   {"--fade", "walk:jump@0.4/0.4", "--camera", "side"},
		"wave.png":   {"--layers", write(t, "wave.json", waveWhileWalking)},
		"lean.png":   {"--layers", write(t, "lean.json", lean), "--camera", "side"},
		"frozen.png": {"--fade", "walk:wave@0.4/0.4/frozen/straight", "--instances", "3"},
	} {
		img := pictures.Read(t, render(t, name, append(args, strider(t, "strider.glb"), "--sheet", "6x2", "--size", "160x200")...))
		if b := img.Bounds(); b.Dx() < 6*160 || b.Dy() < 2*200 {
			t.Errorf("%s has %v", name, b)
		}
	}
	said := answer[rendered](t, "render", strider(t, "strider.glb"), "-o", filepath.Join(t.TempDir(), "a.gif"), "--size", "32x32",
		"--layers", write(t, "both.json", `[{"clip": "walk", "weight": 0.5}, {"clip": "walk", "weight": 0.5, "speed": 0.5}]`))
	if said.Clip != "walk + walk" || math.Abs(said.Seconds-2.13) > 0.01 {
		t.Errorf("it says %+v", said)
	}
}

// TestViewerScript: a script plays, scrubs and loops in the window; other clips cannot be
// chosen, and a frame does not allocate.
func TestViewerScript(t *testing.T) {
	opt := viewOptions{Source: models.Source{File: strider(t, "strider.glb")}, Flags: performance.Flags{Fade: "walk:wave@0.5/0.25"}}
	p := newPane(t, 640, 400, 1, opt)
	crowd := p.Show.Crowd
	p.frame(t, 0.6)
	if title := p.Title(); title != "sinew strider: walk → wave" {
		t.Errorf("the title is %q", title)
	}
	if n := len(crowd.Instance(0).ActiveClips(nil)); n != 2 {
		t.Errorf("%d clips play in the fade", n)
	}
	p.press(t, '2', ']')
	p.frame(t, 2.1)
	if !alike(p.Time, 0.2) || len(crowd.Instance(0).ActiveClips(nil)) != 1 {
		t.Errorf("at %v s %d clips play", p.Time, len(crowd.Instance(0).ActiveClips(nil)))
	}
	if p.press(t, window.KeyEnd); p.Time != 2.5 {
		t.Errorf("at the end it is %v", p.Time)
	}
	p.press(t, window.KeySpace)
	checkAllocations(t, p)
}
