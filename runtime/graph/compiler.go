package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// compiler is the state of Compile.
type compiler struct {
	cast  ClipSet
	p     *Program
	named map[string]int // clocks of Graph.Sync
	masks map[string]pose.Mask
	layer int // of the topmost layer so far

	subgraphs map[string]Node
}

// below is what a node inherits from those above it.
type below struct {
	path   string
	depth  int
	clock  int // that clips share; −1: none
	kind   play.Kind
	layer  uint8
	mask   int // 1 + index of Program.masks, or 0
	speeds []number
	factor float64
}

// at extends the path.
func (b below) at(format string, args ...any) below {
	b.path += fmt.Sprintf(format, args...)
	b.depth++
	return b
}

// stop ends Compile with an error in the current node.
func (b *below) stop(sentinel error, format string, args ...any) {
	panic(stopped{fmt.Errorf("%s: %w: %s", b.path, sentinel, fmt.Sprintf(format, args...))})
}

// stopped is recovered by compile.
type stopped struct{ error }

func (c *compiler) newClock(name string) int {
	c.p.clocks = append(c.p.clocks, clock{name: name, count: 1})
	return len(c.p.clocks) - 1
}

// value resolves the parameter of a value.
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

// parameter returns the number of a parameter, or −1.
func (c *compiler) parameter(name string) int {
	return slices.IndexFunc(c.p.parameters, func(x parameter) bool { return x.Name == name })
}

// add appends an op; its kids follow.
func (c *compiler) add(kind opKind, b *below) int {
	switch {
	case len(c.p.ops) >= maxNodes:
		b.stop(ErrLimit, "more than %d nodes, with the copies of subgraphs", maxNodes)
	case b.depth > maxDepth:
		b.stop(ErrLimit, "more than %d nodes below each other", maxDepth)
	}
	c.p.ops = append(c.p.ops, op{kind: kind, path: b.path, clock: -1, firstClock: len(c.p.clocks), firstMachine: len(c.p.machines)})
	return len(c.p.ops) - 1
}

func (c *compiler) nothing(b below) int { return c.add(opNothing, &b) }

// beginMachine adds the op of a machine; its states follow, and then endMachine.
func (c *compiler) beginMachine(b *below) (at int, m *machine) {
	at = c.add(opMachine, b)
	c.p.ops[at].what = len(c.p.machines)
	c.p.machines = append(c.p.machines, machine{})
	return at, &machine{path: b.path}
}

func (c *compiler) endMachine(at int, m *machine) {
	o := &c.p.ops[at]
	c.p.machines[o.what] = *m
	var kids []int
	for k := range m.states {
		s := &m.states[k]
		kids = append(kids, s.node)
		for _, t := range s.leave {
			s.gates = append(s.gates, c.p.gate(&m.transitions[t]))
		}
	}
	o.least = c.most(kids, 1)
	c.end(at, kids)
}

// end records the kids of an op.
func (c *compiler) end(at int, kids []int) {
	p := c.p
	o := &p.ops[at]
	o.local = p.locals
	for _, k := range kids {
		o.kids = append(o.kids, uint16(k))
	}
	switch o.kind {
	case opLine, opTriangles, opBands, opWeights:
		p.locals += len(kids)
	}
	o.endClock, o.endMachine = len(p.clocks), len(p.machines)
}

// most sums the n greatest numbers of clips that kids play at once.
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

// share finds the clock for the clips below a node by its Sync.
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

// mask returns the number of a mask, multiplied by the mask of a node above.
func (c *compiler) mask(name string, b *below) int {
	within := b.mask
	if name == "" {
		return within
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
			return k + 1
		}
	}
	if len(c.p.masks) == math.MaxUint8 {
		b.stop(ErrLimit, "more than %d masks", math.MaxUint8)
	}
	if within > 0 {
		name += "/" + c.p.maskNames[within-1]
	}
	c.p.masks, c.p.maskNames = append(c.p.masks, mask), append(c.p.maskNames, name)
	return len(c.p.masks)
}
