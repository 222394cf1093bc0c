//go:build cgo

package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
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
