package graph_test

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// drawing makes random graphs that contradict nothing.
type drawing struct {
	*rapid.T
	g                            *graph.Graph
	values, numbers, bools, jump []string // names of parameters
	parts                        int      // those that nodes can use
	left                         int      // nodes
}

func drawGraph(t *rapid.T) *graph.Graph {
	d := &drawing{T: t, g: &graph.Graph{Name: rapid.SampledFrom([]string{"", "hero"}).Draw(t, "name")}, left: 40}
	for k := range d.count(5) {
		d.parameter(d.unique(k))
	}
	for k := range d.count(2) {
		m := graph.Mask{Name: d.unique(k), Steps: make([]pose.MaskStep, 1+d.count(2))}
		for i := range m.Steps {
			m.Steps[i] = pose.MaskStep{Joints: pose.MaskJoints(d.count(2)), Name: d.text(), Weight: rapid.Float32Range(0, 1).Draw(t, "weight")}
			if m.Steps[i].Joints == pose.BySubtree {
				m.Steps[i].Feather = d.count(5)
			}
		}
		d.g.Masks = append(d.g.Masks, m)
	}
	for k := range d.count(2) {
		d.g.Sync = append(d.g.Sync, graph.Sync{Name: d.unique(k), Markers: d.texts(), Lead: d.yes()})
	}
	for k := range d.count(2) {
		d.g.SubGraphs = append(d.g.SubGraphs, graph.Named{Name: d.unique(k), Node: d.node(3)})
		d.parts++
	}
	d.g.Root = d.node(5)
	return d.g
}

func (d *drawing) count(most int) int { return rapid.IntRange(0, most).Draw(d.T, "count") }
func (d *drawing) yes() bool          { return rapid.Bool().Draw(d.T, "yes") }

func (d *drawing) text() string {
	return rapid.StringOfN(rapid.RuneFrom([]rune(`ab."\/~<é 0`)), 1, 6, -1).
		Filter(func(s string) bool { return s[len(s)-1] != '\\' }).Draw(d.T, "text")
}

func (d *drawing) unique(k int) string { return fmt.Sprint(k, "/", d.text()) }

func (d *drawing) texts() (list []string) {
	for range d.count(2) {
		list = append(list, d.text())
	}
	return list
}

func (d *drawing) number(low, high float64) float64 {
	if d.yes() {
		return math.Round(math.Max(low, math.Min(high, rapid.Float64Range(-9, 9).Draw(d.T, "number"))))
	}
	return rapid.Float64Range(low, high).Draw(d.T, "number")
}

func (d *drawing) any() float64     { return d.number(1-soa.MaxMagnitude, soa.MaxMagnitude-1) }
func (d *drawing) seconds() float64 { return d.number(0, soa.MaxMagnitude-1) }

func (d *drawing) parameter(name string) {
	q := graph.Parameter{Name: name, Type: graph.Type(d.count(4))}
	limits := func() {
		low, high := -1-d.seconds()/2, 10+d.seconds()/2
		q.Min, q.Max = rapid.SampledFrom([]float64{0, low, math.Inf(-1)}).Draw(d.T, "min"), rapid.SampledFrom([]float64{math.Inf(1), high}).Draw(d.T, "max")
		if q.Min < -math.MaxFloat32 && q.Max > math.MaxFloat32 || d.yes() {
			q.Min, q.Max = 0, 0
		}
	}
	switch q.Type {
	case graph.Float:
		q.Default, q.Smooth = d.number(0, 10), d.seconds()
		limits()
	case graph.Int:
		q.Default = float64(d.count(9))
		limits()
	case graph.Bool:
		q.Default = float64(d.count(1))
		d.bools = append(d.bools, name)
	case graph.Vec2:
		q.Default, q.DefaultY, q.Smooth = d.number(0, 10), d.number(0, 10), d.seconds()
		limits()
		d.numbers = append(d.numbers, name+".x", name+".y")
	case graph.Trigger:
		q.Lifetime = rapid.SampledFrom([]float64{0, 0.2, math.Inf(1)}).Draw(d.T, "lifetime")
		d.jump = append(d.jump, name)
	}
	if q.Type == graph.Float || q.Type == graph.Int {
		d.numbers = append(d.numbers, name)
	}
	d.values = append(append([]string{}, d.numbers...), d.bools...)
	d.g.Parameters = append(d.g.Parameters, q)
}

func (d *drawing) value() graph.Value {
	if len(d.values) == 0 || d.yes() {
		return graph.Number(d.any())
	}
	v := graph.ValueOf(rapid.SampledFrom(d.values).Draw(d.T, "parameter"))
	if d.yes() {
		v.Scale, v.Offset = 1+d.seconds()/2, d.any()
	}
	return v
}

// option is a value, or none.
func (d *drawing) option() graph.Value {
	if d.yes() {
		return graph.Value{}
	}
	return d.value()
}

func (d *drawing) mask() string {
	if k := d.count(len(d.g.Masks)); k > 0 {
		return d.g.Masks[k-1].Name
	}
	return ""
}

func (d *drawing) sync() string {
	switch k := d.count(len(d.g.Sync) + 1); k {
	case 0:
		return graph.SyncOwn
	case 1:
		return graph.SyncNone
	default:
		return d.g.Sync[k-2].Name
	}
}

