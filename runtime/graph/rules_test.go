package graph_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

func cond(test graph.Test, name string, v float64) graph.Condition {
	return graph.Condition{Test: test, Name: name, Value: v}
}

// rules is a machine of three states: a loop of 1 s, one of 0.5 s and one of 2 s.
func rules(a, b []graph.Transition) *graph.Graph {
	return &graph.Graph{
		Parameters: append(floats("x", "y"), graph.Parameter{Name: "go", Type: graph.Trigger, Lifetime: 0.5}, graph.Parameter{Name: "on", Type: graph.Bool}),
		Root: &graph.Machine{States: []graph.State{
			{Name: "a", Node: clip("walk"), Transitions: a},
			{Name: "b", Node: clip("run"), Transitions: b},
			{Name: "c", Node: clip("idle")},
		}},
	}
}

func to(state string, priority int, seconds float64, when ...graph.Condition) graph.Transition {
	return graph.Transition{To: state, Priority: priority, Fade: straight(seconds), When: when}
}

// All conditions of a transition have to hold, and one transition of several.
func TestConditions(t *testing.T) {
	g := rules([]graph.Transition{
		to("b", 2, 0, cond(graph.Above, "x", 1), cond(graph.Below, "y", 0)),
		to("c", 1, 0, cond(graph.Is, "on", 1), cond(graph.IsNot, "x", 0)),
	}, nil)
	p := playGraph(t, g)
	p.set("x", 2)
	p.run(0.25).states("a")
	p.set("x", 1)
	p.set("y", -1)
	p.run(0.25).states("a") // above, not at
	p.set("x", 1.5)
	p.run(0.25).states("b")
	p = playGraph(t, g)
	p.set("x", 2)
	p.set("y", -1)
	p.set("on", 7)
	p.run(0.25).states("c") // both could: the lesser priority
}

// A condition on time comes true in mid-step.
func TestTimes(t *testing.T) {
	for name, c := range map[string]struct {
		when graph.Condition
		from float64 // s after which state b plays, of steps of any length
	}{
		"after":            {cond(graph.After, "", 0.75), 0.75},
		"exit":             {cond(graph.Exit, "", 0.625), 0.625},
		"exit at the end":  {cond(graph.Exit, "", 1), 1},
		"exit, counted":    {cond(graph.Exit, "", 2.5), 2.5},
		"remaining":        {cond(graph.Remaining, "", 0.25), 0.75},
		"remaining: none":  {cond(graph.Remaining, "", 0), 1},
		"remaining: more":  {cond(graph.Remaining, "", 3), 0},
		"an event":         {cond(graph.Passed, "R", 0), 0.5},
		"event at a start": {cond(graph.Passed, "L", 0), 0},
	} {
		for _, steps := range []int{1, 3, 8, 100} {
			p := playGraph(t, rules([]graph.Transition{to("b", 0, 0, c.when)}, nil))
			for range steps {
				p.run((c.from + 0.125) / float64(steps))
			}
			if got := p.voices(); got != "run 0.125 1" {
				t.Errorf("%s, %d steps: %s", name, steps, got)
			}
		}
		if c.from == 0 {
			continue
		}
		p := playGraph(t, rules([]graph.Transition{to("b", 0, 0, c.when)}, nil))
		if p.run(c.from - 0.0625).states("a"); t.Failed() {
			t.Fatal(name)
		}
	}
}

// An exit below 1 comes with every loop: with what else a transition needs.
func TestExitOfEachLoop(t *testing.T) {
	p := playGraph(t, rules([]graph.Transition{to("b", 0, 0, cond(graph.Exit, "", 0.5), cond(graph.Is, "on", 1))}, nil))
	p.run(0.75).states("a")
	p.set("on", 1)
	p.run(0.5).states("a") // 1.25: not before the next
	p.run(0.5).shows("run 0.25 1")
	p = playGraph(t, rules([]graph.Transition{to("b", 0, 0, cond(graph.Exit, "", 1.5), cond(graph.Is, "on", 1))}, nil))
	p.run(1.75)
	p.set("on", 1)
	p.run(5).states("a") // once
}

// What plays backwards exits and ends backwards.
func TestExitBackwards(t *testing.T) {
	for test, want := range map[graph.Condition]float64{
		cond(graph.Exit, "", 0.25): 0.75, cond(graph.Remaining, "", 0.25): 0.75, cond(graph.Passed, "R", 0): 0.5, cond(graph.Exit, "", 1.5): 1.5,
	} {
		g := rules([]graph.Transition{to("b", 0, 0, test)}, nil)
		g.Root.(*graph.Machine).States[0].Node = &graph.Clip{Clip: "walk", Speed: graph.Number(-1)}
		p := playGraph(t, g)
		p.run(want - 0.0625).states("a")
		p.run(0.125).shows("run 0.0625 1")
	}
}

