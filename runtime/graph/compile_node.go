package graph

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph/space"
)

// node compiles a node and what is below it, and returns its op.
func (c *compiler) node(n Node, b below) (int, error) {
	switch n := n.(type) {
	case *Clip:
		return c.clip(n, b)
	case *Blend1D:
		return c.line(n, b)
	case *Blend2D:
		return c.plane(n, b)
	case *Weights:
		return c.direct(n, b)
	case *Layer:
		return c.over(n, "over", b)
	case *Additive:
		return c.adds(n, "add", b)
	case *Speed:
		if n.Speed.Parameter == "" {
			b.factor = bounded(float64(b.factor * n.Speed.Offset))
		} else {
			b.speeds = append(slices.Clip(b.speeds), c.value(n.Speed))
		}
		return c.node(n.Node, b.at("/node"))
	case *Seek:
		b.clock = c.newClock("")
		of := &c.p.clocks[b.clock]
		of.seeks, of.seek = true, c.value(n.At)
		return c.node(n.Node, b.at("/node"))
	case *Use:
		return c.node(c.parts[n.Part], b.at("→/parts/%s", n.Part))
	case *Select:
		return c.choose(n, b)
	case *OneShot:
		return c.oneShot(n, b)
	case *Machine:
		return c.machine(n, b)
	}
	return c.add(opNothing, &b)
}

func (c *compiler) clip(n *Clip, b below) (int, error) {
	at, err := c.add(opClip, &b)
	if err != nil {
		return 0, err
	}
	index := slices.IndexFunc(c.cast.Clips, func(x CastClip) bool { return x.Name == n.Clip })
	if index < 0 {
		names := make([]string, len(c.cast.Clips))
		for k := range names {
			names[k] = c.cast.Clips[k].Name
		}
		return 0, b.wrong(ErrGraph, "there is no clip %q%s", n.Clip, meant(names, n.Clip))
	}
	if n.Sync != SyncOwn {
		c.share(n.Sync, &b)
	}
	if b.clock < 0 {
		b.clock = c.newClock("")
	}
	l := leaf{
		clip: int32(index), mode: n.Loop, kind: b.kind, mask: uint8(b.mask), layer: b.layer, clock: b.clock,
		seconds: c.cast.Clips[index].Seconds, speeds: b.speeds, factor: b.factor, start: n.Start,
	}
	if l.period = l.seconds; l.mode == runtime.PingPong {
		l.period *= 2
	}
	if n.Speed.Parameter != "" {
		l.speeds = append(slices.Clip(l.speeds), c.value(n.Speed))
	} else {
		l.factor = bounded(float64(l.factor * n.Speed.or(1).Offset))
	}
	o := &c.p.ops[at]
	o.what, o.clock, o.least = len(c.p.leaves), int16(b.clock), 1
	c.p.leaves = append(c.p.leaves, l)
	c.end(at, nil)
	return at, nil
}

// blend compiles a node that divides its weight between others.
func (c *compiler) blend(kind opKind, sync string, nodes []Node, labels []string, b below, most int, set func(o *op) error) (int, error) {
	at, err := c.add(kind, &b)
	if err != nil {
		return 0, err
	}
	if sync != SyncOwn || b.clock < 0 {
		c.share(sync, &b)
	}
	if b.clock >= 0 {
		c.p.ops[at].clock = int16(b.clock)
	}
	if err := set(&c.p.ops[at]); err != nil {
		return 0, b.wrong(err, "%d samples", len(nodes))
	}
	list := "samples"
	if kind == opWeights {
		list = "inputs"
	}
	var kids []int
	for k, n := range nodes {
		kid, err := c.node(n, b.at("/%s/%d/node", list, k))
		if err != nil {
			return 0, err
		}
		kids = append(kids, kid)
	}
	c.p.ops[at].least, c.p.ops[at].labels = c.most(kids, most), labels
	c.end(at, kids)
	return at, nil
}

