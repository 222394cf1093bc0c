package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
)

// locomotion is a graph for the strider's clips.
const locomotion = `{
  "version": 1,
  "name": "locomotion",
  "parameters": {
    "speed": {"type": "float", "max": 6, "min": 0, "smooth": 0.1},
    "jump": {"type": "trigger", "lifetime": 0.25},
    "wave": {"type": "trigger"},
    "move": {"type": "vec2"},
    "armed": {"type": "bool"}
  },
  "masks": {"upper": [{"subtree": "chest", "feather": 2}]},
  "root": {
    "type": "one-shot", "trigger": "wave", "mask": "upper", "in": 0.2, "out": 0.3,
    "shot": {"type": "clip", "clip": "wave", "loop": "clamp"},
    "base": {
      "type": "machine",
      "states": {
        "stand": {
          "node": {"type": "clip", "clip": "walk", "speed": 0},
          "transitions": [
            {"to": "go", "when": [{"parameter": "speed", "above": 0.1}], "fade": 0.2},
            {"to": "go", "when": [{"parameter": "speed", "above": 3}]}
          ]
        },
        "go": {
          "enter": ["went"],
          "node": {"type": "blend1d", "x": "speed", "samples": [
            {"at": 0.5, "node": {"type": "clip", "clip": "walk", "speed": 0.5}}, {"at": 1, "node": "walk"}, {"at": 4, "node": "walk"}
          ]},
          "transitions": [{"to": "stand", "when": [{"parameter": "speed", "below": 0.05}], "fade": 0.3}]
        },
        "jump": {
          "node": {"type": "clip", "clip": "jump", "loop": "clamp"},
          "transitions": [{"to": "stand", "when": [{"remaining": 0.2}], "fade": {"seconds": 0.2, "inertialize": true}}]
        }
      },
      "any": [{"to": "jump", "when": [{"trigger": "jump"}], "fade": 0.1}]
    }
  }
}`

// jumping is input of it.
const jumping = `{"rate": 60, "until": 3,
 "steps": [{"at": 0.2, "set": {"speed": 1, "move": [0.5, -1], "armed": true}},
           {"at": 0.5, "trigger": ["wave"]},
           {"at": 0.805, "trigger": ["jump"]},
           {"step": 150, "set": {"speed": 0}}]}`

func TestGraphJSON(t *testing.T) {
	in := answer[graphs.Info](t, "graph", write(t, "hero.json", locomotion), strider(t, "strider.sinew"))
	if in.Name != "locomotion" || in.Nodes != 9 || in.Types["clip"] != 6 || in.Layers != 3 || len(in.Parameters) != 5 || in.Masks[0] != "upper" || len(in.Hash) != 16 {
		t.Errorf("%+v", in)
	}
	if c := in.Clips; len(c) != 3 || c[2].Name != "wave" || *c[2].Seconds != 2 {
		t.Errorf("clips %+v", c)
	}
	if m := in.Machines; len(m) != 1 || m[0].Path != "/root/base" || len(m[0].States) != 3 || !m[0].States[0].Start || m[0].States[1].Start || m[0].Any[0].To != "jump" || m[0].States[2].Transitions[0].Text != "when 0.2 s before the end, inertialize 0.2 s" {
		t.Errorf("machines %+v", m)
	}
	if f := in.Findings; len(f) != 3 || f[0].Kind != "shadowed" || f[1].Kind != "unused" || in.Coverage != nil {
		t.Errorf("findings %+v", f)
	}
}

func TestGraphDraws(t *testing.T) {
	file := write(t, "hero.json", locomotion)
	for _, c := range []struct{ out, begin, holds string }{
		{"a.svg", "<svg ", "1: walk (1.07 s)"}, {"a.dot", "digraph \"locomotion\" {", `label="stand\nwalk, speed 0 (1.07 s)"`}, {"a.GV", "digraph ", "any"},
	} {
		out := filepath.Join(t.TempDir(), c.out)
		succeed(t, "graph", file, strider(t, "strider.sinew"), "-o", out)
		data := read(t, out)
		if !strings.HasPrefix(string(data), c.begin) || !strings.Contains(string(data), c.holds) {
			t.Errorf("%s: %.300s", c.out, data)
		}
		onlyFile(t, out)
	}
}

// tracedPlay is what graph --play --json prints.
type tracedPlay struct {
	Dt       float64
	Steps    []graphs.Step
	Coverage graphs.Coverage
	Findings []graphs.Finding
}

func trace(t *testing.T, args ...string) tracedPlay {
	t.Helper()
	return answer[tracedPlay](t, append([]string{"graph", write(t, "hero.json", locomotion), strider(t, "strider.sinew"), "--play", write(t, "jump.json", jumping)}, args...)...)
}

