package graph_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

func floats(names ...string) (list []graph.Parameter) {
	for _, name := range names {
		list = append(list, graph.Parameter{Name: name})
	}
	return list
}

func TestClips(t *testing.T) {
	for name, c := range map[string]struct {
		clip graph.Clip
		want [3]string // after 0.5, 1.25 and −2 s more
	}{
		"wraps":                {graph.Clip{Clip: "walk"}, [3]string{"walk 0.5 1", "walk 0.75 1", "walk 0.75 1"}},
		"clamps":               {graph.Clip{Clip: "walk", Loop: play.Clamp}, [3]string{"walk 0.5 1", "walk 1 1", "walk 0 1"}},
		"goes forth and back":  {graph.Clip{Clip: "walk", Loop: play.PingPong}, [3]string{"walk 0.5 1", "walk 1.75 1", "walk 1.75 1"}},
		"is fast":              {graph.Clip{Clip: "walk", Speed: graph.Number(1.5)}, [3]string{"walk 0.75 1", "walk 0.625 1", "walk 0.625 1"}},
		"starts in the middle": {graph.Clip{Clip: "run", Start: 0.5}, [3]string{"run 0.25 1", "run 0 1", "run 0 1"}},
		"goes back":            {graph.Clip{Clip: "walk", Speed: graph.Number(-0.5), Loop: play.Clamp}, [3]string{"walk 0.75 1", "walk 0.125 1", "walk 1 1"}},
		"stands":               {graph.Clip{Clip: "walk", Speed: graph.Number(0), Start: 0.25}, [3]string{"walk 0.25 1", "walk 0.25 1", "walk 0.25 1"}},
		"has no length":        {graph.Clip{Clip: "point"}, [3]string{"point 0 1", "point 0 1", "point 0 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := playGraph(t, &graph.Graph{Root: &c.clip})
			for k, dt := range []float64{0.5, 1.25, -2} {
				p.run(dt).shows(c.want[k])
			}
		})
	}
}

// The clips of a blend take the mean of their lengths, and keep one phase.
func TestBlend1D(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: floats("speed"), Root: &graph.Blend1D{X: graph.Value{Parameter: "speed", Scale: 2, Offset: 1}, Samples: []graph.Sample{
		{X: 3, Node: clip("run")}, {X: 1, Node: clip("walk")}, {X: 0, Node: clip("idle")},
	}}})
	p.set("speed", 0.5)
	p.run(0.3).shows("run 0.2 0.5, walk 0.4 0.5") // 0.75 s
	p.set("speed", -3)
	p.run(0.8).shows("idle 1.6 1")
	p.set("speed", 99)
	p.run(0).shows("run 0.4 1") // where the others were
	p.set("speed", -0.25)
	p.run(0.3).shows("idle 0 0.5, walk 0 0.5")
}

// What is added may count more than once, as with Play; what covers may not.
func TestWeightsAboveOne(t *testing.T) {
	for weight, want := range map[float64]string{2: "jump 0.5 2, walk 0.5 1", 0.5: "jump 0.5 0.5, walk 0.5 1", 1e6: "jump 0.5 16, walk 0.5 1"} {
		p := playGraph(t, &graph.Graph{Root: &graph.Additive{Base: clip("walk"), Add: clip("jump"), Weight: graph.Number(weight)}})
		p.run(0.5).shows(want)
	}
	playGraph(t, &graph.Graph{Root: &graph.Layer{Base: clip("walk"), Over: clip("run"), Weight: graph.Number(2)}}).run(0.25).shows("run 0.25 1, walk 0.25 1")
}

func TestBlend2D(t *testing.T) {
	for _, method := range []graph.Method{graph.Triangles, graph.Cartesian, graph.Polar} {
		p := playGraph(t, &graph.Graph{
			Parameters: []graph.Parameter{{Name: "move", Type: graph.Vec2, DefaultY: 1, Min: -2, Max: 2}},
			Root: &graph.Blend2D{X: graph.ValueOf("move.x"), Y: graph.ValueOf("move.y"), Method: method, Sync: graph.SyncNone, Samples: []graph.Sample{
				{Node: clip("idle")}, {Y: 1, Node: clip("walk")}, {X: 1, Node: clip("run")}, {X: -1, Node: clip("wave")}, {Y: -1, Node: clip("jump")},
			}},
		})
		p.run(0.25).shows("walk 0.25 1")
		k, err := p.g.Program().Parameter("move")
		must.Do(t, err)
		must.Do(t, p.g.SetVec2(0, k, 5, 0))
		if p.run(0); p.voices() != "run 0 1" || func() float64 { x, _ := p.g.Value(0, k); return x }() != 2 {
			t.Errorf("%v: %s", method, p.voices())
		}
		must.Do(t, p.g.SetVec2(0, k, 0.25, 0.5))
		p.run(0)
		sum := 0.
		for n := range p.step.Clips {
			if p.step.Used>>n&1 != 0 {
				sum += float64(p.step.Clips[n].Weight)
			}
		}
		if round(sum) != 1 {
			t.Errorf("%v: the weights of %s add up to %v", method, p.voices(), sum)
		}
	}
}

