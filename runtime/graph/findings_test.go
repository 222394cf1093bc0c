package graph_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/runtime/graph"
)

// findings lists what a machine's graph has without effect: "kind path".
func findings(m *graph.Machine) string {
	g := &graph.Graph{
		Parameters: []graph.Parameter{
			{Name: "a", Min: 0, Max: 10}, {Name: "on", Type: graph.Bool}, {Name: "go", Type: graph.Trigger}, {Name: "v", Type: graph.Vec2},
		},
		Root: &graph.Layer{Base: m, Weight: graph.ValueOf("v.x"), Over: &graph.TimeSeek{At: graph.ValueOf("a"), Node: &graph.Speed{Speed: graph.ValueOf("on"), Node: &graph.OneShot{Trigger: "go"}}}},
	}
	var list []string
	for _, f := range g.Findings() {
		list = append(list, fmt.Sprint(f.Kind, " ", strings.TrimPrefix(f.Path, "/root/base")))
	}
	return strings.Join(list, ", ")
}

func two(transitions ...graph.Transition) *graph.Machine {
	for k := range transitions {
		transitions[k].Priority = k
	}
	return &graph.Machine{States: []graph.State{{Name: "x", Transitions: transitions}, {Name: "y/", Transitions: []graph.Transition{{To: "x"}}}, {Name: "z", Transitions: []graph.Transition{{To: "x"}}}}}
}

func goes(state string, when ...graph.Condition) graph.Transition {
	return graph.Transition{To: state, When: when}
}