// A clip that stays at its end goes on to be at its end.
func TestRemainingOfOnce(t *testing.T) {
	g := rules([]graph.Transition{to("b", 0, 0, cond(graph.Remaining, "", 0), cond(graph.Is, "on", 1))}, nil)
	g.Root.(*graph.Machine).States[0].Node = once("walk")
	p := playGraph(t, g)
	p.run(3).states("a")
	p.set("on", 1)
	p.run(0.25).shows("run 0.25 1")
	g.Root.(*graph.Machine).States[0].Node = once("point")
	p = playGraph(t, g)
	p.set("on", 1)
	p.run(0.25).shows("run 0.25 1")
}

// A trigger lets one transition pass, and waits no longer than it lives.
func TestTriggers(t *testing.T) {
	fired := cond(graph.Fired, "go", 0)
	g := rules([]graph.Transition{to("b", 0, 0, fired, cond(graph.Is, "on", 1))}, []graph.Transition{to("c", 0, 0, fired)})
	p := playGraph(t, g)
	p.run(0.25)
	p.set("go", 0)
	p.set("on", 1)
	p.run(0.25).states("b")
	p.run(0.25).states("b") // used up
	p = playGraph(t, g)
	p.set("go", 0)
	p.run(0.25).states("a")
	p.set("on", 1)
	p.run(0.25).states("b") // it waited
	p = playGraph(t, g)
	p.set("go", 0)
	p.run(0.5).states("a")
	p.set("on", 1)
	p.run(0.25).states("a") // it waits no longer
	p.set("go", 0)
	k, _ := p.g.Program().Parameter("go")
	must.Do(t, p.g.Clear(0, k))
	p.run(0.25).states("a")
}

// Which transitions may end a fade.
func TestInterrupts(t *testing.T) {
	for interrupt, want := range map[graph.Interrupt][2]string{ // with y, which leaves a; with x, which leaves b
		graph.InterruptNone:        {"a b", "a b"},
		graph.InterruptSource:      {"a b c", "a b"},
		graph.InterruptDestination: {"a b", "a b c"},
		graph.InterruptBoth:        {"a b c", "a b c"},
	} {
		for k, name := range []string{"y", "x"} {
			leaves := to("b", 3, 1, cond(graph.Is, "on", 1))
			leaves.Interrupt = interrupt
			p := playGraph(t, rules([]graph.Transition{leaves, to("c", 2, 1, cond(graph.Above, "y", 0))}, []graph.Transition{to("c", 1, 1, cond(graph.Above, "x", 0))}))
			p.set("on", 1)
			p.run(0.25).states("a b")
			p.set(name, 1)
			p.run(0.25).states(want[k])
			if interrupt == graph.InterruptNone && name == "x" { // as soon as the fade is over
				p.run(0.75).shows("idle 0.25 0.25, run 0.25 0.75")
			}
		}
	}
}

// States that come back while they fade out go on, from the weight that they have.
func TestComesBack(t *testing.T) {
	p := playGraph(t, rules([]graph.Transition{to("b", 0, 1, cond(graph.Is, "on", 1))}, []graph.Transition{to("a", 0, 1, cond(graph.Is, "on", 0))}))
	p.set("on", 1)
	p.run(0.25).shows("run 0.25 0.25, walk 0.25 0.75")
	p.set("on", 0)
	p.run(0).shows("run 0.25 0.25, walk 0.25 0.75")
	p.run(0.5).shows("run 0.25 0.125, walk 0.75 0.875")
	p.run(0.5).shows("walk 0.25 1")
}

// A third fade in a row is inertialized.
func TestManyFades(t *testing.T) {
	g := rules([]graph.Transition{to("b", 0, 4, cond(graph.Above, "x", 0))}, []graph.Transition{to("c", 0, 4, cond(graph.Above, "x", 1))})
	m := g.Root.(*graph.Machine)
	m.States[2].Transitions = []graph.Transition{to("d", 0, 4, cond(graph.Above, "x", 2))}
	m.States = append(m.States, graph.State{Name: "d", Node: clip("wave")})
	p := playGraph(t, g)
	for x, want := range []string{"a", "a b", "a b c", "d"} {
		p.set("x", float64(x))
		p.run(0.25).states(want)
		if inertialized := p.step.Inertialize; (inertialized > 0) != (x == 3) {
			t.Errorf("step %d: inertialized for %v s", x, inertialized)
		}
	}
	p.shows("wave 0.25 1")
}

