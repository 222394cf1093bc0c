package main

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// waveWhileWalking masks a wave onto a walk.
const waveWhileWalking = `[
  {"clip": "walk"},
  {"clip": "wave", "kind": "override", "time": 0.5, "mask": [{"subtree": "chest"}]}
]`

// TestPoseLayers: a layer alone is its clip; a masked wave has the walk's legs and the
// wave's arms.
func TestPoseLayers(t *testing.T) {
	for _, space := range []string{"model", "local", "palette"} {
		alone := poseLayers(t, "--space", space, "--layers", write(t, "a.json", `[{"clip": "walk", "time": 0.25}]`), "--time", "0,0.5")
		walk := poseLayers(t, "--space", space, "--clip", "walk", "--time", "0.25,0.75")
		for s := range walk.Samples {
			checkJoints(t, space, &alone.Samples[s], &walk.Samples[s], 3e-6)
		}
	}
	file := write(t, "b.json", waveWhileWalking)
	both := poseLayers(t, "--space", "local", "--layers", file, "--time", "0.3")
	want := poseLayers(t, "--space", "local", "--clip", "walk", "--time", "0.3").Samples[0]
	wave := poseLayers(t, "--space", "local", "--clip", "wave", "--time", "0.8").Samples[0]
	if both.Clip != "walk + wave (override)" || both.Start != 0 || both.End != 2 {
		t.Errorf("%q from %v to %v", both.Clip, both.Start, both.End)
	}
	waves := 0
	for j := range want.Joints {
		if masked(wave.Joints, j) {
			want.Joints[j] = wave.Joints[j]
			waves++
		}
	}
	checkJoints(t, "masked", &both.Samples[0], &want, 3e-6)
	if waves < 10 || waves > 20 {
		t.Errorf("%d joints wave", waves)
	}
	layers := both.Samples[0].Layers
	if len(layers) != 2 || layers[0].Clip != "walk" || layers[1].Clip != "wave" || layers[1].Kind != "override" || layers[1].Mask != 1 ||
		layers[1].Weight != 1 || math.Abs(layers[1].Time-0.8) > 1e-9 {
		t.Errorf("layers are %+v", layers)
	}
}

// openStrider opens the archive of the strider.
func openStrider(t *testing.T) *models.Opened {
	t.Helper()
	src := models.Source{File: strider(t, "strider.sinew")}
	o, err := src.Open(t.Context())
	must.Do(t, err)
	return o
}

// TestFade: before a fade its first clip plays alone, after it the second; between them
// lies a mean by the curve. Times may come in any order.
func TestFade(t *testing.T) {
	o := openStrider(t)
	for _, transition := range []string{"", "/straight", "/frozen", "/dead-blend/ease-in", "/match"} {
		script, err := performance.ParseFade(o, "walk:jump@0.4/0.5"+transition)
		must.Do(t, err)
		p := performance.Performance{Script: script}
		walk, jump := o.Model.Clip("walk"), o.Model.Clip("jump")
		if _, end := p.Span(); end != 0.4+jump.Seconds() || p.Loops() || p.Name() != "walk → jump" {
			t.Errorf("%q lasts %v s", p.Name(), end)
		}
		crowd, _, err := p.Crowd(o, nil, 2)
		must.Do(t, err)
		plain, _, err := performance.NewCrowd(o.Model, o.Model.Clips, 1, runtime.CrowdOptions{})
		must.Do(t, err)
		for _, c := range []struct {
			t    float64
			clip string
			at   float64
		}{{1, "jump", 0.6}, {0.3, "walk", 0.3}, {0, "walk", 0}, {0.91, "jump", 0.51}, {0.6, "", 0}, {0.2, "walk", 0.2}} {
			must.Do(t, script.At(crowd, 1, c.t))
			playing := crowd.Instance(1).ActiveClips(nil)
			if c.clip == "" {
				if w := playing[len(playing)-1].Fade; len(playing) != 2 || w <= 0 || w >= 1 {
					t.Errorf("%q at %v s: %+v", transition, c.t, playing)
				}
				continue
			}
			if transition == "/match" && c.clip == "jump" {
				c.at = math.Mod(c.at+0.4/walk.Seconds()*jump.Seconds(), jump.Seconds())
			}
			must.Do(t, plain.Instance(0).Play(plain.ClipIndex(c.clip), play.Options{}))
			must.Do(t, plain.Update(c.at))
			for k, v := range plain.Instance(0).Palette() {
				if d := math.Abs(float64(crowd.Instance(1).Palette()[k] - v)); d > 1e-5 {
					t.Errorf("%q at %v s: value %d is %v off %s", transition, c.t, k, d, c.clip)
					break
				}
			}
		}
	}
}

