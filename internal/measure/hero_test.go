package measure

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// heroModel has two clips that can be played together.
func heroModel() *soa.Model {
	return figure.Character(figure.Motion{Name: "walk", Seconds: 0.4, Drive: figure.Captured}, figure.Motion{Name: "wave", Seconds: 0.6, Drive: figure.Captured})
}

// acts are what heroes of tests do, and which parts of a frame that has.
func acts(t *testing.T) map[string]struct {
	act                Act
	blends, controlled bool
} {
	t.Helper()
	reach, err := control.Parse([]byte(`{"control": {"version": 1, "modifiers": [
		{"twoBoneIK": {"root": "left leg0", "mid": "left leg1", "end": "left leg2", "target": [0.1, 0.5, 0.1]}},
		{"lookAt": {"joints": ["neck0", "neck1"], "weights": [0.5], "forward": [0, 0, 1], "target": [0.5, 1.8, 2]}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	list, err := graph.ParseLayers([]byte(`[{"clip": "walk"}, {"clip": "wave", "kind": "override", "mask": [{"subtree": "spine2"}]}, {"clip": "wave", "kind": "additive", "weight": 0.5}]`))
	if err != nil {
		t.Fatal(err)
	}
	going := &graph.Graph{
		Parameters: []graph.Parameter{{Name: "part"}},
		Root:       &graph.Blend1D{X: graph.ValueOf("part"), Samples: []graph.Sample{{X: 0, Node: &graph.Clip{Clip: "walk"}}, {X: 1, Node: &graph.Clip{Clip: "wave"}}}},
	}
	input := graph.NewScript(Step)
	input.Set(0, "part", 0.3)
	input.Set(2, "part", 0.6)
	input.Steps = 4
	type has = struct {
		act                Act
		blends, controlled bool
	}
	return map[string]has{
		"clip":            {},
		"layers":          {Act{Layers: list}, true, false},
		"graph":           {Act{Graph: going, Input: input}, true, false},
		"control":         {Act{Control: reach}, false, true},
		"graph, control":  {Act{Graph: going, Input: input, Control: reach}, true, true},
		"layers, control": {Act{Layers: list, Control: reach}, true, true},
	}
}

// The parts of a frame are together the frame, and a part that an act lacks takes no time.
func TestHeroParts(t *testing.T) {
	all := acts(t)
	for tried, name := range slices.Sorted(maps.Keys(all)) {
		c := all[name]
		m := heroModel()
		h, err := NewHero(m, m.Clips, &c.act)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		source, n := Sources[tried%len(Sources)], 1+18*(tried/len(Sources)%2)
		steps := 0
		p, err := h.Measure(t.Context(), source, n, simd.Current(), 6*time.Millisecond, func() { steps++ })
		if err != nil {
			t.Fatalf("%s, %s: %v", name, source, err)
		}
		if sum := p.Decide + p.Sample + p.Blend + p.Modifiers + p.Palettes; !(math.Abs(sum-p.Frame) <= 1e-6*p.Frame) && p.Sample > 0 {
			t.Errorf("%s, %s: %v is not the sum of %+v", name, source, p.Frame, p)
		}
		if !(p.Frame > 0) || !(p.Palettes > 0) || !(p.Decide > 0) || p.Sample < 0 || c.blends != (p.Blend != 0) || c.controlled != (p.Modifiers != 0) || steps != HeroSteps {
			t.Errorf("%s, %s, %d: %+v after %d steps", name, source, n, p, steps)
		}
	}
}

// What is measured is what the act says: each crowd moves as a crowd set up by hand does.
func TestHeroActs(t *testing.T) {
	for name, c := range acts(t) {
		m := heroModel()
		h, err := NewHero(m, m.Clips, &c.act)
		if err != nil {
			t.Fatal(err)
		}
		shown := func(do deed) []float32 {
			crowd, played, err := h.crowd("keys", 1, do)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			defer crowd.Close()
			h.frames(played, crowd.Update)(7)
			return append([]float32(nil), crowd.Instance(0).Palette()...)
		}
		plain, acted, whole := shown(deed{}), shown(deed{blends: h.blends()}), shown(deed{h.blends(), h.control != nil})
		if same := equalFloats(plain, acted); same == c.blends {
			t.Errorf("%s: one clip and the act show the same: %v", name, same)
		}
		if same := equalFloats(acted, whole); same == c.controlled {
			t.Errorf("%s: with and without the control it shows the same: %v", name, same)
		}
		crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Play: &play.Options{}, Layout: h.layoutOptions(pose.FormAuto)})
		if err != nil {
			t.Fatal(err)
		}
		for range 7 {
			if err := crowd.Update(Step); err != nil {
				t.Fatal(err)
			}
		}
		if c.act.Control == nil && !equalFloats(plain, crowd.Instance(0).Palette()) {
			t.Errorf("%s: one clip shows something else than the clip", name)
		}
	}
}

func equalFloats(a, b []float32) bool {
	for k := range a {
		if math.Float32bits(a[k]) != math.Float32bits(b[k]) {
			return false
		}
	}
	return len(a) == len(b)
}

func TestHeroRefuses(t *testing.T) {
	m, all := heroModel(), acts(t)
	both := Act{Layers: all["layers"].act.Layers, Graph: all["graph"].act.Graph}
	if _, err := NewHero(m, m.Clips, &both); !errors.Is(err, ErrAct) {
		t.Errorf("layers and a graph: %v", err)
	}
	if _, err := NewHero(m, nil, &Act{}); !errors.Is(err, ErrNothing) {
		t.Errorf("no clips: %v", err)
	}
	for name, act := range map[string]Act{
		"layers":  {Layers: []graph.StackLayer{{Clip: "run"}}},
		"graph":   {Graph: &graph.Graph{Root: &graph.Clip{Clip: "run"}}},
		"control": {Control: &control.Document{Modifiers: []control.Entry{{Do: &control.TwoBoneIK{Root: "tail0", Mid: "tail1", End: "tail2"}}}}},
	} {
		if _, err := NewHero(m, m.Clips, &act); err == nil {
			t.Errorf("%s of what the model lacks: no error", name)
		}
	}
	h, err := NewHero(m, m.Clips, &Act{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Measure(t.Context(), "tapes", 1, simd.Current(), time.Millisecond, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("an unknown source: %v", err)
	}
	if _, err := h.Measure(t.Context(), "keys", 0, simd.Current(), time.Millisecond, nil); !errors.Is(err, ErrNothing) {
		t.Errorf("no instances: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Measure(ended, "keys", 1, simd.Current(), time.Millisecond, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