func TestWeights(t *testing.T) {
	inputs := []graph.Weighted{{Weight: graph.ValueOf("a"), Node: clip("walk")}, {Weight: graph.Number(0.5), Node: clip("idle")}, {Weight: graph.ValueOf("b"), Node: clip("run")}}
	p := playGraph(t, &graph.Graph{Parameters: floats("a", "b"), Root: &graph.Weights{Sync: graph.SyncNone, Inputs: inputs}})
	p.run(0.25).shows("idle 0.25 0.5")
	p.set("a", 0.25)
	p.set("b", -1)
	p.run(0.25).shows("idle 0.5 0.5, walk 0.25 0.25") // what has no weight stands
	p = playGraph(t, &graph.Graph{Parameters: floats("a", "b"), Root: &graph.Weights{Normalize: true, Inputs: inputs}})
	p.set("a", 1.5)
	p.run(0.25).shows("idle 0.4 0.25, walk 0.2 0.75") // 1.25 s
}

// What covers or is added has a kind, a mask and a layer above what is below.
func TestLayers(t *testing.T) {
	skeleton := character().Skeleton
	g := &graph.Graph{Parameters: floats("w"), Masks: wholeBody().Masks, Root: &graph.Additive{
		Add: clip("jump"), Subtract: true, Mask: "upper", Weight: graph.Number(0.25),
		Base: &graph.Layer{
			Base: &graph.Layer{Base: clip("idle"), Over: clip("walk"), Mask: "upper", Weight: graph.ValueOf("w")},
			Over: &graph.Layer{Base: clip("wave"), Over: clip("run"), ModelSpace: true, Mask: "upper"}, Mask: "upper",
		},
	}}
	cast := troupe()
	cast.Skeleton = skeleton
	p, err := graph.Compile(g, cast)
	must.Do(t, err)
	instances := p.Start(1)
	must.Do(t, instances.Set(0, 0, 0.5))
	step := instances.NewDriver(play.MaxLayers).Drive(0, 0.1)
	got := map[string]string{}
	for k, v := range step.Clips {
		if step.Used>>k&1 != 0 {
			got[cast.Clips[v.Clip].Name] = fmt.Sprint(v.Kind, " ", v.Layer, v.Mask, v.Weight)
		}
	}
	want := fmt.Sprint(map[string]string{"idle": "blend 0 0 1", "walk": "override 1 1 0.5", "wave": "override 2 1 1", "run": "model-override 3 2 1", "jump": "subtract 0 1 0.25"})
	if fmt.Sprint(got) != want {
		t.Errorf("%v\nwant %v", got, want)
	}
	upper, both := instances.Masks()[0], instances.Masks()[1]
	for j, w := range upper {
		if both[j] != w*w {
			t.Errorf("joint %d: a mask within itself is %v, want %v", j, both[j], w*w)
		}
	}
	if _, err := graph.Compile(g, troupe()); err == nil {
		t.Error("masks without a skeleton")
	}
}

func TestSelect(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: []graph.Parameter{{Name: "n", Type: graph.Int}}, Root: &graph.Switch{
		By: graph.ValueOf("n"), Inputs: []graph.Node{clip("idle"), clip("walk"), clip("run")}, Fade: straight(0.5),
	}})
	p.run(0.25).shows("idle 0.25 1")
	p.set("n", 7)
	p.run(0.25).shows("idle 0.5 0.5, run 0.25 0.5")
	p.set("n", 1)
	p.run(0.125).shows("idle 0.625 0.1875, run 0.375 0.5625, walk 0.125 0.25")
	p.set("n", -3)
	p.run(0).shows("idle 0.625 0.1875, run 0.375 0.5625, walk 0.125 0.25") // it comes back from where it is
	p.run(0.5).shows("idle 1.125 1")
}

