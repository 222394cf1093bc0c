package graph_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// A state that is entered and left at one moment plays while it fades out, and its events count with
// the weight that it has then, however long the step is.
func TestStatesEnteredAndLeftAtOnce(t *testing.T) {
	model := dancer()
	smooth := func(s float64) float64 { return s * s * (3 - 2*s) }
	at := func(to string, seconds float64) []graph.Transition {
		return []graph.Transition{{To: to, When: []graph.Condition{cond(graph.Above, "x", 0.5)}, Fade: graph.Fade{Seconds: seconds}}}
	}
	state := func(name, plays string, leaves []graph.Transition) graph.State {
		return graph.State{Name: name, Node: clip(plays), Transitions: leaves}
	}
	chain := func(names ...string) *graph.Machine {
		m := &graph.Machine{}
		for k, name := range names {
			var leaves []graph.Transition
			if k+1 < len(names) {
				leaves = at(fmt.Sprint(k+1), 0.4-0.1*float64(k))
			}
			m.States = append(m.States, state(fmt.Sprint(k), name, leaves))
		}
		return m
	}
	switches := func(fade float64, a, b graph.Node) graph.Node {
		return &graph.Switch{By: graph.ValueOf("x"), Fade: graph.Fade{Seconds: fade}, Inputs: []graph.Node{a, b}}
	}
	inner := chain("clip 2", "clip 3")
	inner.States[0].Transitions[0].When = nil
	nested := &graph.Machine{States: []graph.State{state("a", "clip 0", at("b", 0.4)), {Name: "b", Node: inner}}}
	// The event "step" of clip k comes at 0.3 of its length, at which the clips that play it have these shares.
	lengths := []float64{1, 0.5, 0.641, 0.359, 2}
	in := func(k int, fade float64) float64 { return smooth(min(1, 0.3*float64(float32(lengths[k]))/fade)) }
	for name, of := range map[string]struct {
		node  graph.Node
		share map[int]float64
	}{
		"machine":          {chain("clip 0", "clip 2", "clip 1"), map[int]float64{0: (1 - in(0, 0.4)) * (1 - in(0, 0.3)), 2: in(2, 0.4) * (1 - in(2, 0.3)), 1: in(1, 0.3)}},
		"switch of switch": {switches(0.4, clip("clip 0"), switches(0.3, clip("clip 2"), clip("clip 1"))), map[int]float64{0: 1 - in(0, 0.4), 2: in(2, 0.4) * (1 - in(2, 0.3)), 1: in(1, 0.4) * in(1, 0.3)}},
		"machine within":   {nested, map[int]float64{0: 1 - in(0, 0.4), 2: in(2, 0.4) * (1 - in(2, 0.4)), 3: in(3, 0.4) * in(3, 0.4)}},
		"cut":              {&graph.Machine{States: []graph.State{state("0", "clip 0", at("1", 0.4)), state("1", "clip 2", at("2", 0)), state("2", "clip 1", nil)}}, map[int]float64{1: 1}},
	} {
		p, err := graph.Compile(&graph.Graph{Parameters: floats("x"), Root: of.node}, graph.ClipsOfModel(model))
		must.Do(t, err)
		for _, steps := range []int{1, 2, 3, 10, 1000} {
			c := newCourse(t, model, p)
			c.goTo(t, 0)
			must.Do(t, c.graph.Set(0, 0, 1))
			for k := range steps {
				c.goTo(t, 0.39*float64(k+1)/float64(steps))
			}
			got := make(map[int]float64)
			for _, e := range c.events {
				for k := range lengths {
					if e.what == fmt.Sprint("step at of clip ", k, ", cycle 0") {
						got[k] = e.share
						if want := 0.3 * lengths[k]; math.Abs(e.at-want) > 1e-6 { // of ticks in float32
							t.Errorf("%s, %d steps: clip %d steps at %v, want %v", name, steps, k, e.at, want)
						}
					}
				}
			}
			for k, share := range of.share {
				if g, ok := got[k]; ok != (share > 0) || math.Abs(g-share) > 1e-6 {
					t.Errorf("%s, %d steps: clip %d has the share %v, want %v", name, steps, k, got, of.share)
				}
			}
			if name == "cut" && len(got) != 1 {
				t.Errorf("%d steps: %v", steps, got)
			}
		}
	}
}

