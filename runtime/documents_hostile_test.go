package runtime_test

import (
	"cmp"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/damage"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

const hostileGraph = `{"version": 1,
 "parameters": {"speed": {"type": "float", "default": 1, "min": 0, "max": 6, "smooth": 0.1}, "turn": {"type": "float", "default": 0.2},
  "jump": {"type": "trigger", "lifetime": 0.2}, "hit": {"type": "trigger", "lifetime": "used"}, "move": {"type": "vec2", "default": [0.3, 0.6]},
  "weapon": {"type": "int", "default": 1}, "crouch": {"type": "bool"}},
 "masks": {"upper": [{"subtree": "spine0", "feather": 3}, {"match": "right arm3", "weight": 0.5}]},
 "sync": {"gait": {"markers": ["L", "R"], "lead": true}, "breath": {}},
 "subgraphs": {"legs": {"type": "clip", "clip": "walk", "sync": "gait"}},
 "root": {"type": "machine", "start": "ground", "states": {
  "ground": {"enter": ["land"], "exit": ["leave"], "transitions": [{"to": "air", "when": [{"trigger": "jump"}, {"event": "hit"}], "fade": 0.1, "start": 0.25},
    {"to": "air", "priority": 2, "when": [{"after": 0.6}], "fade": {"seconds": 0.2, "curve": "ease-in"}, "interrupt": "both", "match": true}],
   "node": {"type": "one-shot", "shot": "wave", "trigger": "hit", "mask": "upper", "in": 0.1, "out": {"part": 0.3, "curve": "straight"}, "again": true,
    "base": {"type": "layer", "mask": "upper", "weight": "turn", "space": "model",
     "over": {"type": "switch", "by": "weapon", "inputs": ["wave", {"type": "time-seek", "at": "turn", "node": {"type": "clip", "clip": "jump", "loop": "clamp"}}], "fade": 0.2},
     "base": {"type": "additive", "add": {"type": "clip", "clip": "wave", "sync": false}, "weight": 0.5, "mask": "upper", "subtract": true,
      "base": {"type": "weights", "normalize": true, "sync": "breath", "inputs": [
       {"weight": "turn", "node": {"type": "speed", "speed": -1, "node": {"type": "clip", "clip": "walk", "sync": "gait"}}},
       {"weight": 1, "node": {"type": "blend1d", "x": "speed", "samples": [{"at": 0, "node": {"type": "subgraph", "name": "legs"}}, {"at": 2, "node": "run"}, {"at": 3,
        "node": {"type": "blend2d", "x": "move.x", "y": {"parameter": "move.y", "scale": -2, "offset": 0.5}, "method": "polar", "sync": "gait", "samples": [
         {"at": [0, 0], "node": "walk"}, {"at": [0, 1], "node": "run"}, {"at": [1, -0.5], "node": "jump"}]}}]}}]}}}}},
  "air": {"node": {"type": "machine", "states": {
    "up": {"node": {"type": "clip", "clip": "jump", "loop": "clamp", "speed": 2, "start": 0.1}, "transitions": [{"to": "down", "when": [{"remaining": 0.2}], "fade": {"seconds": 0.1, "inertialize": true}}]},
    "down": {"node": {"type": "clip", "clip": "jump", "loop": "ping-pong", "speed": -1}}}},
   "transitions": [{"to": "ground", "when": [{"after": 0.5}, {"parameter": "speed", "above": -1}], "fade": 0.2, "cooldown": 0.1}, {"to": "ground", "when": [{"parameter": "speed", "below": 0.1}], "fade": 0}]}},
  "any": [{"to": "ground", "when": [{"trigger": "hit"}], "interrupt": "none", "self": true}]}}`

const hostileLayers = `[
  {"clip": "walk", "weight": 0.25, "sync": 7},
  {"clip": "run", "weight": 0.75, "sync": 7, "lead": true, "mode": "wrap"},
  {"clip": "wave", "kind": "override", "phase": 0.25, "mode": "ping-pong", "speed": -0.5,
   "mask": [{"match": "*", "weight": 0.125}, {"subtree": "root1", "feather": 3}, {"joint": "root1", "weight": 0}]},
  {"clip": "jump", "kind": "additive", "reference": "first", "time": 0.5, "weight": 0, "speed": 0, "mode": "clamp"},
  {"clip": "run", "kind": "subtract", "reference": 0.25},
  {"clip": "run", "kind": "additive", "reference": {"clip": "walk", "time": 1}},
  {"clip": "run", "kind": "model-override", "mask": [{"match": "*leg*"}]}
]`

// TestDamagedDocumentsPlay damages graphs, controls and lists of layers so that they are
// still JSON: they are refused, or what they play is numbers. SINEW_MUTATIONS sets how many
// of each.
func TestDamagedDocumentsPlay(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("SINEW_MUTATIONS"), "2000"))
	must.Do(t, err)
	if testing.Short() {
		n = min(n, 300)
	}
	all, err := os.ReadFile("control/testdata/everything.json")
	must.Do(t, err)
	first := seed.First(t)
	for kind, of := range map[string]struct {
		text string
		play func(hostileStage, []byte) (*runtime.Crowd, error)
	}{
		"graph": {hostileGraph, playGraph}, "control": {string(all), playControl}, "layers": {hostileLayers, playLayers},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			s := newHostileStage(t, first)
			played := 0
			for k := range n {
				data, err := []byte(of.text), error(nil)
				if k > 0 { // the first is whole
					data, err = damage.JSON(s.r, data)
					must.Do(t, err)
				}
				crowd, err := of.play(s, data)
				if err != nil {
					if k == 0 {
						t.Fatal(err)
					}
					continue
				}
				played++
				if !s.finite(crowd) {
					t.Fatalf("document %d:\n%s", k, data)
				}
			}
			t.Logf("%d of %d damaged documents are played", played, n)
			if played == n || played < n/20 {
				t.Errorf("%d of %d documents are played: they are no test", played, n)
			}
		})
	}
}

