package graph

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/internal/phase"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Compile resolves the names of a graph against a cast. The error names the place in the graph
// and wraps ErrGraph, ErrLimit, pose.ErrJoint for masks or space.ErrSamples.
func Compile(g *Graph, cast ClipSet) (*Program, error) {
	if g == nil {
		return nil, fmt.Errorf("compile graph: %w: no graph", ErrGraph)
	}
	if err := g.check(); err != nil {
		return nil, fmt.Errorf("compile graph: %w", err)
	}
	c := &compiler{cast: cast, p: &Program{hash: g.hash()}, named: map[string]int{}, subgraphs: map[string]Node{}, masks: map[string]pose.Mask{}}
	if err := c.compile(g); err != nil {
		return nil, fmt.Errorf("compile graph: %w", err)
	}
	return c.p, nil
}

// compile compiles a graph. An error in a node ends it by below.stop.
func (c *compiler) compile(g *Graph) (err error) {
	defer func() {
		switch x := recover().(type) {
		case nil:
		case stopped:
			err = x.error
		default:
			panic(x)
		}
	}()
	p := c.p
	for _, clip := range c.cast.Clips {
		p.seconds = append(p.seconds, clip.Seconds)
	}
	for _, x := range g.Parameters {
		if x.Type == Trigger {
			p.triggers = append(p.triggers, p.values)
		}
		p.parameters = append(p.parameters, parameter{x, p.values})
		p.smooth = append(p.smooth, x.Smooth)
		if p.values++; x.Type == Vec2 {
			p.smooth = append(p.smooth, x.Smooth)
			p.values++
		}
	}
	if !slices.ContainsFunc(p.smooth, func(half float64) bool { return half != 0 }) {
		p.smooth = nil
	}
	for _, x := range g.SubGraphs {
		c.subgraphs[x.Name] = x.Node
	}
	for _, x := range g.Masks {
		if c.cast.Skeleton == nil {
			return fmt.Errorf("/masks/%s: %w: there is no skeleton for masks", x.Name, ErrGraph)
		}
		mask, err := pose.MaskOf(c.cast.Skeleton, x.Steps)
		if err != nil {
			return fmt.Errorf("/masks/%s%w", x.Name, err)
		}
		c.masks[x.Name] = mask
	}
	for _, x := range g.Sync {
		c.named[x.Name] = c.newClock(x.Name)
		p.clocks[c.named[x.Name]].lead = x.Lead
	}
	root := c.node(g.Root, below{path: "/root", clock: -1, factor: 1})
	p.layers = max(1, p.ops[root].least)
	if p.layers > play.MaxLayers {
		return fmt.Errorf("/root: %w: it may play %d clips at once, a character can play %d", ErrLimit, p.layers, play.MaxLayers)
	}
	p.number()
	return c.meet(g.Sync)
}

// meet gives each clock its leaves and their common markers.
func (c *compiler) meet(syncs []Sync) error {
	p := c.p
	for k := range p.leaves {
		l := &p.leaves[k]
		of := &p.clocks[l.clock]
		if len(of.leaves) > 0 && of.mode != l.mode {
			first := &p.leaves[of.leaves[0]]
			return fmt.Errorf("/root: %w: the clips %q and %q share a phase, but one is to %v and one to %v: give one the sync %q",
				ErrGraph, c.cast.Clips[first.clip].Name, c.cast.Clips[l.clip].Name, first.mode, l.mode, SyncNone)
		}
		of.mode = l.mode
		of.leaves = append(of.leaves, k)
		l.At = []float64{0}
	}
	for _, s := range syncs {
		if of := &p.clocks[c.named[s.Name]]; of.mode == play.Wrap {
			c.mark(of, s.Markers)
		}
	}
	return nil
}

// mark gives a clock's leaves the markers that all have in the same order.
func (c *compiler) mark(of *clock, names []string) {
	var lists [][]phase.Marker
	var like []int
	common := func(m phase.Marker) bool { // all clips have one of the name, or the first lacks it
		return !slices.ContainsFunc(lists[1:], func(list []phase.Marker) bool {
			return !slices.ContainsFunc(list, func(x phase.Marker) bool { return x.Name == m.Name })
		})
	}
	for _, k := range of.leaves {
		clip := &c.cast.Clips[c.p.leaves[k].clip]
		lists = append(lists, phase.Markers(clip.Events, clip.TicksPerSecond, clip.Seconds, names))
	}
	places := make([][]float64, len(lists))
	for n, list := range lists {
		var own []int
		for _, m := range list {
			if common(m) {
				places[n], own = append(places[n], m.Seconds), append(own, m.Name)
			}
		}
		if n == 0 {
			like = slices.Clone(own)
		}
		if period := c.p.leaves[of.leaves[n]].Period; !(period > 0) || !phase.Turn(places[n], own, like, period) {
			return
		}
	}
	for n, k := range of.leaves {
		l := &c.p.leaves[k]
		l.At = places[n]
		of.count, l.many = len(l.At), len(l.At) > 1
	}
}
