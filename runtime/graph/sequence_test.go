package graph_test

import (
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// The nodes of a sequence play one after the other: the last one on, or all again.
func TestSequence(t *testing.T) {
	inputs := []graph.Node{clip("walk"), &graph.Clip{Clip: "run", Loop: play.Clamp}, clip("idle")}
	p := playGraph(t, &graph.Graph{Root: &graph.Sequence{Inputs: inputs}})
	p.run(0.75).shows("walk 0.75 1")
	p.run(0.5).states("1")
	p.run(0.375).shows("idle 0.125 1")
	p.run(10).states("2")

	p = playGraph(t, &graph.Graph{Root: &graph.Sequence{Inputs: inputs[:2], Loop: true}})
	p.run(1.25).states("1")
	p.run(0.5).shows("walk 0.25 1")
	p.run(1.5).shows("walk 0.25 1")

	p = playGraph(t, &graph.Graph{Root: &graph.Sequence{Inputs: inputs[:2], Fade: graph.Fade{Seconds: 0.25, Curve: play.Straight}}})
	p.run(0.875).shows("run 0.125 0.5, walk 0.875 0.5")
	p.run(9).states("1")
}

// A sequence of one node plays that.
func TestSequenceOfOne(t *testing.T) {
	p := playGraph(t, &graph.Graph{Root: &graph.Sequence{Inputs: []graph.Node{clip("walk")}, Loop: true}})
	p.run(1.25).states("0")
}

// A sequence is read as it is written, and refused where it cannot be.
func TestSequenceJSON(t *testing.T) {
	const text = `{"type": "sequence", "inputs": ["draw", null, "aim"], "fade": 0.25, "loop": true}`
	g, err := graph.Parse([]byte(within(text)))
	must.Do(t, err)
	back, err := g.JSON()
	must.Do(t, err)
	if !strings.Contains(string(back), text) {
		t.Errorf("it is written as %s", back)
	}
	if got := g.Root.Details(); got != "fade 0.25 s, again and again" {
		t.Error(got)
	}
	_, err = graph.Parse([]byte(within(`{"type": "sequence", "inputs": []}`)))
	refused(t, err, soa.ErrFormat, "/root/inputs: ", "needs 1")
	_, err = graph.Compile(&graph.Graph{Root: &graph.Sequence{Inputs: []graph.Node{clip("walk"), clip("wlk")}}}, troupe())
	refused(t, err, graph.ErrGraph, "/root/inputs/1: ", `"walk"`)
}
