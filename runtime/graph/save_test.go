package graph_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// nested is a graph of every type of node: machines in states of machines, with transitions of
// all kinds.
func nested() *graph.Graph {
	g := wholeBody()
	g.Parameters = append(g.Parameters, graph.Parameter{Name: "place", Type: graph.Vec2, Smooth: 0.1}, graph.Parameter{Name: "number", Type: graph.Int}, graph.Parameter{Name: "on", Type: graph.Bool})
	g.Masks = append(g.Masks, graph.Mask{Name: "arm", Steps: []pose.MaskStep{{Joints: pose.BySubtree, Name: "right arm0", Weight: 0.7}}})
	g.Sync = append(g.Sync, graph.Sync{Name: "beat"}, graph.Sync{Name: "lead", Lead: true})
	corners := func(sync string) *graph.Blend2D {
		return &graph.Blend2D{X: graph.ValueOf("place.x"), Y: graph.ValueOf("place.y"), Sync: sync, Samples: []graph.Sample{
			{X: 0, Y: 0, Node: clip("idle")}, {X: 1, Y: 0, Node: clip("walk")}, {X: 0, Y: 1, Node: clip("run")}, {X: -1, Y: -1, Node: clip("wave")},
		}}
	}
	polar := corners("beat")
	polar.Method = graph.Polar
	inner := &graph.Machine{
		States: []graph.State{
			{Name: "in", Node: corners("gait"), Transitions: []graph.Transition{{To: "out", When: []graph.Condition{cond(graph.Passed, "L", 0)}, Fade: straight(0.2), Match: true, Cooldown: 0.3, Interrupt: graph.InterruptSource}}},
			{Name: "out", Node: &graph.Clip{Clip: "run", Loop: play.PingPong, Speed: graph.Value{Parameter: "speed", Scale: -0.5, Offset: 1}}, Transitions: []graph.Transition{
				{To: "deep", When: []graph.Condition{cond(graph.After, "", 0.21)}, Fade: graph.Fade{Seconds: 0.3, Curve: play.EaseIn}, Interrupt: graph.InterruptDestination},
				{To: "in", Priority: 1, When: []graph.Condition{cond(graph.Remaining, "", 0.1)}, Fade: graph.Fade{Part: 0.2, Inertialize: true}},
			}},
			{Name: "deep", Transitions: []graph.Transition{{To: "in", When: []graph.Condition{cond(graph.Exit, "", 0.6)}, Fade: straight(0.1), Interrupt: graph.InterruptBoth}},
				Node: &graph.Weights{Sync: "lead", Inputs: []graph.Weighted{{Weight: graph.ValueOf("speed"), Node: clip("walk")}, {Weight: graph.ValueOf("lean"), Node: clip("run")}}}},
		},
	}
	m := g.Root.(*graph.OneShot).Base.(*graph.Machine)
	m.States = append(m.States, graph.State{Name: "inner", Node: inner, Transitions: []graph.Transition{{To: "polar", When: []graph.Condition{cond(graph.After, "", 0.9)}, Fade: straight(0.3), Interrupt: graph.InterruptBoth}}},
		graph.State{Name: "polar", Node: polar, Transitions: []graph.Transition{{To: "stand", When: []graph.Condition{cond(graph.After, "", 0.4)}, Fade: straight(0.3), Match: true}}})
	m.Any = append(m.Any, graph.Transition{To: "inner", Priority: 5, When: []graph.Condition{cond(graph.Is, "on", 1), cond(graph.After, "", 0.5)}, Cooldown: 1.5, Fade: straight(0.4), Interrupt: graph.InterruptSource})
	g.Root = &graph.Layer{
		Base: g.Root, Weight: graph.ValueOf("lean"), Mask: "arm", ModelSpace: true,
		Over: &graph.Switch{By: graph.ValueOf("number"), Fade: straight(0.2), Inputs: []graph.Node{
			&graph.TimeSeek{At: graph.ValueOf("place.x"), Node: clip("wave")}, &graph.Speed{Speed: graph.ValueOf("speed"), Node: clip("walk")},
		}},
	}
	return g
}

// drive sets parameters at random.
func (s *stage) drive(r *rand.Rand) {
	s.Helper()
	for _, name := range s.names {
		k, v := slices.Index(s.names, name), 4*r.Float64()-1
		switch {
		case r.IntN(4) > 0:
		case name == "jump" || name == "wave":
			must.Do(s, s.g.Trigger(0, k))
		case name == "move" || name == "place":
			must.Do(s, s.g.SetVec2(0, k, v, r.Float64()))
		default:
			must.Do(s, s.g.Set(0, k, v))
		}
	}
}

// finite reports what of an instance is no number, as a text.
func (s *stage) finite() string {
	for k, v := range append(slices.Clone(s.crowd.Palettes()), s.crowd.Instance(0).Weights()...) {
		if v-v != 0 {
			return fmt.Sprintf("value %d is %v", k, v)
		}
	}
	p := s.crowd.Instance(0).Transform()
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		if v-v != 0 {
			return fmt.Sprintf("it stands at %v", p)
		}
	}
	for _, l := range s.crowd.Instance(0).ActiveClips(nil) {
		if v := l.Phase + l.Weight; v-v != 0 {
			return fmt.Sprintf("it plays %+v", l)
		}
	}
	return ""
}