// A machine takes each of its transitions once at a moment, any number in a step, and stays where
// they would lead in a circle until a parameter changes.
func TestTransitionsInCircles(t *testing.T) {
	model := dancer()
	when := func(c ...graph.Condition) []graph.Condition { return c }
	g := &graph.Graph{Parameters: []graph.Parameter{{Name: "x"}, {Name: "y"}, {Name: "go", Type: graph.Trigger, Lifetime: math.Inf(1)}}, Root: &graph.Machine{States: []graph.State{
		{Name: "a", Node: clip("clip 0"), Enter: []string{"a"}, Transitions: []graph.Transition{{To: "b", Priority: 1, When: when(cond(graph.Above, "x", 0))}}},
		{Name: "b", Node: clip("clip 1"), Enter: []string{"b"}, Transitions: []graph.Transition{{To: "a", Priority: 1, When: when(cond(graph.Above, "x", 1))}}},
		{Name: "c", Node: clip("clip 2"), Enter: []string{"c"}, Transitions: []graph.Transition{{To: "d", When: when(cond(graph.After, "", 0.1))}}},
		{Name: "d", Node: clip("clip 3"), Enter: []string{"d"}, Transitions: []graph.Transition{{To: "c", When: when(cond(graph.After, "", 0.1))}}},
	}, Any: []graph.Transition{{To: "c", Priority: 9, When: when(cond(graph.Fired, "go", 0))}}}}
	p, err := graph.Compile(g, graph.ClipsOfModel(model))
	must.Do(t, err)
	for _, steps := range []int{1, 3, 40} {
		c := newCourse(t, model, p)
		run := func(do func() error, want string) {
			t.Helper()
			must.Do(t, do())
			fired := ""
			from := c.time
			for k := range steps {
				c.goTo(t, from+1.04*float64(k+1)/float64(steps))
				for _, e := range c.crowd.Events() {
					if e.Clip == soa.None {
						fired += e.Name
					}
				}
			}
			if fired != want {
				t.Errorf("%d steps: it enters %q, want %q", steps, fired, want)
			}
		}
		set := func(k int, v float64) func() error { return func() error { return c.graph.Set(0, k, v) } }
		run(set(0, 0.5), "ab")
		run(set(0, 2), "ab")
		run(set(0, 2), "")
		run(set(1, 3), "ab")
		run(set(0, 0.5), "")
		run(func() error { return c.graph.Trigger(0, 2) }, "cdcdcdcdcdc")
	}
}

// A step with more transitions than are possible says so, and the next one goes on.
func TestTooManyTransitions(t *testing.T) {
	when := []graph.Condition{cond(graph.After, "", 0.001)}
	g := &graph.Graph{Root: &graph.Machine{States: []graph.State{
		{Name: "a", Node: clip("clip 0"), Transitions: []graph.Transition{{To: "b", When: when}}},
		{Name: "b", Node: clip("clip 1"), Transitions: []graph.Transition{{To: "a", When: when}}},
	}}}
	p, err := graph.Compile(g, graph.ClipsOfModel(dancer()))
	must.Do(t, err)
	c := newCourse(t, dancer(), p)
	for _, dt := range []float64{0, 20, 0.1, -5, 1e3, 1} {
		err := c.crowd.Update(dt)
		if tooMany := dt > 0.001*graph.MaxSubsteps; tooMany != errors.Is(err, play.ErrTransitions) || tooMany == (err == nil) {
			t.Errorf("a step of %v s: %v", dt, err)
		}
	}
}
