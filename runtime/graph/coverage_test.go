package graph_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// used lists what of a graph was used: states with steps, transitions and samples.
func used(c graph.Coverage) string {
	var list []string
	for _, m := range c.Machines {
		for _, s := range m.States {
			list = append(list, fmt.Sprintf("%s %d/%d", s.Name, s.Entered, s.Steps))
		}
		for _, t := range m.Transitions {
			if t.Taken > 0 {
				list = append(list, fmt.Sprintf("%s→%s %d", t.From, t.To, t.Taken))
			}
		}
	}
	for _, b := range c.Blends {
		for _, s := range b.Samples {
			list = append(list, fmt.Sprintf("[%s] %d", s.Label, s.Steps))
		}
	}
	return strings.Join(list, ", ")
}

// What is played is counted, and nothing else.
func TestCoverage(t *testing.T) {
	p := playGraph(t, jumper())
	if got := p.g.Coverage(); got.Machines != nil {
		t.Errorf("without a recorder there is %v", got)
	}
	p.g.Cover(true)
	p.run(0.5)
	p.set("speed", 2)
	p.run(0.125).run(0.25)
	want := "stand 1/2, go 1/2, jump 0/0, stand→go 1"
	if got := used(p.g.Coverage()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	p.set("jump", 0)
	p.run(0.0625).run(2) // it comes down, and goes on before the step ends
	want = "stand 2/2, go 2/4, jump 1/1, stand→go 2, go→jump 1, jump→stand 1"
	if got := used(p.g.Coverage()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := p.g.Coverage().String(); got != "3 of 3 states, 3 of 5 transitions, 0 of 0 samples" {
		t.Error(got)
	}
	p.g.Cover(true)
	if got := p.g.Coverage().String(); got != "0 of 3 states, 0 of 5 transitions, 0 of 0 samples" {
		t.Error(got)
	}
	p.g.Cover(false)
	p.run(1)
	if got := p.g.Coverage(); got.Machines != nil {
		t.Errorf("without a recorder there is %v", got)
	}
}

// Samples count where they have a weight, each in its blend.
func TestCoverageOfSamples(t *testing.T) {
	line := &graph.Blend1D{X: graph.ValueOf("x"), Samples: []graph.Sample{{X: 0, Node: clip("idle")}, {X: 1, Node: clip("walk")}, {X: 2, Node: clip("run")}}}
	g := &graph.Graph{
		Parameters: []graph.Parameter{{Name: "x"}, {Name: "w"}},
		Root:       &graph.Weights{Inputs: []graph.Weighted{{Weight: graph.Number(1), Node: line}, {Weight: graph.ValueOf("w"), Node: line}}},
	}
	p := playGraph(t, g)
	p.g.Cover(true)
	p.run(0.1)
	p.set("x", 0.5)
	p.run(0.1)
	want := "[1] 2, [w] 0, [0] 2, [1] 1, [2] 0, [0] 0, [1] 0, [2] 0"
	if got := used(p.g.Coverage()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	p.set("w", 1)
	p.set("x", 2)
	p.run(0.1)
	want = "[1] 3, [w] 1, [0] 2, [1] 1, [2] 1, [0] 0, [1] 0, [2] 1"
	if got := used(p.g.Coverage()); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Counting changes nothing that is played, takes no memory in a step, and workers count
// together.
func TestCoverageOfCrowds(t *testing.T) {
	model := character()
	const n = 40
	run := func(workers int, cover bool) (*stage, string) {
		s := newStage(t, model, wholeBody(), n, runtime.CrowdOptions{Workers: workers})
		defer s.crowd.Close()
		s.g.Cover(cover)
		for step := range 90 {
			for i := range n {
				s.script(i, step)
			}
			must.Do(t, s.crowd.Update(1./30))
		}
		return s, used(s.g.Coverage())
	}
	plain, _ := run(1, false)
	one, counts := run(1, true)
	_, together := run(3, true)
	if counts != together {
		t.Errorf("one worker %s\nthree workers %s", counts, together)
	}
	for k, v := range plain.crowd.Palettes() {
		if one.crowd.Palettes()[k] != v {
			t.Fatalf("value %d of the palettes is %v, want %v", k, one.crowd.Palettes()[k], v)
		}
	}
	d := one.g.NewDriver(play.MaxLayers)
	if allocs := testing.AllocsPerRun(50, func() { d.Drive(3, 1./30) }); allocs != 0 {
		t.Errorf("%v allocations in a step", allocs)
	}
}
