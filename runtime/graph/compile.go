package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/layers"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Compile resolves the names of a graph against a cast. The error wraps ErrGraph,
// ErrLimit, pose.ErrJoint of masks or space.ErrSamples, and names the place in the graph.
func Compile(g *Graph, cast Cast) (*Program, error) {
	if g == nil {
		return nil, fmt.Errorf("compile graph: %w: no graph", ErrGraph)
	}
	if err := g.check(); err != nil {
		return nil, fmt.Errorf("compile graph: %w", err)
	}
	c := &compiler{g: g, cast: cast, p: &Program{hash: g.hash()}, named: map[string]int{}, subgraphs: map[string]Node{}, masks: map[string]pose.Mask{}}
	if err := c.compile(); err != nil {
		return nil, fmt.Errorf("compile graph: %w", err)
	}
	return c.p, nil
}

// compiler is one call of Compile.
type compiler struct {
	g         *Graph
	cast      Cast
	p         *Program
	named     map[string]int // clocks of Graph.Sync
	subgraphs map[string]Node
	masks     map[string]pose.Mask
	layer     int // of the topmost layer so far
}

// below is what a node takes from those above it.
type below struct {
	path   string
	depth  int
	clock  int // that clips share; −1: none
	kind   runtime.LayerKind
	layer  uint8
	mask   int // 1 + index of Program.masks, or 0
	speeds []number
	factor float64
}

// at is below with a longer path.
func (b below) at(format string, args ...any) below {
	b.path += fmt.Sprintf(format, args...)
	b.depth++
	return b
}

func (b *below) wrong(sentinel error, format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", b.path, sentinel, fmt.Sprintf(format, args...))
}

func (c *compiler) compile() error {
	p := c.p
	for _, clip := range c.cast.Clips {
		p.seconds = append(p.seconds, clip.Seconds)
	}
	for _, x := range c.g.Parameters {
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
	for _, x := range c.g.SubGraphs {
		c.subgraphs[x.Name] = x.Node
	}
	for _, x := range c.g.Masks {
		if c.cast.Skeleton == nil {
			return fmt.Errorf("/masks/%s: %w: there is no skeleton for masks", x.Name, ErrGraph)
		}
		mask, err := layers.MaskOf(c.cast.Skeleton, x.Steps)
		if err != nil {
			return fmt.Errorf("/masks/%s%w", x.Name, err)
		}
		c.masks[x.Name] = mask
	}
	for _, x := range c.g.Sync {
		c.named[x.Name] = c.newClock(x.Name)
		p.clocks[c.named[x.Name]].lead = x.Lead
	}
	root, err := c.node(c.g.Root, below{path: "/root", clock: -1, factor: 1})
	if err != nil {
		return err
	}
	p.layers = max(1, p.ops[root].least)
	if p.layers > runtime.MaxLayers {
		return fmt.Errorf("/root: %w: it may play %d clips at once, a character can play %d", ErrLimit, p.layers, runtime.MaxLayers)
	}
	p.number()
	return c.meet()
}

func (c *compiler) newClock(name string) int {
	c.p.clocks = append(c.p.clocks, clock{name: name, count: 1})
	return len(c.p.clocks) - 1
}

// value finds the parameter of a value.
func (c *compiler) value(v Value) number {
	if v.Parameter == "" {
		return number{at: -1, offset: float32(bounded(v.Offset))}
	}
	name, at := v.Parameter, 0
	if n := len(name); n > 2 && (name[n-2:] == ".x" || name[n-2:] == ".y") && c.parameter(name) < 0 {
		at = int(name[n-1] - 'x')
		name = name[:n-2]
	}
	return number{int16(c.p.parameters[c.parameter(name)].at + at), float32(v.Scale), float32(v.Offset)}
}

// parameter is the number of a parameter that check has found, or −1.
func (c *compiler) parameter(name string) int {
	return slices.IndexFunc(c.p.parameters, func(x parameter) bool { return x.Name == name })
}

// add appends an op; its kids follow.
func (c *compiler) add(kind opKind, b *below) (int, error) {
	switch {
	case len(c.p.ops) >= MaxNodes:
		return 0, b.wrong(ErrLimit, "more than %d nodes, with the copies of subgraphs", MaxNodes)
	case b.depth > MaxDepth:
		return 0, b.wrong(ErrLimit, "more than %d nodes below each other", MaxDepth)
	}
	c.p.ops = append(c.p.ops, op{kind: kind, path: b.path, clock: -1, firstClock: len(c.p.clocks), firstMachine: len(c.p.machines)})
	return len(c.p.ops) - 1, nil
}

// node compiles a node and what is below it, and returns its op.
func (c *compiler) node(n Node, b below) (int, error) {
	if n == nil {
		return c.nothing(b)
	}
	return n.compile(c, b)
}

// nothing adds an op that plays nothing.
func (c *compiler) nothing(b below) (int, error) { return c.add(opNothing, &b) }

// beginMachine adds the op of a machine, whose states follow, and endMachine what these
// are.
func (c *compiler) beginMachine(b *below) (at int, m *machine, err error) {
	if at, err = c.add(opMachine, b); err != nil {
		return 0, nil, err
	}
	c.p.ops[at].what = len(c.p.machines)
	c.p.machines = append(c.p.machines, machine{})
	return at, &machine{path: b.path}, nil
}

func (c *compiler) endMachine(at int, m *machine) {
	o := &c.p.ops[at]
	c.p.machines[o.what] = *m
	var kids []int
	for _, s := range m.states {
		kids = append(kids, s.node)
	}
	o.least = c.most(kids, 1)
	c.end(at, kids)
}

// end notes what an op has got below it.
func (c *compiler) end(at int, kids []int) {
	p := c.p
	o := &p.ops[at]
	o.kid, o.end, o.local = len(p.kids), len(p.kids)+len(kids), p.locals
	for _, k := range kids {
		p.kids = append(p.kids, uint16(k))
	}
	switch o.kind {
	case opLine, opTriangles, opBands, opWeights:
		p.locals += len(kids)
	}
	o.endClock, o.endMachine = len(p.clocks), len(p.machines)
}

// most is the sum of the n greatest numbers of clips that kids play at once.
func (c *compiler) most(kids []int, n int) int {
	var list []int
	for _, k := range kids {
		list = append(list, c.p.ops[k].least)
	}
	slices.Sort(list)
	sum := 0
	for _, v := range list[max(0, len(list)-n):] {
		sum += v
	}
	return sum
}

// share finds the clock of a node that says Sync, for the clips below it.
func (c *compiler) share(sync string, b *below) {
	switch sync {
	case SyncOwn:
		b.clock = c.newClock("")
	case SyncNone:
		b.clock = -1
	default:
		b.clock = c.named[sync]
	}
}

// mask is the number of a mask within another one.
func (c *compiler) mask(name string, within int) (int, error) {
	if name == "" {
		return within, nil
	}
	mask := c.masks[name]
	if within > 0 {
		mask = slices.Clone(mask)
		for j, w := range c.p.masks[within-1] {
			mask[j] *= w
		}
	}
	for k, other := range c.p.masks {
		if slices.Equal(other, mask) {
			return k + 1, nil
		}
	}
	if len(c.p.masks) == math.MaxUint8 {
		return 0, fmt.Errorf("%w: more than %d masks", ErrLimit, math.MaxUint8)
	}
	if within > 0 {
		name += "/" + c.p.maskNames[within-1]
	}
	c.p.masks, c.p.maskNames = append(c.p.masks, mask), append(c.p.maskNames, name)
	return len(c.p.masks), nil
}

// meet gives the leaves of each clock its markers: those that all their clips have.
func (c *compiler) meet() error {
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
		l.at = []float64{0}
	}
	for _, s := range c.g.Sync {
		if of := &p.clocks[c.named[s.Name]]; of.mode == runtime.Wrap {
			c.mark(of, s.Markers)
		}
	}
	return nil
}