func TestSpeedAndSeek(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: floats("rate", "at"), Root: &graph.Weights{Sync: graph.SyncNone, Inputs: []graph.Weighted{
		{Weight: graph.Number(0.5), Node: &graph.Speed{Speed: graph.ValueOf("rate"), Node: &graph.Speed{Speed: graph.Number(2), Node: clip("idle")}}},
		{Weight: graph.Number(0.5), Node: &graph.TimeSeek{At: graph.ValueOf("at"), Node: &graph.Blend1D{X: graph.Number(0.5), Samples: []graph.Sample{{Node: clip("walk")}, {X: 1, Node: clip("run")}}}}},
	}}})
	p.set("rate", 0.5)
	p.set("at", 0.25)
	p.run(0.5).shows("idle 0.5 0.5, run 0.125 0.25, walk 0.25 0.25")
	p.set("rate", -1)
	p.set("at", 2.75)
	p.run(0.5).shows("idle 1.5 0.5, run 0.375 0.25, walk 0.75 0.25")
	p.run(0.5).shows("idle 0.5 0.5, run 0.375 0.25, walk 0.75 0.25")
}

// Clips with common markers stand at the same place between them.
func TestMarkers(t *testing.T) {
	g := &graph.Graph{Parameters: floats("speed"), Sync: []graph.Sync{{Name: "gait", Markers: []string{"L", "R", "other"}}},
		Root: &graph.Blend1D{X: graph.ValueOf("speed"), Sync: "gait", Samples: []graph.Sample{{Node: clip("walk")}, {X: 1, Node: clip("run")}}}}
	p := playGraph(t, g)
	p.set("speed", 0.5)
	p.run(0) // a left foot: walk at 0, run at 0.375
	p.shows("run 0.375 0.5, walk 0 0.5")
	p.run(0.1875).shows("run 0 0.5, walk 0.25 0.5") // half of 0.375 s to the right foot
	p.run(0.1875).shows("run 0.125 0.5, walk 0.5 0.5")
	p.run(0.75 * 1e6).shows("run 0.125 0.5, walk 0.5 0.5")
	p.run(-0.375).shows("run 0.375 0.5, walk 0 0.5")
	g.Sync[0].Lead = true
	p = playGraph(t, g)
	p.set("speed", 0.75)
	p.run(0).shows("run 0 0.75, walk 0.25 0.25") // where the clip of the greatest weight starts
	p.run(0.125).shows("run 0.125 0.75, walk 0.5 0.25")
}

func TestOneShot(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: []graph.Parameter{{Name: "go", Type: graph.Trigger}}, Root: &graph.OneShot{
		Base: clip("idle"), Shot: once("jump"), Trigger: "go", In: straight(0.25), Out: straight(0.25),
	}})
	p.run(0.5).shows("idle 0.5 1")
	p.set("go", 0)
	p.run(0.125).shows("idle 0.625 1, jump 0.125 0.5")
	p.set("go", 0)
	p.run(0.25).shows("idle 0.875 1, jump 0.375 1") // not again, and not kept
	p.run(0.25).shows("idle 1.125 1, jump 0.625 0.5")
	p.run(0.25).shows("idle 1.375 1")
	p.run(1).shows("idle 0.375 1")
}

// A shot that plays again starts anew each time that the trigger is set.
func TestOneShotAgain(t *testing.T) {
	p := playGraph(t, &graph.Graph{Parameters: []graph.Parameter{{Name: "go", Type: graph.Trigger}}, Root: &graph.OneShot{
		Base: clip("idle"), Shot: once("jump"), Trigger: "go", In: straight(0.25), Out: straight(0.25), Again: true,
	}})
	p.set("go", 0)
	p.run(0.25).shows("idle 0.25 1, jump 0.25 1")
	p.set("go", 0)
	p.run(0.125).shows("idle 0.375 1, jump 0.125 1")
	p.set("go", 0)
	p.run(0.25).shows("idle 0.625 1, jump 0.25 1")
}

// Each use of a part has a state of its own, and what is unknown plays nothing.
func TestPartsAndUnknown(t *testing.T) {
	p := playGraph(t, &graph.Graph{
		Parameters: floats("x", "y"),
		SubGraphs:  []graph.Named{{Name: "choice", Node: &graph.Switch{By: graph.ValueOf("x"), Inputs: []graph.Node{clip("idle"), clip("walk")}}}},
		Root: &graph.Weights{Inputs: []graph.Weighted{
			{Weight: graph.Number(0.25), Node: &graph.SubGraph{Name: "choice"}}, {Weight: graph.ValueOf("y"), Node: &graph.SubGraph{Name: "choice"}},
			{Weight: graph.Number(0.5), Node: &graph.Unknown{Type: "cloth", JSON: []byte(`{"type":"cloth","optional":true}`)}}, {Weight: graph.Number(1)},
		}, Sync: graph.SyncNone},
	})
	p.run(0.25).shows("idle 0.25 0.25")
	p.set("x", 1)
	p.run(0.25).shows("walk 0.25 0.25")
	p.set("x", 0)
	p.set("y", 0.5)
	p.run(0.25).shows("idle 0.25 0.25, idle 0.25 0.5")
}

