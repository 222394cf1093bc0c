package graph

import "fmt"

// Sample is a node at a place in a blend space.
type Sample struct {
	X, Y float64
	Node Node
}

// samples lists the inputs of a blend space.
func samples(of []Sample, label func(*Sample) string) []Input {
	list := make([]Input, len(of))
	for k := range of {
		list[k] = Input{Label: label(&of[k]), Path: fmt.Sprintf("/samples/%d/node", k), Node: of[k].Node}
	}
	return list
}

// checkDistinct refuses samples at the same place.
func checkDistinct(p place, samples []Sample, plane bool) {
	if !p.Checks() {
		return
	}
	for k, s := range samples {
		for i, before := range samples[:k] {
			if before.X != s.X || plane && before.Y != s.Y {
				continue
			}
			where := fmt.Sprint(s.X)
			if plane {
				where = fmt.Sprintf("%v, %v", s.X, s.Y)
			}
			p.Path = fmt.Sprintf("%s/samples/%d/at", p.Path, k)
			p.Wrong("the samples %d and %d are both at %s", i, k, where)
			return
		}
	}
}

func places(samples []Sample) (x, y []float64) {
	for _, s := range samples {
		x, y = append(x, s.X), append(y, s.Y)
	}
	return x, y
}

// blend compiles a node that divides its weight between others; most of them have a weight at
// once.
func (c *compiler) blend(kind opKind, sync string, inputs []Input, b below, most int, set func(o *op) error) int {
	at := c.add(kind, &b)
	if sync != SyncOwn || b.clock < 0 {
		c.share(sync, &b)
	}
	if b.clock >= 0 {
		c.p.ops[at].clock = int16(b.clock)
	}
	if err := set(&c.p.ops[at]); err != nil {
		b.stop(err, "%d samples", len(inputs))
	}
	var kids []int
	var labels []string
	for _, in := range inputs {
		kids, labels = append(kids, c.node(in.Node, b.at("%s", in.Path))), append(labels, in.Label)
	}
	c.p.ops[at].least, c.p.ops[at].labels = c.most(kids, most), labels
	c.end(at, kids)
	return at
}
