package graph_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// divided draws graphs of all kinds of nodes, whose states may be entered and left at one moment.
// Their times have no common measure, but for 0: of two changes at nearly one moment rounding decides.
type divided struct {
	*rand.Rand
	parts int // subgraphs that nodes can copy
}

func pick[T any](d *divided, list ...T) T { return list[d.IntN(len(list))] }

func (d *divided) graph() *graph.Graph {
	g := &graph.Graph{
		Parameters: []graph.Parameter{{Name: "f", Default: 0.93}, {Name: "w", Default: 0.47}, {Name: "i", Type: graph.Int}, {Name: "t", Type: graph.Trigger, Lifetime: math.Inf(1)}, {Name: "on", Type: graph.Bool}},
		Sync:       []graph.Sync{{Name: "gait"}, {Name: "steps", Markers: []string{"left", "right"}}, {Name: "lead", Lead: true}},
	}
	for k := range d.IntN(2) {
		g.SubGraphs = append(g.SubGraphs, graph.Named{Name: fmt.Sprint("part ", k), Node: d.node(1)})
		d.parts++
	}
	g.Root = d.node(3)
	return g
}

func (d *divided) fade() graph.Fade {
	return pick(d, graph.Fade{}, graph.Fade{}, graph.Fade{Seconds: 0.2113}, graph.Fade{Seconds: 0.3179, Curve: play.Straight}, graph.Fade{Part: 0.2871},
		graph.Fade{Seconds: 0.1933, Inertialize: true}, graph.Fade{Seconds: 0.5153, Curve: play.EaseOut}, graph.Fade{Seconds: 0.1171, Curve: play.EaseIn})
}

func (d *divided) clip() graph.Node {
	c := &graph.Clip{
		Clip: fmt.Sprint("clip ", d.IntN(5)), Loop: pick(d, play.Wrap, play.Wrap, play.Clamp, play.PingPong), Start: pick(d, 0, 0.3119),
		Speed: pick(d, graph.Number(1), graph.Number(0.7), graph.Number(2), graph.Number(-1), graph.Value{Parameter: "f", Scale: 0.2, Offset: 0.5}),
	}
	if c.Loop != play.Clamp {
		c.Sync = pick(d, "", "", "gait", "lead")
	}
	if c.Loop == play.Wrap && c.Sync == "" && d.IntN(4) == 0 {
		c.Sync = "steps"
	}
	return c
}

func (d *divided) once(k int) graph.Node {
	return &graph.Clip{Clip: fmt.Sprint("clip ", k), Loop: play.Clamp}
}

func (d *divided) node(depth int) graph.Node {
	if depth == 0 || d.IntN(4) == 0 {
		return d.clip()
	}
	depth--
	switch d.IntN(11) {
	case 0:
		return &graph.Blend1D{X: graph.ValueOf("f"), Samples: []graph.Sample{{X: 0, Node: d.node(depth)}, {X: 2, Node: d.clip()}, {X: 4, Node: d.clip()}}, Sync: pick(d, "", "gait", graph.SyncNone)}
	case 1:
		return &graph.OneShot{Base: d.node(depth), Shot: d.once(1), Trigger: "t", In: d.fade(), Out: d.fade(), Again: d.IntN(2) == 0, Adds: d.IntN(3) == 0}
	case 2:
		return &graph.Sequence{Fade: graph.Fade{Seconds: pick(d, 0, 0.1237, 0.2357)}, Loop: d.IntN(2) == 0, Inputs: []graph.Node{d.once(0), d.once(3)}}
	case 3:
		return &graph.Switch{By: graph.ValueOf("i"), Fade: d.fade(), Inputs: []graph.Node{d.node(depth), d.node(depth)}}
	case 4:
		return &graph.Layer{Base: d.node(depth), Over: d.clip(), Weight: graph.ValueOf("w")}
	case 5:
		return &graph.Additive{Base: d.node(depth), Add: d.clip(), Weight: graph.ValueOf("w")}
	case 6:
		if d.parts > 0 {
			return &graph.SubGraph{Name: "part 0"}
		}
	}
	return d.machine(depth)
}

func (d *divided) machine(depth int) graph.Node {
	m, names := &graph.Machine{}, []string{"a", "b", "c"}
	for k, name := range names {
		s := graph.State{Name: name, Node: d.node(depth), Enter: []string{"in " + name}, Exit: []string{"out " + name}}
		if d.IntN(12) == 0 {
			s.Node = nil
		}
		for n := range 1 + d.IntN(2) {
			t := d.transition(names[(k+1+d.IntN(2))%3])
			t.Priority = n
			s.Transitions = append(s.Transitions, t)
		}
		m.States = append(m.States, s)
	}
	if d.IntN(4) == 0 {
		t := d.transition(pick(d, names...))
		t.Priority, t.When, t.Self = -1, []graph.Condition{cond(graph.Fired, "t", 0)}, d.IntN(2) == 0
		m.Any = []graph.Transition{t}
	}
	return m
}

func (d *divided) transition(to string) graph.Transition {
	t := graph.Transition{To: to, Fade: d.fade(), Interrupt: graph.Interrupt(d.IntN(4)), Match: d.IntN(3) == 0, Cooldown: pick(d, 0, 0.5471)}
	for range 1 + d.IntN(5)/4 {
		t.When = append(t.When, pick(d,
			cond(graph.Exit, "", 0.6893), cond(graph.Exit, "", 1), cond(graph.Exit, "", 1.5179), cond(graph.After, "", 0.4127), cond(graph.After, "", 0), cond(graph.Remaining, "", 0.2231), cond(graph.Fired, "t", 0),
			cond(graph.Above, "f", 2), cond(graph.Below, "f", 2), cond(graph.Is, "on", 1), cond(graph.IsNot, "i", 1), cond(graph.Passed, "right", 0), cond(graph.Passed, "left", 0)))
	}
	return t
}

// set changes a parameter of both instances.
func (d *divided) set(in ...*graph.Instances) (text string) {
	what, v, on := d.IntN(5), 4*d.Float64(), float64(d.IntN(2))
	for _, g := range in {
		switch what {
		case 0:
			_ = g.Trigger(0, 3)
		case 1:
			_ = g.Set(0, 0, v)
		case 2:
			_ = g.Set(0, 1, v/4)
		case 3:
			_ = g.Set(0, 2, float64(int(v/2)))
		case 4:
			_ = g.Set(0, 4, on)
		}
	}
	return fmt.Sprint([]string{"trigger t", "f", "w", "i", "on"}[what], " = ", v)
}