// Nodes read smoothed parameters: however time is divided they come to the same.
func TestSmooth(t *testing.T) {
	for _, n := range []int{1, 2, 5, 100} {
		g := &graph.Graph{Parameters: []graph.Parameter{{Name: "w", Smooth: 0.25}}, Root: &graph.Weights{Inputs: []graph.Weighted{{Weight: graph.ValueOf("w"), Node: clip("point")}}}}
		p := playGraph(t, g)
		p.set("w", 1)
		for range n {
			p.run(0.5 / float64(n))
		}
		p.shows("point 0 0.75")
	}
}

// Bands of many samples leave some out, without a jump.
func TestBandsKeepTheGreatest(t *testing.T) {
	var samples []graph.Sample
	for k := range 9 {
		samples = append(samples, graph.Sample{X: float64(k%3) - 1, Y: float64(k/3) - 1, Node: clip([]string{"idle", "walk", "run", "jump", "wave"}[k%5])})
	}
	g := &graph.Graph{Parameters: []graph.Parameter{{Name: "at", Type: graph.Vec2}}, Root: &graph.Blend2D{X: graph.ValueOf("at.x"), Y: graph.ValueOf("at.y"), Method: graph.Cartesian, Samples: samples}}
	p := playGraph(t, g)
	weights := func(x, y float64) (out [9]float64) {
		must.Do(t, p.g.SetVec2(0, 0, x, y))
		p.run(0)
		sum := 0.
		for k, v := range p.step.Clips {
			if p.step.Used>>k&1 != 0 {
				out[v.Clip] += float64(v.Weight)
				sum += float64(v.Weight)
			}
		}
		if round(sum) != 1 {
			t.Fatalf("at (%v, %v) the weights add up to %v", x, y, sum)
		}
		return out
	}
	const step = 1e-5
	for k := range 2000 {
		x, y := float64(k%50)/20-1.25, float64(k/50)/16-1.25
		a, b := weights(x, y), weights(x+step, y+step)
		for n := range a {
			if d := a[n] - b[n]; d > 50*step || d < -50*step {
				t.Fatalf("at (%v, %v) a weight jumps from %v to %v", x, y, a[n], b[n])
			}
		}
	}
}

// What a graph asks for and its cast lacks is named.
func TestCompileRefuses(t *testing.T) {
	deep := graph.Node(clip("walk"))
	for range graph.MaxDepth + 1 {
		deep = &graph.Speed{Speed: graph.Number(1), Node: deep}
	}
	many := &graph.Weights{}
	for range 9 {
		many.Inputs = append(many.Inputs, graph.Weighted{Weight: graph.Number(1), Node: clip("walk")})
	}
	state := func(when ...graph.Condition) graph.Node {
		return &graph.Machine{States: []graph.State{{Name: "a", Node: clip("walk"), Transitions: []graph.Transition{{To: "b", When: when}}}, {Name: "b"}}}
	}
	for _, c := range []struct {
		g    *graph.Graph
		want error
		part []string
	}{
		{nil, graph.ErrGraph, nil},
		{&graph.Graph{Root: clip("wakl")}, graph.ErrGraph, []string{"/root", `"wakl"`, `"walk"`}},
		{&graph.Graph{Root: state(graph.Condition{Test: graph.Passed, Name: "l"})}, graph.ErrGraph, []string{"/root/states/a/transitions/0/when/0", `"l"`, `"L"`}},
		{&graph.Graph{Root: many}, graph.ErrLimit, []string{"9 clips", "8"}},
		{&graph.Graph{Root: deep}, graph.ErrLimit, []string{"/root"}},
		{&graph.Graph{Root: &graph.Blend1D{X: graph.Number(0), Samples: []graph.Sample{{Node: clip("walk")}, {X: 1, Node: once("run")}}}}, graph.ErrGraph, []string{`"walk"`, `"run"`, "clamp"}},
		{&graph.Graph{Masks: []graph.Mask{{Name: "m", Steps: wholeBody().Masks[0].Steps}}}, graph.ErrGraph, []string{"/masks/m", "skeleton"}},
	} {
		_, err := graph.Compile(c.g, troupe())
		refused(t, err, c.want, c.part...)
	}
	cast := troupe()
	cast.Skeleton = &soa.Skeleton{}
	_, err := graph.Compile(&graph.Graph{Masks: wholeBody().Masks}, cast)
	refused(t, err, pose.ErrJoint, "/masks/upper", `"spine0"`)
}

func refused(t *testing.T, err, want error, parts ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, want %v", err, want)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}