func nodesOf(samples []Sample) (nodes []Node, x, y []float64) {
	for _, s := range samples {
		nodes, x, y = append(nodes, s.Node), append(x, s.X), append(y, s.Y)
	}
	return nodes, x, y
}

func (c *compiler) line(n *Blend1D, b below) (int, error) {
	nodes, x, _ := nodesOf(n.Samples)
	return c.blend(opLine, n.Sync, nodes, labelsOf(n), b, 2, func(o *op) error {
		line, err := space.NewLine(x)
		o.what, o.x = len(c.p.lines), c.value(n.X)
		c.p.lines = append(c.p.lines, line)
		return err
	})
}

func (c *compiler) plane(n *Blend2D, b below) (int, error) {
	nodes, x, y := nodesOf(n.Samples)
	if n.Method == Triangles {
		return c.blend(opTriangles, n.Sync, nodes, labelsOf(n), b, 3, func(o *op) error {
			triangles, err := space.NewTriangles(x, y)
			o.what, o.x, o.y = len(c.p.triangles), c.value(n.X), c.value(n.Y)
			c.p.triangles = append(c.p.triangles, triangles)
			return err
		})
	}
	return c.blend(opBands, n.Sync, nodes, labelsOf(n), b, maxBands, func(o *op) error {
		bands, err := space.NewBands(x, y, n.Method == Polar)
		o.what, o.x, o.y = len(c.p.bands), c.value(n.X), c.value(n.Y)
		c.p.bands = append(c.p.bands, bands)
		return err
	})
}

func (c *compiler) direct(n *Weights, b below) (int, error) {
	var nodes []Node
	var weights []value
	for _, x := range n.Inputs {
		nodes, weights = append(nodes, x.Node), append(weights, c.value(x.Weight))
	}
	return c.blend(opWeights, n.Sync, nodes, labelsOf(n), b, math.MaxInt, func(o *op) error {
		o.what, o.normalize = len(c.p.weights), n.Normalize
		c.p.weights = append(c.p.weights, weights)
		return nil
	})
}

// split compiles two nodes of which the second has a weight of its own and, with other,
// another place.
func (c *compiler) split(base, over Node, second string, weight Value, adds bool, mask string, b below, other func(b *below) error) (int, error) {
	at, err := c.add(opSplit, &b)
	if err != nil {
		return 0, err
	}
	c.p.ops[at].x, c.p.ops[at].most = c.value(weight.or(1)), 1
	if adds {
		c.p.ops[at].most = runtime.MaxWeight
	}
	first, err := c.node(base, b.at("/base"))
	if err != nil {
		return 0, err
	}
	up := b.at("/%s", second)
	up.clock = -1
	if up.mask, err = c.mask(mask, b.mask); err != nil {
		return 0, err
	}
	if err := other(&up); err != nil {
		return 0, err
	}
	last, err := c.node(over, up)
	if err != nil {
		return 0, err
	}
	kids := []int{first, last}
	c.p.ops[at].least = c.most(kids, 2)
	c.end(at, kids)
	return at, nil
}

func (c *compiler) over(n *Layer, second string, b below) (int, error) {
	return c.split(n.Base, n.Over, second, n.Weight, false, n.Mask, b, func(up *below) error {
		if c.layer++; c.layer > math.MaxUint8 {
			return up.wrong(ErrLimit, "more than %d layers", math.MaxUint8)
		}
		if up.layer = uint8(c.layer); up.kind == runtime.Additive || up.kind == runtime.Subtract {
			return nil // what covers a difference is one too
		}
		if up.kind = runtime.Override; n.ModelSpace {
			up.kind = runtime.ModelOverride
		}
		return nil
	})
}

func (c *compiler) adds(n *Additive, second string, b below) (int, error) {
	return c.split(n.Base, n.Add, second, n.Weight, true, n.Mask, b, func(up *below) error {
		adds := b.kind != runtime.Subtract
		if n.Subtract {
			adds = !adds
		}
		if up.kind = runtime.Additive; !adds {
			up.kind = runtime.Subtract
		}
		return nil
	})
}