// hostileStage is what damaged documents play with.
type hostileStage struct {
	*testing.T
	r       *rand.Rand
	model   *soa.Model
	source  runtime.Source
	moments []float64
}

func newHostileStage(t *testing.T, seed uint64) hostileStage {
	model := figure.Character(
		figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}, figure.Motion{Name: "run", Seconds: 0.7, Drive: figure.Captured},
		figure.Motion{Name: "wave", Seconds: 2, Drive: figure.Everything}, figure.Motion{Name: "jump", Seconds: 1.5, Drive: figure.Captured})
	for c, clip := range model.Clips[:2] {
		end := float32(clip.Duration)
		clip.Events = []soa.Event{{Name: "L", Time: end * float32(c) / 8}, {Name: "hit", Time: end / 3}, {Name: "R", Time: end / 2}}
	}
	must.Do(t, model.Validate())
	return hostileStage{t, rand.New(rand.NewPCG(seed, 11)), model, runtime.Keyframes(model), []float64{0, 0.016, 0.3, 1.7, -0.2, 40, 0.033}}
}

// finite plays a crowd on and reports whether palettes are numbers all along.
func (s hostileStage) finite(crowd *runtime.Crowd) bool {
	defer crowd.Close()
	for _, dt := range s.moments {
		must.Do(s.T, crowd.Update(dt))
		for k, v := range crowd.Palettes() {
			if v-v != 0 {
				s.Errorf("after a step of %v s value %d of the palettes is %v", dt, k, v)
				return false
			}
		}
	}
	return true
}

func playGraph(s hostileStage, data []byte) (*runtime.Crowd, error) {
	g, err := graph.Parse(data)
	if err != nil {
		return nil, err
	}
	program, err := graph.Compile(g, graph.ClipsOfModel(s.model))
	if err != nil {
		return nil, err
	}
	instances := program.Start(2)
	crowd, err := runtime.NewCrowd(s.source, 2, runtime.CrowdOptions{Layers: instances.Layers(), Masks: instances.Masks()})
	if err != nil {
		return nil, err
	}
	must.Do(s.T, crowd.SetGraph(instances))
	for k, p := range program.Parameters() {
		switch p.Type {
		case graph.Trigger:
			must.Do(s.T, instances.Trigger(1, k))
		case graph.Float:
			must.Do(s.T, instances.Set(1, k, 3*s.r.Float64()))
		}
	}
	return crowd, nil
}

func playControl(s hostileStage, data []byte) (*runtime.Crowd, error) {
	c, err := control.Parse(data)
	if err != nil {
		return nil, err
	}
	d, err := control.NewDocumentStack(s.model.Skeleton, c)
	if err != nil {
		return nil, err
	}
	o := runtime.CrowdOptions{Clip: s.r.IntN(4), Play: &play.Options{}, Layout: pose.LayoutOptions{Reserve: d.Reserve()}}
	crowd, err := runtime.NewCrowd(s.source, 2, o)
	if err != nil {
		return nil, err
	}
	g, err := d.Start(crowd.Layout(), 2)
	if err != nil {
		return nil, err
	}
	must.Do(s.T, crowd.SetControl(g))
	for i := range 2 {
		must.Do(s.T, d.Set(g, i, float64(i)*3*s.r.Float64()))
	}
	return crowd, nil
}

func playLayers(s hostileStage, data []byte) (*runtime.Crowd, error) {
	list, err := graph.ParseLayers(data)
	if err != nil {
		return nil, err
	}
	stack, err := graph.BindLayers(s.model, list)
	if err != nil {
		return nil, err
	}
	source := s.source
	if len(stack.Model.Clips) != len(s.model.Clips) {
		source = runtime.Keyframes(stack.Model)
	}
	crowd, err := runtime.NewCrowd(source, 2, runtime.CrowdOptions{Masks: stack.Masks, Layers: len(list)})
	if err != nil {
		return nil, err
	}
	for i := range 2 {
		if err := stack.Play(crowd, i); err != nil {
			return nil, err
		}
	}
	return crowd, nil
}
