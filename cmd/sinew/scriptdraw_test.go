//go:build cgo

package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/gpu/window"
)

// TestRenderScripts draws layers and a fade: sheets to look at, see keepPicture, in which
// no two frames are the same.
func TestRenderScripts(t *testing.T) {
	lean := `[{"clip": "walk"}, {"clip": "jump", "kind": "additive", "reference": "first", "time": 0.3, "speed": 0, "weight": 0.8}]`
	for name, args := range map[string][]string{
		"fade.png":   {"--fade", "walk:jump@0.4/0.4", "--camera", "side"},
		"wave.png":   {"--layers", write(t, "wave.json", []byte(waveWhileWalking))},
		"lean.png":   {"--layers", write(t, "lean.json", []byte(lean)), "--camera", "side"},
		"frozen.png": {"--fade", "walk:wave@0.4/0.4/frozen/straight", "--instances", "3"},
	} {
		path := render(t, name, append(args, strider(t, "strider.glb"), "--sheet", "6x2", "--size", "160x200")...)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if b := img.Bounds(); b.Dx() < 6*160 || b.Dy() < 2*200 {
			t.Errorf("%s has %v", name, b)
		}
	}
	said := succeed(t, "render", strider(t, "strider.glb"), "-o", filepath.Join(t.TempDir(), "a.gif"), "--size", "32x32", "--json",
		"--layers", write(t, "both.json", []byte(`[{"clip": "walk", "weight": 0.5}, {"clip": "walk", "weight": 0.5, "speed": 0.5}]`)))
	if !strings.Contains(said, `"clip": "walk + walk"`) || !strings.Contains(said, `"seconds": 2.13`) {
		t.Errorf("it says %s", said)
	}
}

func TestRenderScriptsBadInput(t *testing.T) {
	needGPU(t)
	model := strider(t, "strider.glb")
	wave := write(t, "wave.json", []byte(waveWhileWalking))
	still := write(t, "triangle.obj", []byte(smallOBJ))
	for _, c := range []struct {
		code int
		want []string
		args []string
	}{
		{2, []string{"--fade", "A:B@T/D"}, []string{model, "--fade", "walk"}},
		{2, []string{"--fade", "--layers"}, []string{model, "--fade", "walk:jump@1/1", "--layers", wave}},
		{2, []string{"--fade", "--clip"}, []string{model, "--fade", "walk:jump@1/1", "--clip", "walk"}},
		{1, []string{"near are", "jump"}, []string{model, "--fade", "walk:jmp@1/1"}},
		{1, []string{"wave.json", "[0].clip", "walk"}, []string{still, "--layers", wave}},
		{1, []string{"no clips"}, []string{still, "--fade", "walk:jump@1/1"}},
	} {
		for _, command := range []string{"render", "view"} {
			dir := t.TempDir()
			args := append([]string{command}, c.args...)
			if command == "render" {
				args = append(args, "-o", filepath.Join(dir, "a.gif"))
			}
			code, stdout, stderr := sinew(t, args...)
			if code != c.code || stdout != "" {
				t.Errorf("%v: exit code %d, want %d; printed %q", args, code, c.code, stdout)
			}
			checkComplaint(t, stderr, c.want...)
			onlyFile(t, filepath.Join(dir, "nothing"))
		}
	}
}

// TestViewerScript: a script plays, scrubs and loops in the window; other clips cannot be
// chosen, and a frame does not allocate.
func TestViewerScript(t *testing.T) {
	needGPU(t)
	src := source{file: strider(t, "strider.glb")}
	o, err := src.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	script, err := parseFade(o, "walk:wave@0.5/0.25")
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
	s, _, err := newStage(r, o, performance{script: script}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := newViewer(s, r, look{width: 320, height: 200, instances: 1, skeleton: true})
	if err != nil {
		t.Fatal(err)
	}
	p := &pane{Context: ctx}
	v.mustFrame(t, p, 0.6)
	if title := p.titles[len(p.titles)-1]; !strings.Contains(title, "walk → wave  0.6 of 2.5 s") {
		t.Errorf("the title is %q", title)
	}
	if n := len(s.crowd.Layers(nil, 0)); n != 2 {
		t.Errorf("%d clips play in the fade", n)
	}
	v.key('2', 0)
	v.key(']', 0)
	v.mustFrame(t, p, 2.1)
	if !alike(v.time, 0.2) || len(s.crowd.Layers(nil, 0)) != 1 {
		t.Errorf("at %v s %d clips play", v.time, len(s.crowd.Layers(nil, 0)))
	}
	if !v.drag(window.Drag{Start: true, X: 1, Y: 0.98}) || v.time != 2.5 {
		t.Errorf("dragged to the end it is %v", v.time)
	}
	untitled := &struct {
		*headless.Context
		quiet
	}{Context: ctx}
	v.playing = true
	frame := func() {
		if err := v.frame(untitled, 1./17); err != nil {
			t.Fatal(err)
		}
	}
	for range 60 {
		frame()
	}
	if n := testing.AllocsPerRun(60, frame); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}