func TestInertialize(t *testing.T) {
	leaves := to("b", 0, 0, cond(graph.After, "", 0.5))
	leaves.Fade = graph.Fade{Seconds: 0.25, Part: 0.5, Inertialize: true}
	p := playGraph(t, rules([]graph.Transition{leaves}, nil))
	p.run(0.625).shows("run 0.125 1")
	if p.step.Inertialize != 0.5 || math.Abs(p.step.Late-0.125) > 1e-12 {
		t.Errorf("inertialized for %v s, %v s before the end of the step", p.step.Inertialize, p.step.Late)
	}
	if p.run(0.125); p.step.Inertialize != 0 {
		t.Error("inertialized twice")
	}
}

// A transition of all states leads to its own state only if it says so.
func TestAnyAndSelf(t *testing.T) {
	for _, self := range []bool{false, true} {
		g := rules(nil, nil)
		m := g.Root.(*graph.Machine)
		any := to("b", 0, 0, cond(graph.Fired, "go", 0))
		any.Self = self
		m.Any, m.Start = []graph.Transition{any}, "c"
		p := playGraph(t, g)
		p.run(0.25).shows("idle 0.25 1")
		p.set("go", 0)
		p.run(0.125).shows("run 0.125 1")
		p.set("go", 0)
		if p.run(0.125); self {
			p.shows("run 0.125 1")
		} else {
			p.shows("run 0.25 1")
		}
	}
}

func TestCooldown(t *testing.T) {
	there := to("b", 0, 0, cond(graph.Is, "on", 1))
	there.Cooldown = 1
	p := playGraph(t, rules([]graph.Transition{there}, []graph.Transition{to("a", 0, 0, cond(graph.After, "", 0.25))}))
	p.run(0.5)
	p.set("on", 1)
	p.run(0.125).states("b")
	p.run(0.25).states("a")
	p.run(0.5).states("a")
	p.run(0.25).shows("run 0.125 1") // 1 s after it was taken
}

// Where the clips of the next state start.
func TestStartAndMatch(t *testing.T) {
	there := to("b", 0, 0, cond(graph.Is, "on", 1))
	there.Start = 0.25
	p := playGraph(t, rules([]graph.Transition{there}, nil))
	p.run(0.5)
	p.set("on", 1)
	p.run(0.125).shows("run 0.25 1")
	there.Start, there.Match = 0, true
	p = playGraph(t, rules([]graph.Transition{there}, nil))
	p.run(0.5)
	p.set("on", 1)
	p.run(0.125).shows("run 0.375 1") // 0.25 + 0.125
}

// A machine in a state starts with it, and decides while that plays.
func TestMachineInMachine(t *testing.T) {
	inner := &graph.Machine{States: []graph.State{
		{Name: "x", Node: clip("walk"), Enter: []string{"in x"}, Transitions: []graph.Transition{to("y", 0, 0, cond(graph.After, "", 0.5))}},
		{Name: "y", Node: clip("run")},
	}}
	g := &graph.Graph{Parameters: []graph.Parameter{{Name: "on", Type: graph.Bool}}, Root: &graph.Machine{States: []graph.State{
		{Name: "out", Node: clip("idle"), Transitions: []graph.Transition{to("in", 0, 0.5, cond(graph.Is, "on", 1))}},
		{Name: "in", Node: inner, Transitions: []graph.Transition{to("out", 0, 0.5, cond(graph.Is, "on", 0))}},
	}}}
	p := playGraph(t, g)
	p.run(1).states("out")
	p.set("on", 1)
	p.run(0.25).shows("idle 1.25 0.5, walk 0.25 0.5")
	p.states("out in x")
	if got := fmt.Sprint(p.step.Fired); got != "[{in x 0.25}]" {
		t.Errorf("fired %v", got)
	}
	p.run(0.5).shows("run 0.25 1")
	p.set("on", 0)
	p.run(0.25).states("in out y")
	p.run(1).states("out")
	p.set("on", 1)
	p.run(0.25).states("out in x") // it starts again
}

// A circle of conditions that always hold does not hang.
func TestCircle(t *testing.T) {
	p := playGraph(t, rules([]graph.Transition{to("b", 0, 0.25)}, []graph.Transition{to("a", 0, 0.25)}))
	for range 100 {
		p.run(0.01)
	}
}