func TestFadeText(t *testing.T) {
	o := openStrider(t)
	o.Model.Clips = slices.Clone(o.Model.Clips)
	odd := *o.Model.Clips[0]
	odd.Name = "rig:jump@high/slow"
	o.Model.Clips = append(o.Model.Clips, &odd)
	for _, c := range []struct {
		text     string
		from, to string
		err      string
	}{
		{"walk:jump@1/0.5", "walk", "jump", ""},
		{"1:0@1e0/.5", o.Model.Clips[1].Name, o.Model.Clips[0].Name, ""},
		{"rig:jump@high/slow:walk@1/0.5", "rig:jump@high/slow", "walk", ""},
		{"walk:rig:jump@high/slow@1/0.5", "walk", "rig:jump@high/slow", ""},
		{"walk:jump", "", "", "is not A:B@T/D"},
		{"walk@1/1", "", "", "is not A:B@T/D"},
		{"walk:jump@1", "", "", "is not A:B@T/D"},
		{"walk:jump@1/", "", "", `"" is not a number`},
		{"walk:jump@-1/1", "", "", "below 0"},
		{"walk:jump@1/-1", "", "", "below 0"},
		{"walk:jump@NaN/1", "", "", "NaN"},
		{"walk:jump@1/inf", "", "", "inf"},
		{"walk:jump@1/1/slow", "", "", "smooth, straight"},
		{"wlak:jump@1/1", "", "", `no clip "wlak"`},
		{"walk:jmup@1/1", "", "", `no clip "jmup"`},
	} {
		s, err := performance.ParseFade(o, c.text)
		switch {
		case c.err != "":
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want %q", c.text, err, c.err)
			}
		case err != nil:
			t.Errorf("%s: %v", c.text, err)
		default:
			if from, to := o.Model.Clips[s.Stack.Layers[0].Clip].Name, o.Model.Clips[s.Fade.Clip].Name; from != c.from || to != c.to || s.Fade.At != 1 || s.Fade.Options.Fade != 0.5 {
				t.Errorf("%s: %q to %q at %v s within %v s", c.text, from, to, s.Fade.At, s.Fade.Options.Fade)
			}
		}
	}
	s, err := performance.ParseFade(o, "walk:jump@1/0.5/match/inertialize/ease-out")
	if err != nil || !s.Fade.Options.Match || s.Fade.Options.Transition != play.Inertialize || s.Fade.Options.Curve != play.EaseOut {
		t.Errorf("the options are %+v, %v", s.Fade.Options, err)
	}
	for _, c := range performance.Curves {
		if s, err := performance.ParseFade(o, "walk:jump@1/0.5/"+c.String()); err != nil || s.Fade.Options.Curve != c {
			t.Errorf("%v: %v", c, err)
		}
	}
	o.Model.Clips = nil
	if _, err := performance.ParseFade(o, "walk:jump@1/1"); err == nil || !strings.Contains(err.Error(), "no clips") {
		t.Errorf("error %v of a model without clips", err)
	}
}

// TestSyncedLength: layers that keep one phase last as long as their group takes, and
// begin again then.
func TestSyncedLength(t *testing.T) {
	o := openStrider(t)
	walk, jump := o.Model.Clip("walk").Seconds(), o.Model.Clip("jump").Seconds()
	for _, c := range []struct {
		layers string
		length float64
		loops  bool
	}{
		{`[{"clip": "walk", "sync": 1}, {"clip": "jump", "weight": 0.5, "sync": 1}]`, (2*walk + jump) / 3, true},
		{`[{"clip": "walk", "sync": 1}, {"clip": "jump", "weight": 0.5, "sync": 1, "lead": true}]`, walk, true},
		{`[{"clip": "walk", "sync": 3, "speed": 2}, {"clip": "jump", "sync": 3, "phase": 0.5}]`, (walk + jump) / 3, true},
		{`[{"clip": "walk", "sync": 1}, {"clip": "jump", "sync": 2}]`, jump, false},
		{`[{"clip": "walk", "sync": 1, "speed": 0}, {"clip": "jump", "sync": 1, "speed": 0}]`, 0, true},
		{`[{"clip": "walk", "sync": 1, "weight": 0}, {"clip": "jump", "sync": 1, "weight": 0}]`, jump, false},
	} {
		s := performance.Flags{Layers: write(t, "a.json", []byte(c.layers))}
		p, err := s.Performance(t.Context(), o, new(models.Choice))
		must.Do(t, err)
		if math.Abs(p.Script.Length-c.length) > 1e-9 || p.Loops() != c.loops {
			t.Errorf("%s: %v s, want %v; loops: %v", c.layers, p.Script.Length, c.length, p.Loops())
		}
		if !c.loops || c.length == 0 {
			continue
		}
		crowd, _, err := p.Crowd(o, nil, 2)
		must.Do(t, err)
		for i, at := range []float64{0.1, 0.1 + 3*c.length} {
			must.Do(t, p.Script.At(crowd, i, at))
		}
		for k, v := range crowd.Instance(0).Palette() {
			if d := math.Abs(float64(crowd.Instance(1).Palette()[k] - v)); d > 2e-5 {
				t.Fatalf("%s: three rounds on value %d is %v off", c.layers, k, d)
			}
		}
	}
}