// mark gives a clock's leaves the markers that all have in the same order, if any.
func (c *compiler) mark(of *clock, names []string) {
	var lists [][]marker
	for n, k := range of.leaves {
		clip := &c.cast.Clips[c.p.leaves[k].clip]
		lists = append(lists, markersOf(clip, names))
		if n == 0 {
			continue
		}
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return !slices.ContainsFunc(lists[n], func(m marker) bool { return m.name == name })
		})
	}
	for n := range lists {
		lists[n] = slices.DeleteFunc(lists[n], func(m marker) bool { return !slices.Contains(names, m.name) })
		if lists[n] = turned(lists[n], lists[0], c.p.leaves[of.leaves[n]].period); lists[n] == nil {
			return
		}
	}
	for n, k := range of.leaves {
		l := &c.p.leaves[k]
		l.at = l.at[:0]
		for _, m := range lists[n] {
			l.at = append(l.at, m.at)
		}
		of.count, l.many = len(l.at), len(l.at) > 1
	}
}

// marker is an event at which clips meet.
type marker struct {
	name string
	at   float64 // seconds
}

// markersOf lists the events of a clip that have some names, in the order of time.
func markersOf(clip *CastClip, names []string) (list []marker) {
	for _, e := range clip.Events {
		if at := float64(e.Time) / clip.TicksPerSecond; slices.Contains(names, e.Name) {
			if at >= clip.Seconds { // the end is the start
				at = 0
			}
			list = append(list, marker{e.Name, at})
		}
	}
	slices.SortStableFunc(list, func(a, b marker) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	return list
}

// turned begins a list of markers with the one from which on it is like another list, or
// returns nil. What comes before that in the clip follows a period later.
func turned(list, like []marker, period float64) []marker {
	if len(list) != len(like) || !(period > 0) {
		return nil
	}
	for shift := range list {
		out := slices.Concat(list[shift:], list[:shift])
		if !slices.EqualFunc(out, like, func(a, b marker) bool { return a.name == b.name }) {
			continue
		}
		for k := len(out) - shift; k < len(out); k++ {
			out[k].at += period
		}
		return out
	}
	return nil
}