// What never happens is found, and nothing that may happen.
func TestFindings(t *testing.T) {
	c := func(test graph.Test, name string, v float64) graph.Condition {
		return graph.Condition{Test: test, Name: name, Value: v}
	}
	above1, above2 := c(graph.Above, "a", 1), c(graph.Above, "a", 2)
	fired := c(graph.Fired, "go", 0)
	late := func(t graph.Transition, set func(*graph.Transition)) graph.Transition { set(&t); return t }
	for _, x := range []struct {
		name string
		m    *graph.Machine
		want string
	}{
		{"nothing", two(goes("y/", above2), goes("z", above1)), ""},
		{"a superset", two(goes("y/", above1), goes("z", fired, above2)), "shadowed /states/x/transitions/1"},
		{"unconditional", two(goes("y/"), goes("z", fired)), "shadowed /states/x/transitions/1"},
		{"the same", two(goes("y/", fired), goes("z", fired)), "shadowed /states/x/transitions/1"},
		{"less", two(goes("y/", fired, above1), goes("z", fired)), ""},
		{"equal is above", two(goes("y/", above1), goes("z", c(graph.Is, "a", 2))), "shadowed /states/x/transitions/1"},
		{"equal is not above", two(goes("y/", above1), goes("z", c(graph.Is, "a", 1))), ""},
		{"below", two(goes("y/", c(graph.Below, "a", 3)), goes("z", c(graph.Below, "a", 3))), "shadowed /states/x/transitions/1"},
		{"not equal", two(goes("y/", c(graph.IsNot, "a", 1)), goes("z", above1)), "shadowed /states/x/transitions/1"},
		{"truth", two(goes("y/", c(graph.IsNot, "on", 1)), goes("z", c(graph.Is, "on", 0))), "shadowed /states/x/transitions/1"},
		{"later", two(goes("y/", c(graph.After, "", 1)), goes("z", c(graph.After, "", 2))), "shadowed /states/x/transitions/1"},
		{"sooner", two(goes("y/", c(graph.After, "", 2)), goes("z", c(graph.After, "", 1))), ""},
		{"nearer the end", two(goes("y/", c(graph.Remaining, "", 2)), goes("z", c(graph.Remaining, "", 1))), "shadowed /states/x/transitions/1"},
		{"other parts", two(goes("y/", c(graph.Exit, "", 0.5)), goes("z", c(graph.Exit, "", 0.6))), ""},
		{"the same part", two(goes("y/", c(graph.Exit, "", 0.5)), goes("z", c(graph.Exit, "", 0.5), fired)), "shadowed /states/x/transitions/1"},
		{"events", two(goes("y/", c(graph.Passed, "L", 0)), goes("z", c(graph.Passed, "L", 0))), "shadowed /states/x/transitions/1"},
		{"other events", two(goes("y/", c(graph.Passed, "L", 0)), goes("z", c(graph.Passed, "R", 0))), ""},
		{"with a pause", two(late(goes("y/", fired), func(t *graph.Transition) { t.Cooldown = 1 }), goes("z", fired)), ""},
		{"interrupted by others of its source", two(late(goes("y/", fired), func(t *graph.Transition) { t.Interrupt = graph.InterruptBoth }), goes("z", fired)), ""},
		{"contradiction", two(goes("y/"+"", above2, c(graph.Below, "a", 2)), goes("z", above1)), "impossible /states/x/transitions/0, unreachable /states/y~1"},
		{"out of reach", two(goes("y/", c(graph.Above, "a", 10)), goes("z", above1)), "impossible /states/x/transitions/0, unreachable /states/y~1"},
		{"in reach", two(goes("y/", c(graph.Is, "a", 10)), goes("z", above1)), ""},
		{"missing", two(goes("y/", c(graph.IsNot, "a", 3), c(graph.Is, "a", 3)), goes("z")), "impossible /states/x/transitions/0, unreachable /states/y~1"},
		{"both truths", two(goes("y/", c(graph.Is, "on", 1), c(graph.IsNot, "on", 1)), goes("z")), "impossible /states/x/transitions/0, unreachable /states/y~1"},
	} {
		if got := findings(x.m); got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// A transition of any state is shadowed where it is in each of them.
func TestFindingsOfAny(t *testing.T) {
	fired := []graph.Condition{{Test: graph.Fired, Name: "go"}}
	m := two(goes("y/", fired...))
	m.Any = []graph.Transition{{To: "z", Priority: 9, When: fired}}
	if got := findings(m); got != "shadowed /any/0" { // x goes to y first, and y to x
		t.Errorf("%q", got)
	}
	m.States[1].Transitions[0].When = []graph.Condition{{Test: graph.Above, Name: "a", Value: 1}}
	if got := findings(m); got != "" {
		t.Errorf("%q", got)
	}
	m.Any = append(m.Any, graph.Transition{To: "z", Priority: 10, When: append(fired, m.States[1].Transitions[0].When...)})
	if got := findings(m); got != "shadowed /any/1" {
		t.Errorf("%q", got)
	}
}

// Names that nothing uses are found.
func TestFindingsOfNames(t *testing.T) {
	g := jumper()
	g.Parameters = append(g.Parameters, graph.Parameter{Name: "move", Type: graph.Vec2}, graph.Parameter{Name: "more/"}, graph.Parameter{Name: "move2", Type: graph.Vec2})
	g.Masks = append(g.Masks, graph.Mask{Name: "lower"})
	g.Sync = append(g.Sync, graph.Sync{Name: "breath"})
	g.SubGraphs = append(g.SubGraphs, graph.Named{Name: "legs", Node: clip("walk")})
	var list []string
	g.Root = &graph.Layer{Base: g.Root, Weight: graph.ValueOf("move2.x")}
	for _, f := range g.Findings() {
		list = append(list, fmt.Sprint(f.Kind, " ", f.Path))
	}
	if got := strings.Join(list, ", "); got != "unused /parameters/move, unused /parameters/more~1, unused /masks/lower, unused /sync/breath, unused /subgraphs/legs" {
		t.Error(got)
	}
}

// What is found to be without effect never happens, whatever machines of chance do with
// parameters of chance.
func TestFindingsNeverHappen(t *testing.T) {
	names := map[graph.FindingKind]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := chance(r)
		g := &graph.Graph{Root: m, Parameters: []graph.Parameter{
			{Name: "a", Min: 0, Max: 3}, {Name: "n", Type: graph.Int, Min: -1, Max: 2}, {Name: "on", Type: graph.Bool}, {Name: "go", Type: graph.Trigger, Lifetime: 0.3},
		}}
		without := make(map[string]graph.Finding)
		for _, f := range g.Findings() {
			without[f.Path] = f
			names[f.Kind]++
		}
		p := playGraph(t, g)
		p.g.Cover(true)
		for range 300 {
			switch r.IntN(8) {
			case 0:
				p.set("a", float64(r.IntN(7))/2)
			case 1:
				p.set("n", float64(r.IntN(4)-1))
			case 2:
				p.set("on", float64(r.IntN(2)))
			case 3:
				p.set("go", 0)
			}
			p.run([]float64{0.01, 0.1, 0.4, 0}[r.IntN(4)])
		}
		for _, of := range p.g.Coverage().Machines {
			for _, x := range of.Transitions {
				if f, ok := without[x.Path]; ok && x.Taken > 0 {
					t.Errorf("seed %d: %s is %s and was taken %d times: %s", seed, x.Path, f.Kind, x.Taken, f.Text)
				}
			}
			for _, s := range of.States {
				if f, ok := without["/root/states/"+s.Name]; ok && s.Entered+s.Steps > 0 {
					t.Errorf("seed %d: %s", seed, f.Text)
				}
			}
		}
	}
	for _, kind := range []graph.FindingKind{graph.Shadowed, graph.Impossible, graph.Unreachable} {
		if names[kind] < 20 {
			t.Errorf("%d findings are %s", names[kind], kind)
		}
	}
}

// chance is a machine of three states.
func chance(r *rand.Rand) *graph.Machine {
	condition := func() graph.Condition {
		switch r.IntN(8) {
		case 0:
			return graph.Condition{Test: graph.Test(r.IntN(4)), Name: "n", Value: float64(r.IntN(5) - 2)}
		case 1:
			return graph.Condition{Test: graph.Test(r.IntN(2)), Name: "on", Value: float64(r.IntN(2))}
		case 2:
			return graph.Condition{Test: graph.Fired, Name: "go"}
		case 3:
			return graph.Condition{Test: graph.Exit, Value: float64(r.IntN(3)) / 2}
		case 4:
			return graph.Condition{Test: graph.After, Value: float64(r.IntN(3)) / 4}
		case 5:
			return graph.Condition{Test: graph.Remaining, Value: float64(r.IntN(3)) / 4}
		}
		return graph.Condition{Test: graph.Test(r.IntN(4)), Name: "a", Value: float64(r.IntN(7)) / 2}
	}
	states := []string{"x", "y", "z"}
	transition := func(priority int) graph.Transition {
		t := graph.Transition{To: states[r.IntN(3)], Priority: priority, Interrupt: graph.Interrupt(r.IntN(4)), Fade: straight(float64(r.IntN(3)) / 8)}
		for range 1 + r.IntN(3) {
			t.When = append(t.When, condition())
		}
		if r.IntN(8) == 0 {
			t.Cooldown = 0.5
		}
		return t
	}
	m := &graph.Machine{}
	for k, name := range states {
		s := graph.State{Name: name, Node: clip([]string{"idle", "walk", "run"}[k])}
		for n := range r.IntN(4) {
			s.Transitions = append(s.Transitions, transition(n))
		}
		m.States = append(m.States, s)
	}
	for n := range r.IntN(3) {
		t := transition(n - 5)
		t.Self = r.IntN(2) == 0
		m.Any = append(m.Any, t)
	}
	return m
}
