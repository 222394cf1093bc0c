package graph_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// foreign is a node by what it embeds.
type foreign struct{ *graph.Clip }

func rooted(n graph.Node) *graph.Graph { return &graph.Graph{Root: n} }

func blend(samples ...graph.Sample) *graph.Graph {
	return rooted(&graph.Blend1D{X: graph.Number(0), Samples: samples})
}

func unknown(kind, text string) *graph.Graph {
	return rooted(&graph.Unknown{Type: kind, JSON: []byte(text)})
}

// run is a graph with a state that has transitions, and one of another name.
func run(any []graph.Transition, transitions ...graph.Transition) *graph.Graph {
	return rooted(&graph.Machine{Any: any, States: []graph.State{{Name: "run", Transitions: transitions}, {Name: "air"}}})
}

// Graphs that were made in Go are held to the same as files.
func TestCheck(t *testing.T) {
	nan := math.NaN()
	cycle := &graph.TimeSeek{At: graph.Number(0)}
	cycle.Node = &graph.Switch{By: graph.Number(0), Inputs: []graph.Node{nil, cycle}}
	var deep graph.Node
	for range graph.MaxDepth + 1 {
		deep = &graph.TimeSeek{At: graph.Number(0), Node: deep}
	}
	twice := func(n graph.Node) graph.Node { return &graph.Layer{Base: n, Over: n} }
	var shared graph.Node = &graph.Clip{Clip: "a"}
	for range 20 {
		shared = twice(shared)
	}
	copies := &graph.Graph{SubGraphs: []graph.Named{{Name: "0", Node: &graph.Clip{Clip: "a"}}}}
	for k := range 10 {
		copies.SubGraphs = append(copies.SubGraphs, graph.Named{Name: fmt.Sprint(k + 1), Node: twice(&graph.SubGraph{Name: fmt.Sprint(k)})})
	}
	chain := &graph.Graph{SubGraphs: []graph.Named{{Name: "0"}}}
	for k := range graph.MaxDepth + 1 {
		chain.SubGraphs = append(chain.SubGraphs, graph.Named{Name: fmt.Sprint(k + 1), Node: &graph.SubGraph{Name: fmt.Sprint(k)}})
	}
	hit := []graph.Condition{{Test: graph.Exit}}
	many := make([]graph.Parameter, graph.MaxParameters+1)
	for k := range many {
		many[k].Name = fmt.Sprint(k)
	}
	states := make([]graph.State, graph.MaxStates+1)
	for k := range states {
		states[k].Name = fmt.Sprint(k)
	}
	parameter := func(q graph.Parameter) *graph.Graph { return &graph.Graph{Parameters: []graph.Parameter{q}} }
	invalid, limit := graph.ErrGraph, graph.ErrLimit
	for _, c := range []struct {
		what string
		g    *graph.Graph
		kind error
		part []string
	}{
		{"typed nil", rooted((*graph.Clip)(nil)), invalid, []string{"/root: ", "nil *graph.Clip"}},
		{"unknown nil", rooted((*graph.Unknown)(nil)), invalid, []string{"/root: ", "nil *graph.Unknown"}},
		{"foreign", rooted(foreign{new(graph.Clip)}), invalid, []string{"/root: ", "graph_test.foreign"}},
		{"cycle", rooted(cycle), invalid, []string{"/root/node/inputs/1: ", "contains itself"}},
		{"deep", rooted(deep), limit, []string{"/node: ", "32 deep"}},
		{"shared", rooted(shared), limit, []string{"1024 nodes"}},
		{"copies", copies, limit, []string{"/subgraphs/9/over: ", "nodes"}},
		{"chain", chain, limit, []string{"/subgraphs/33: ", "33 deep"}},
		{"copies of a deep part", &graph.Graph{SubGraphs: []graph.Named{{Name: "a", Node: deep.(*graph.TimeSeek).Node}}, Root: &graph.SubGraph{Name: "a"}}, limit, []string{"/root: ", "33 deep"}},
		{"parameters", &graph.Graph{Parameters: many}, limit, []string{"/parameters: "}},
		{"states", rooted(&graph.Machine{States: states}), limit, []string{"/root/states: "}},
		{"no states", rooted(&graph.Machine{}), invalid, []string{"/root: ", `"states"`}},
		{"two names", rooted(&graph.Machine{States: make([]graph.State, 2)}), invalid, []string{"/root/states", "name"}},
		{"two equal names", rooted(&graph.Machine{States: []graph.State{{Name: "a"}, {Name: "a"}}}), invalid, []string{"/root/states: ", `"a"`}},
		{"bad name", &graph.Graph{Name: "\xff"}, invalid, []string{"/name: "}},
		{"bad clip", rooted(&graph.Clip{Clip: "\xff"}), invalid, []string{"/root: "}},
		{"no clip", rooted(&graph.Clip{}), invalid, []string{"/root: ", `"clip"`}},
		{"loop", rooted(&graph.Clip{Clip: "a", Loop: 9}), invalid, []string{"/root/loop: ", "9"}},
		{"start", rooted(&graph.Clip{Clip: "a", Start: nan}), invalid, []string{"/root/start: ", "NaN"}},
		{"speed", rooted(&graph.Clip{Clip: "a", Speed: graph.Number(math.Inf(1))}), invalid, []string{"/root/speed: ", "+Inf"}},
		{"scale", rooted(&graph.Clip{Clip: "a", Speed: graph.Value{Parameter: "b", Scale: nan}}), invalid, []string{"/root/speed", `"b"`}},
		{"nothing as x", rooted(&graph.Blend1D{Samples: make([]graph.Sample, 1)}), invalid, []string{"/root: ", `needs "x"`}},
		{"no samples", blend(), invalid, []string{"/root: ", `needs "samples"`}},
		{"equal samples", blend(graph.Sample{X: 0}, graph.Sample{X: math.Copysign(0, -1)}), invalid, []string{"/root/samples/1/at: "}},
		{"sample", blend(graph.Sample{X: nan}), invalid, []string{"/root/samples/0/at: ", "NaN"}},
		{"samples", blend(make([]graph.Sample, graph.MaxInputs+1)...), limit, []string{"/root/samples: "}},
		{"weights", rooted(&graph.Weights{Inputs: make([]graph.Weighted, 1)}), invalid, []string{"/root/inputs/0: ", `"weight"`}},
		{"fade", rooted(&graph.Switch{By: graph.Number(0), Inputs: make([]graph.Node, 1), Fade: graph.Fade{Seconds: nan}}), invalid, []string{"/root/fade/seconds: ", "NaN"}},
		{"curve", rooted(&graph.Switch{By: graph.Number(0), Inputs: make([]graph.Node, 1), Fade: graph.Fade{Curve: play.EaseOut + 1}}), invalid, []string{"/root/fade/curve: "}},
		{"type", parameter(graph.Parameter{Name: "a", Type: graph.Vec2 + 1}), invalid, []string{"/parameters/a/type: "}},
		{"limits", parameter(graph.Parameter{Name: "a", Min: 2, Max: 1}), invalid, []string{"/parameters/a/min: ", "2 is not below max"}},
		{"equal limits", parameter(graph.Parameter{Name: "a", Min: 2, Max: 2, Default: 2}), invalid, []string{"/parameters/a/min: "}},
		{"no limit", parameter(graph.Parameter{Name: "a", Min: nan}), invalid, []string{"/parameters/a/min: ", "NaN"}},
		{"infinite limit", parameter(graph.Parameter{Name: "a", Min: math.Inf(1), Max: math.Inf(1)}), invalid, []string{"/parameters/a/min: "}},
		{"default", parameter(graph.Parameter{Name: "a", Type: graph.Vec2, DefaultY: 2, Max: 1}), invalid, []string{"/parameters/a/default: ", "2 is outside"}},
		{"truth", parameter(graph.Parameter{Name: "a", Type: graph.Bool, Default: 2}), invalid, []string{"/parameters/a/default: ", "0 nor 1"}},
		{"lifetime", parameter(graph.Parameter{Name: "a", Type: graph.Trigger, Lifetime: nan}), invalid, []string{"/parameters/a/lifetime: "}},
		{"mask", &graph.Graph{Masks: []graph.Mask{{Name: "a"}}}, invalid, []string{"/masks/a: ", "no steps"}},
		{"step", &graph.Graph{Masks: []graph.Mask{{Name: "a", Steps: []pose.MaskStep{{Name: "x"}, {}}}}}, invalid, []string{"/masks/a/1: ", "joint"}},
		{"marker", &graph.Graph{Sync: []graph.Sync{{Name: "a", Markers: []string{""}}}}, invalid, []string{"/sync/a/markers/0: ", "empty"}},
		{"unknown", unknown("a", `{"type": "a"}`), invalid, []string{"/root: ", "optional"}},
		{"space", unknown("a", ` {"type": "a", "optional": true}`), invalid, []string{"/root: ", "plain object"}},
		{"no JSON", unknown("a", `{"type": "a", "optional": true`), invalid, []string{"/root: ", "not JSON"}},
		{"bad text", unknown("a", `{"type": "a", "optional": true, "x": "`+"\xff"+`"}`), invalid, []string{"/root: ", "not JSON"}},
		{"two types", unknown("a", `{"type": "b", "optional": true, "type": "a"}`), invalid, []string{"/root: ", "plain object"}},
		{"another type", unknown("b", `{"type": "a", "optional": true}`), invalid, []string{"/root: ", `"b"`}},
		{"known type", unknown("clip", `{"type": "clip", "optional": true}`), invalid, []string{"/root: ", "is known"}},
		{"interrupt", run(nil, graph.Transition{To: "air", Interrupt: graph.InterruptBoth + 1}), invalid, []string{"/root/states/run/transitions/0/interrupt: "}},
		{"test", run(nil, graph.Transition{To: "air", When: []graph.Condition{{Test: graph.Passed + 1}}}), invalid, []string{"/transitions/0/when/0: ", "9"}},
		{"seconds", run(nil, graph.Transition{To: "air", When: []graph.Condition{{Test: graph.After, Value: nan}}}), invalid, []string{"/when/0/after: ", "NaN"}},
		{"self", run(nil, graph.Transition{To: "air", Self: true}), invalid, []string{"/transitions/0: ", "self"}},
		{"priority", run(nil, graph.Transition{To: "air", Priority: math.MaxInt}), invalid, []string{"/transitions/0/priority: "}},
		{"priorities", run([]graph.Transition{{To: "air", When: hit}}, graph.Transition{To: "air"}), invalid, []string{"/root/states/run/transitions/0: ", "priority 0", "/root/any/0"}},
		{"own priorities", run([]graph.Transition{{To: "run", When: hit, Self: true}}, graph.Transition{To: "air"}), invalid, []string{"/root/states/run/transitions/0: ", "/root/any/0"}},
	} {
		_, err := c.g.JSON()
		checkError(t, c.what, err, c.kind, c.part...)
		if h := c.g.Hash(); h != 0 {
			t.Errorf("%s: the hash is %x", c.what, h)
		}
	}
	var none *graph.Graph
	if _, err := none.JSON(); err == nil || none.Hash() != 0 {
		t.Error("no graph at all can be written")
	}
	for _, g := range []*graph.Graph{
		{}, rooted(twice(twice(&graph.Clip{Clip: "a"}))),
		run([]graph.Transition{{To: "run", When: hit}, {To: "air", When: hit, Priority: 1}}, graph.Transition{To: "air"}), // a transition of any does not lead to itself
		rooted(&graph.Clip{Clip: "a", Speed: graph.Value{Offset: 2}}),
	} {
		if _, err := g.JSON(); err != nil || g.Hash() == 0 {
			t.Errorf("%+v: error %v", g.Root, err)
		}
	}
	if a, b := rooted(&graph.Clip{Clip: "a", Speed: graph.Value{Offset: 2}}), rooted(&graph.Clip{Clip: "a", Speed: graph.Number(2)}); a.Hash() != b.Hash() {
		t.Error("a number's scale is hashed")
	}
}

// A graph has up to MaxNodes nodes, and not one more.
func TestMostNodes(t *testing.T) {
	for _, n := range []int{graph.MaxNodes, graph.MaxNodes + 1} {
		inputs := (n - 1 + graph.MaxInputs) / (graph.MaxInputs + 1) // switches below the first node, as even as can be
		g, left := &graph.Switch{By: graph.Number(0)}, n-1-inputs
		for k := range inputs {
			s := &graph.Switch{By: graph.Number(0)}
			for range (left + inputs - k - 1) / (inputs - k) {
				s.Inputs, left = append(s.Inputs, clip("idle")), left-1
			}
			g.Inputs = append(g.Inputs, s)
		}
		if _, err := rooted(g).JSON(); left != 0 || errors.Is(err, graph.ErrLimit) != (n > graph.MaxNodes) || n <= graph.MaxNodes && err != nil {
			t.Errorf("%d nodes, %d left: %v", n, left, err)
		}
	}
}