func (d *drawing) fade() graph.Fade {
	if d.yes() {
		return graph.Fade{Seconds: float64(d.count(3)) / 4}
	}
	return graph.Fade{Seconds: d.seconds(), Part: d.seconds(), Curve: play.Curve(d.count(3)), Inertialize: d.yes()}
}

func (d *drawing) samples(depth int, y bool) []graph.Sample {
	list := make([]graph.Sample, 1+d.count(3))
	for k := range list {
		list[k] = graph.Sample{X: float64(2*k) + d.number(0, 1), Node: d.node(depth)}
		if y {
			list[k].Y = d.any()
		}
	}
	return list
}

// node is a node of any type, or nil.
func (d *drawing) node(depth int) graph.Node {
	d.left--
	if depth == 0 || d.left < 0 {
		return &graph.Clip{Clip: d.text()}
	}
	depth--
	switch d.count(14) {
	case 1:
		return &graph.Clip{Clip: d.text(), Loop: play.LoopMode(d.count(2)), Speed: d.option(), Start: d.number(0, 1), Sync: d.sync()}
	case 2:
		return &graph.Blend1D{X: d.value(), Samples: d.samples(depth, false), Sync: d.sync()}
	case 3:
		return &graph.Blend2D{X: d.value(), Y: d.value(), Method: graph.Method(d.count(2)), Samples: d.samples(depth, true), Sync: d.sync()}
	case 4:
		n := &graph.Weights{Normalize: d.yes(), Sync: d.sync()}
		for range 1 + d.count(2) {
			n.Inputs = append(n.Inputs, graph.Weighted{Weight: d.value(), Node: d.node(depth)})
		}
		return n
	case 5:
		return &graph.Additive{Base: d.node(depth), Add: d.node(depth), Weight: d.option(), Mask: d.mask(), Subtract: d.yes()}
	case 6:
		return &graph.Layer{Base: d.node(depth), Over: d.node(depth), Weight: d.option(), Mask: d.mask(), ModelSpace: d.yes()}
	case 7:
		n := &graph.Switch{By: d.value(), Fade: d.fade()}
		for range 1 + d.count(2) {
			n.Inputs = append(n.Inputs, d.node(depth))
		}
		return n
	case 8:
		if len(d.jump) > 0 {
			return &graph.OneShot{Base: d.node(depth), Shot: d.node(depth), Trigger: d.jump[0], Mask: d.mask(), Adds: d.yes(), In: d.fade(), Out: d.fade(), Again: d.yes()}
		}
	case 9:
		return &graph.Speed{Speed: d.value(), Node: d.node(depth)}
	case 10:
		return &graph.TimeSeek{At: d.value(), Node: d.node(depth)}
	case 11:
		if d.parts > 0 {
			return &graph.SubGraph{Name: d.g.SubGraphs[d.count(d.parts-1)].Name}
		}
	case 12:
		return &graph.Unknown{Type: "ragdoll", JSON: []byte("{ \"type\": \"ragdoll\",\n\n\"optional\":true, \"of\": [1.50, {}]}")}
	case 13:
		return d.machine(depth)
	case 14:
		return &graph.Sequence{Inputs: []graph.Node{d.node(depth), d.node(depth)}, Fade: d.fade(), Loop: d.yes()}
	}
	return nil
}

func (d *drawing) machine(depth int) graph.Node {
	n := &graph.Machine{States: make([]graph.State, 1+d.count(2))}
	for k := range n.States {
		n.States[k].Name = d.unique(k)
	}
	to := func() string { return n.States[d.count(len(n.States)-1)].Name }
	if d.yes() {
		n.Start = to()
	}
	for k := range n.States {
		s := &n.States[k]
		s.Node, s.Enter, s.Exit = d.node(depth), d.texts(), d.texts()
		for i := range d.count(3) {
			s.Transitions = append(s.Transitions, d.transition(to(), i, d.count(2)))
		}
	}
	for i := range d.count(2) {
		t := d.transition(to(), -i-1, 1+d.count(2))
		t.Self = d.yes()
		n.Any = append(n.Any, t)
	}
	return n
}

func (d *drawing) transition(to string, priority, conditions int) graph.Transition {
	t := graph.Transition{To: to, Priority: priority, Fade: d.fade(), Interrupt: graph.Interrupt(d.count(3)), Cooldown: d.seconds(), Match: d.yes()}
	if !t.Match {
		t.Start = d.number(0, 1)
	}
	for range conditions {
		t.When = append(t.When, d.condition())
	}
	return t
}

func (d *drawing) condition() graph.Condition {
	c := graph.Condition{Test: graph.Test(d.count(8))}
	switch c.Test {
	case graph.Is, graph.IsNot, graph.Above, graph.Below:
		switch {
		case len(d.numbers) > 0:
			c.Name, c.Value = rapid.SampledFrom(d.numbers).Draw(d.T, "parameter"), float64(d.count(9)-4)
			return c
		case len(d.bools) > 0 && c.Test <= graph.IsNot:
			c.Name, c.Value = d.bools[0], float64(d.count(1))
			return c
		}
	case graph.Fired:
		if len(d.jump) > 0 {
			c.Name = d.jump[0]
			return c
		}
	case graph.Passed:
		c.Name = d.text()
		return c
	}
	return graph.Condition{Test: graph.Exit + graph.Test(d.count(2)), Value: d.seconds()}
}