// TestFlippedStates flips bits of what is saved of instances that graphs drive: it is refused,
// or plays on to palettes and places that are numbers, each within a time. SINEW_FLIPS sets how
// many are broken.
func TestFlippedStates(t *testing.T) {
	n := 8000
	if s := os.Getenv("SINEW_FLIPS"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must.Do(t, err)
	} else if testing.Short() {
		n = 2000
	}
	type subject struct {
		model *soa.Model
		graph *graph.Graph
	}
	list := []subject{{character(), nested()}, {character(), wholeBody()}}
	draw := rapid.Custom(func(t *rapid.T) *graph.Graph { return (&dance{T: t}).graph() })
	for k := 0; len(list) < 12; k++ {
		g := draw.Example(k)
		if _, err := graph.Compile(g, graph.ClipsOfModel(dancer())); err == nil {
			list = append(list, subject{dancer(), g})
		}
	}
	all, played := 0, 0
	for k, s := range list {
		share := n / 2
		if k > 0 {
			share = n / 2 / (len(list) - 1)
		}
		all, played = all+share, played+flipGraph(t, fmt.Sprint("graph ", k), s.model, s.graph, share)
	}
	t.Logf("%d of %d broken states are played", played, all)
	if played < all/20 {
		t.Errorf("only %d of %d broken states are played", played, all)
	}
}

// Whatever numbers a graph has and its parameters are set to: palettes and places are numbers.
func TestNumbersOfAnySize(t *testing.T) {
	const most = soa.MaxMagnitude - 1
	huge := graph.Value{Parameter: "speed", Scale: most, Offset: most}
	factor := graph.Number(-most)
	node := graph.Node(&graph.Weights{Inputs: []graph.Weighted{{Weight: huge, Node: clip("walk")}, {Weight: graph.ValueOf("lean"), Node: &graph.Clip{Clip: "run", Speed: huge}}}})
	for range 13 { // nodes are at most 32 deep
		node = &graph.Speed{Speed: factor, Node: &graph.Weights{Inputs: []graph.Weighted{{Weight: huge, Node: node}}}}
		factor, huge.Scale = huge, -huge.Scale
	}
	node = &graph.Additive{Base: clip("idle"), Add: node, Weight: huge}
	node = &graph.Blend1D{X: huge, Samples: []graph.Sample{{X: -most, Node: node}, {X: 0, Node: &graph.TimeSeek{At: huge, Node: clip("wave")}}, {X: most, Node: clip("jump")}}}
	s := newStage(t, character(), &graph.Graph{Parameters: []graph.Parameter{{Name: "speed", Smooth: 0.1}, {Name: "lean", Smooth: 0.1}}, Root: node}, 1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	for _, v := range []float64{0, graph.MaxValue, -graph.MaxValue, 1e-30, -1, 1e5} {
		s.set(0, "speed", v)
		s.set(0, "lean", -v)
		for _, dt := range []float64{0, 0.01, 0.3, -0.1, 1e6} {
			must.Do(t, s.crowd.Update(dt))
			if wrong := s.finite(); wrong != "" {
				t.Fatalf("speed %v, after %v s: %s", v, dt, wrong)
			}
		}
	}
	for _, v := range []float64{2 * graph.MaxValue, -2 * graph.MaxValue} {
		refused(t, s.g.Set(0, 0, v), graph.ErrParameter)
		refused(t, s.g.SetAll(0, []float32{float32(v)}), graph.ErrParameter)
	}
}

// flipGraph breaks n states of an instance that a graph drives, and returns how many are played.
func flipGraph(t *testing.T, name string, model *soa.Model, g *graph.Graph, n int) (played int) {
	o := runtime.CrowdOptions{RootMotion: play.RootApplied}
	s, r := newStage(t, model, g, 1, o), rand.New(rand.NewPCG(seed.First(t), 8))
	var states [][]byte
	for range 60 {
		s.drive(r)
		must.Do(t, s.crowd.Update(0.2*r.Float64()))
		state, err := s.crowd.Instance(0).Save(nil)
		must.Do(t, err)
		states = append(states, state)
	}
	var at, k int
	const most = time.Minute
	watch := time.AfterFunc(most, func() {
		panic(fmt.Sprintf("%s: state %d, broken %d, byte %d: it takes more than %v", name, k%len(states), k, at, most))
	})
	defer watch.Stop()
	s = newStage(t, model, g, 1, o)
	own := len(s.g.Save(nil, 0)) // of the graph: the state's end
	for k = range n {
		b := slices.Clone(states[k%len(states)])
		for range 1 + r.IntN(2) {
			if at = r.IntN(len(b)); r.IntN(2) == 0 {
				at = len(b) - 1 - r.IntN(own)
			}
			b[at] ^= 1 << r.IntN(8)
		}
		watch.Reset(most)
		if err := s.crowd.Instance(0).Restore(b); err != nil {
			if !errors.Is(err, play.ErrState) {
				t.Fatal(err)
			}
			continue
		}
		played++
		long := 10.
		if k%len(states) == 0 {
			long = 1e4
		}
		for step, dt := range []float64{0, 0.1, 0.5, -0.3, long, 0.02} {
			if step == 5 {
				s.drive(r)
			}
			// A flipped speed may be a million: then a short step has as many transitions as a long one.
			err := s.crowd.Update(dt)
			if err != nil && !errors.Is(err, play.ErrTransitions) && !(dt == long && errors.Is(err, play.ErrLongStep)) {
				t.Fatal(err)
			}
			if wrong := s.finite(); wrong != "" {
				t.Fatalf("%s: state %d, broken %d at byte %d of %d: after %v s %s", name, k%len(states), k, at, len(b), dt, wrong)
			}
		}
		s.g.States(nil, 0)
		again, err := s.crowd.Instance(0).Save(nil)
		must.Do(t, err)
		if err := s.crowd.Instance(0).Restore(again); err != nil {
			t.Fatalf("%s: state %d, broken %d at byte %d of %d plays on to one that is refused: %v", name, k%len(states), k, at, len(b), err)
		}
	}
	return played
}