// More clips than an instance can play end their fades.
func TestTooManyClips(t *testing.T) {
	three := func(x float64) graph.Node {
		return &graph.Weights{Normalize: true, Sync: graph.SyncNone, Inputs: []graph.Weighted{
			{Weight: graph.Number(x), Node: clip("idle")}, {Weight: graph.Number(1), Node: clip("walk")}, {Weight: graph.Number(1), Node: clip("run")}, {Weight: graph.Number(1), Node: clip("jump")},
		}}
	}
	g := rules([]graph.Transition{to("b", 0, 4, cond(graph.Above, "x", 0))}, []graph.Transition{to("c", 0, 4, cond(graph.Above, "x", 1))})
	m := g.Root.(*graph.Machine)
	for k := range m.States {
		m.States[k].Node = three(float64(k + 1))
	}
	p := playGraph(t, g)
	p.run(0.25)
	p.set("x", 1)
	p.run(0.25).states("a b")
	p.set("x", 2)
	p.run(0.25).states("c")
	if math.Abs(p.step.Inertialize-4) > 1e-8 || math.Abs(p.step.Late-0.25) > 1e-8 {
		t.Errorf("inertialized for %v s, %v s before the end of the step", p.step.Inertialize, p.step.Late)
	}
	sum := float32(0)
	for k := range play.MaxLayers {
		if p.step.Used>>k&1 != 0 {
			sum += p.step.Clips[k].Weight
		}
	}
	if round(float64(sum)) != 1 {
		t.Errorf("the weights add up to %v", sum)
	}
}

// A condition on an event holds by a clip of the state, also where its phase follows
// another clip: one of a layer below, or of the state that leaves.
func TestEventOfFollower(t *testing.T) {
	follows := func(name string) *graph.Clip { return &graph.Clip{Clip: name, Sync: "gait"} }
	over := &graph.Machine{States: []graph.State{
		{Name: "a", Node: follows("run"), Transitions: []graph.Transition{to("b", 0, 0, cond(graph.Passed, "L", 0))}},
		{Name: "b", Node: clip("idle")},
	}}
	layered := &graph.Graph{Sync: []graph.Sync{{Name: "gait"}}, Root: &graph.Layer{Base: follows("walk"), Over: over, Weight: graph.Value{Offset: 0.5}}}
	fading := &graph.Graph{Sync: []graph.Sync{{Name: "gait"}}, Root: &graph.Machine{States: []graph.State{
		{Name: "first", Node: follows("walk"), Transitions: []graph.Transition{to("a", 0, 100, cond(graph.After, "", 0.25))}},
		{Name: "a", Node: follows("run"), Transitions: []graph.Transition{{To: "b", When: []graph.Condition{cond(graph.Passed, "L", 0)}, Interrupt: graph.InterruptDestination}}},
		{Name: "b", Node: clip("idle")},
	}}}
	for name, g := range map[string]*graph.Graph{"layer": layered, "fade": fading} {
		for _, steps := range []int{1, 3, 8, 100} {
			p := playGraph(t, g)
			for range steps {
				p.run(1. / float64(steps))
			}
			if got := p.voices(); !strings.Contains(got, "idle") {
				t.Errorf("%s, %d steps: %s", name, steps, got)
			}
		}
	}
}

// A phase of several intervals that goes back loses no round at its markers, nor where the
// step ends less than rounding beyond one.
func TestPhaseGoesBackOverMarkers(t *testing.T) {
	back := &graph.Graph{Sync: []graph.Sync{{Name: "gait", Markers: []string{"L", "R"}}}, Root: &graph.Clip{Clip: "run", Sync: "gait", Speed: graph.Value{Offset: -1}}}
	for s := range seed.Cases(t, 20) {
		r, p, total := rand.New(rand.NewPCG(s, 3)), playGraph(t, back), 0.
		run := func(dt float64) {
			t.Helper()
			p.run(dt)
			v := p.step.Clips[0]
			if total += dt; math.Abs(float64(v.Cycle)*0.5+v.To-(0.5-total)) > 1e-9 {
				t.Fatalf("cycle %d and %v s after %v s", v.Cycle, v.To, total)
			}
		}
		for range 100 {
			run(0.6 * r.Float64())
			run(float64(math.Mod(p.step.Clips[0].To+0.375, 0.5)) * (1 + float64(r.IntN(9)-4)*0x1p-53)) // to the first marker
			run(1 / (1 + float64(r.IntN(240))))
		}
	}
}
