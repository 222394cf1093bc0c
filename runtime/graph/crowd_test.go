package graph_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// character is a model that has the clips of troupe.
func character() *soa.Model {
	var motions []figure.Motion
	for _, c := range troupe().Clips {
		motions = append(motions, figure.Motion{Name: c.Name, Seconds: max(c.Seconds, 0.1), Drive: figure.Captured})
	}
	m := figure.Character(motions...)
	for k, c := range troupe().Clips {
		for _, e := range c.Events {
			e.Time = float32(float64(e.Time) * m.Clips[k].TicksPerSecond)
			m.Clips[k].Events = append(m.Clips[k].Events, e)
		}
	}
	return m
}

// wholeBody is a graph of all that plays at once: a machine whose states are a blend space, a
// masked layer and something additive, above which a shot waves.
func wholeBody() *graph.Graph {
	above := func(v float64) []graph.Condition {
		return []graph.Condition{{Test: graph.Above, Name: "speed", Value: v}}
	}
	below := func(v float64) []graph.Condition {
		return []graph.Condition{{Test: graph.Below, Name: "speed", Value: v}}
	}
	return &graph.Graph{
		Parameters: []graph.Parameter{
			{Name: "speed", Min: -1, Max: 4, Smooth: 0.05}, {Name: "move", Type: graph.Vec2}, {Name: "lean"},
			{Name: "jump", Type: graph.Trigger, Lifetime: 0.25}, {Name: "wave", Type: graph.Trigger, Lifetime: math.Inf(1)},
		},
		Masks: []graph.Mask{{Name: "upper", Steps: []pose.MaskStep{{Joints: pose.BySubtree, Name: "spine0", Weight: 1, Feather: 2}}}},
		Sync:  []graph.Sync{{Name: "gait", Markers: []string{"L", "R"}}},
		Root: &graph.OneShot{
			Trigger: "wave", Mask: "upper", In: straight(0.1), Out: straight(0.2), Again: true, Shot: once("jump"),
			Base: &graph.Machine{
				States: []graph.State{
					{Name: "stand", Node: clip("idle"), Transitions: []graph.Transition{{To: "go", When: above(1), Fade: straight(0.25)}}},
					{Name: "go", Transitions: []graph.Transition{{To: "stand", When: below(1), Fade: graph.Fade{Part: 0.5}}},
						Node: &graph.Additive{
							Add: clip("wave"), Weight: graph.ValueOf("lean"),
							Base: &graph.Blend1D{X: graph.ValueOf("speed"), Sync: "gait", Samples: []graph.Sample{{X: 0, Node: clip("idle")}, {X: 1, Node: clip("walk")}, {X: 3, Node: clip("run")}}},
						}},
					{Name: "jump", Node: once("jump"), Transitions: []graph.Transition{{To: "go", Match: true, When: []graph.Condition{{Test: graph.Exit, Value: 0.75}}, Fade: graph.Fade{Seconds: 0.2, Inertialize: true}}}},
				},
				Any: []graph.Transition{{To: "jump", Priority: 9, When: []graph.Condition{{Test: graph.Fired, Name: "jump"}}, Fade: straight(0.125), Interrupt: graph.InterruptBoth}},
			},
		},
	}
}

// stage is a crowd whose graph plays.
type stage struct {
	testing.TB
	crowd *runtime.Crowd
	g     *graph.Instances
	names []string
}

func newStage(t testing.TB, model *soa.Model, g *graph.Graph, n int, o runtime.CrowdOptions) *stage {
	t.Helper()
	p, err := graph.Compile(g, graph.ClipsOfModel(model))
	must.Do(t, err)
	o.Layers = cmp.Or(o.Layers, play.MaxLayers)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), n, o)
	must.Do(t, err)
	s := &stage{TB: t, crowd: crowd, g: p.Start(n)}
	must.Do(t, crowd.SetGraph(s.g))
	for _, x := range p.Parameters() {
		s.names = append(s.names, x.Name)
	}
	return s
}

func (s *stage) set(i int, name string, v float64) {
	s.Helper()
	must.Do(s, s.g.Set(i, slices.Index(s.names, name), v))
}

func (s *stage) trigger(i int, name string) {
	s.Helper()
	must.Do(s, s.g.Trigger(i, slices.Index(s.names, name)))
}

// Fades keep to the layers of their instance where the crowd has as few as the graph needs
// without them: what others show does not change.
func TestFadesKeepToLayers(t *testing.T) {
	model := character()
	p, err := graph.Compile(wholeBody(), graph.ClipsOfModel(model))
	must.Do(t, err)
	o := runtime.CrowdOptions{Layers: p.Layers()}
	s, still := newStage(t, model, wholeBody(), 33, o), newStage(t, model, wholeBody(), 33, o)
	r := rand.New(rand.NewPCG(seed.First(t), 5))
	for step := range 300 {
		for i := 0; i < 33; i += 2 {
			if r.IntN(4) == 0 {
				s.set(i, "speed", 4*r.Float64()-1)
				s.set(i, "lean", r.Float64())
				s.trigger(i, []string{"jump", "wave"}[r.IntN(2)])
			}
		}
		must.Do(t, s.crowd.Update(0.03))
		must.Do(t, still.crowd.Update(0.03))
		for i := 1; i < 33; i += 2 {
			if !slices.Equal(s.crowd.Instance(i).Palette(), still.crowd.Instance(i).Palette()) {
				t.Fatalf("step %d: instance %d of which nothing was asked changes", step, i)
			}
		}
	}
}