// TestGraphPlay: every step tells input, states, clips and events.
func TestGraphPlay(t *testing.T) {
	p := trace(t, "--root-motion")
	if len(p.Steps) != 180 || p.Steps[179].Time != 3 || p.Dt != 1./60 {
		t.Fatalf("%d steps, dt %v", len(p.Steps), p.Dt)
	}
	input := p.Steps[12].Input
	if len(input) != 3 || input[0].Value != 1. || input[1].Parameter != "move" || input[2].Value != true || input[0].At != 0.2 {
		t.Errorf("input of step 12: %+v", input)
	}
	if in := p.Steps[48].Input; len(in) != 1 || in[0].Action != "trigger" || in[0].At != 0.805 || in[0].Value != nil {
		t.Errorf("input of step 48: %+v", in)
	}
	if e := p.Steps[12].Events; len(e) != 1 || e[0].Name != "went" || e[0].Kind != "state" || e[0].Overshoot != p.Dt {
		t.Errorf("events of step 12: %+v", e)
	}
	states := func(k int) string {
		var list []string
		for _, s := range p.Steps[k].States {
			list = append(list, strings.TrimPrefix(s.Machine, "/root/")+":"+s.State)
		}
		return strings.Join(list, " ")
	}
	for k, want := range map[int]string{0: "base:stand shot:none", 12: "base:stand base:go shot:none", 30: "base:go shot:none shot:shot", 60: "base:jump shot:shot", 179: "base:stand shot:none"} {
		if got := states(k); got != want {
			t.Errorf("states of step %d: %s, want %s", k, got, want)
		}
	}
	last := p.Steps[60].Layers
	if len(last) != 2 || last[0].Clip != "jump" || last[1].Clip != "wave" || last[1].Mask != "upper" || last[1].Kind != "override" || last[1].Weight != 1 {
		t.Errorf("layers of step 60: %+v", last)
	}
	if at := p.Steps[179].Place; at.Z < 0.3 || p.Steps[0].Place.Z != 0 {
		t.Errorf("it goes from %+v to %+v", p.Steps[0].Place, at)
	}
	states0, transitions, samples := p.Coverage.Unused()
	if p.Coverage.Text != "5 of 5 states, 6 of 8 transitions, 2 of 3 samples" || len(states0) != 0 || len(transitions) != 2 || strings.Join(samples, "") != "/root/base/states/go/node: 4" {
		t.Errorf("%s: %q %q %q", p.Coverage.Text, states0, transitions, samples)
	}
	if len(p.Findings) != 3 {
		t.Errorf("findings %+v", p.Findings)
	}
	still := trace(t)
	if at := still.Steps[179].Place; at.Z != 0 {
		t.Errorf("without --root-motion it goes to %+v", at)
	}
}

// TestPoseGraph: a time shows the step that has ended last, whatever was shown before,
// in place or under way.
func TestPoseGraph(t *testing.T) {
	graphFile, input := write(t, "hero.json", locomotion), write(t, "jump.json", jumping)
	flags := []string{"--graph", graphFile, "--play", input, "--root-motion", "--time"}
	there := poseLayers(t, append(flags, "0,0.25,0.3,1,1.01,2.9")...)
	back := poseLayers(t, append(flags, "2.9,1,1.01,0.3,0,0.25")...)
	if there.Clip != "locomotion" || there.End != 3 {
		t.Errorf("%q ends at %v", there.Clip, there.End)
	}
	p := trace(t, "--root-motion")
	for k, other := range []int{4, 5, 3, 1, 2, 0} {
		a := &there.Samples[k]
		checkJoints(t, "on the way back", &back.Samples[other], a, 0)
		if k == 0 {
			continue
		}
		step := p.Steps[int(a.Time*60+1e-6)-1]
		if !slices.Equal(a.States, step.States) {
			t.Errorf("%v s: states %+v, want %+v", a.Time, a.States, step.States)
		}
		if len(step.Layers) != len(a.Layers) {
			t.Fatalf("%v s: %d layers, the play has %d", a.Time, len(a.Layers), len(step.Layers))
		}
		for n, l := range a.Layers {
			if want := step.Layers[n]; l.Clip != want.Clip || l.Time != want.Time {
				t.Errorf("%v s: layer %d plays %+v, want %+v", a.Time, n, l, want)
			}
		}
	}
}

// TestGraphStrict: findings fail, after what was asked for is done.
func TestGraphStrict(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a.svg")
	clean := strings.Replace(locomotion, "\"move\": {\"type\": \"vec2\"},\n    \"armed\": {\"type\": \"bool\"}", `"x": {"type": "trigger"}`, 1)
	for _, c := range []struct{ text, findings string }{{locomotion, "3 "}, {clean, "2 "}} {
		code, _, stderr := sinew(t, "graph", write(t, "hero.json", c.text), "--strict", "-o", out)
		if code != exitFailed {
			t.Errorf("exit code %d", code)
		}
		checkComplaint(t, stderr, "--strict", c.findings, "/root/base/states/stand/transitions/1")
		read(t, out)
	}
}