// A graph plays what Play does with the layers that the crowd reports, to the bit.
func TestGraphPlaysLayers(t *testing.T) {
	model := character()
	s := newStage(t, model, wholeBody(), 1, runtime.CrowdOptions{RootMotion: play.RootReported})
	upper, err := pose.MaskOf(model.Skeleton, wholeBody().Masks[0].Steps)
	must.Do(t, err)
	same, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layers: play.MaxLayers, Masks: []pose.Mask{upper}})
	must.Do(t, err)
	for step := range 120 {
		switch step {
		case 10:
			s.set(0, "speed", 2)
		case 30:
			s.set(0, "lean", 0.5)
		case 31:
			s.trigger(0, "wave")
		case 70:
			s.set(0, "speed", 0)
		case 75:
			s.trigger(0, "wave")
		}
		must.Do(t, s.crowd.Update(1./30))
		played := s.crowd.Instance(0).ActiveClips(nil)
		last := -1
		for k, l := range played {
			o := play.Options{Layer: k, Kind: l.Kind, Mask: l.Mask, Weight: l.Weight}
			if l.Kind == play.Override && l.Layer == last {
				o.Kind = play.Blend
			}
			last = l.Layer
			must.Do(t, same.Instance(0).Play(l.Clip, o))
			must.Do(t, same.Instance(0).Layer(k).Seek(l.Time))
		}
		for k := len(played); k < play.MaxLayers; k++ {
			must.Do(t, same.Instance(0).Play(play.Rest, play.Options{Layer: k}))
		}
		must.Do(t, same.Update(0))
		for k, v := range same.Instance(0).Palette() {
			if got := s.crowd.Instance(0).Palette()[k]; got != v {
				t.Fatalf("step %d: value %d of the palette is %v, want %v, of %v", step, k, got, v, played)
			}
		}
	}
}

// script lets instance i of a stage do something that depends on the step alone.
func (s *stage) script(i, step int) {
	s.Helper()
	switch x := (step*7 + i*13) % 60; x {
	case 3:
		s.set(i, "speed", float64(step%5)*0.9)
	case 17, 18:
		s.trigger(i, "jump")
	case 29:
		s.trigger(i, "wave")
	case 41:
		s.set(i, "lean", float64(i%3)/2)
	}
}

func bits(values []float32) []uint32 {
	out := make([]uint32, len(values))
	for k, v := range values {
		out[k] = math.Float32bits(v)
	}
	return out
}

// Any number of workers, an instance among others and one that was saved and restored at
// some step play the same bits and events.
func TestGraphIsTheSameEverywhere(t *testing.T) {
	model := character()
	const n, steps = 37, 90
	type seen struct {
		palettes []uint32
		events   string
	}
	run := func(workers int, restore bool) (list []seen) {
		s := newStage(t, model, wholeBody(), n, runtime.CrowdOptions{Workers: workers, RootMotion: play.RootApplied})
		defer s.crowd.Close()
		for step := range steps {
			for i := range n {
				s.script(i, step)
			}
			must.Do(t, s.crowd.Update(1./30))
			list = append(list, seen{bits(s.crowd.Palettes()), fmt.Sprint(s.crowd.Events(), s.crowd.Instance(n-1).Transform())})
			if restore && step%11 == 5 {
				other := newStage(t, model, wholeBody(), n, runtime.CrowdOptions{Workers: 1, RootMotion: play.RootApplied})
				for i := range n {
					data, err := s.crowd.Instance(i).Save(nil)
					must.Do(t, err)
					must.Do(t, other.crowd.Instance(i).Restore(data))
					again, err := other.crowd.Instance(i).Save(nil)
					must.Do(t, err)
					if !bytes.Equal(again, data) {
						t.Fatalf("step %d: instance %d is saved otherwise once it is restored", step, i)
					}
				}
				s.crowd.Close()
				s = other
			}
		}
		return list
	}
	want := run(1, false)
	for name, got := range map[string][]seen{"2 workers": run(2, false), "7 workers": run(7, false), "restored": run(1, true)} {
		for step := range want {
			if !slices.Equal(got[step].palettes, want[step].palettes) {
				t.Fatalf("%s: other palettes in step %d", name, step)
			}
			if got[step].events != want[step].events {
				t.Fatalf("%s: step %d has the events %s\nwant %s", name, step, got[step].events, want[step].events)
			}
		}
	}
}
