package weights

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Normalized returns the groups with weights that sum to 1, see Normal. Weights that are negative or
// not finite become 0.
func (g *Groups) Normalized() *Groups {
	return g.Map(func(_ int, r Row) Row {
		r = slices.DeleteFunc(r, func(w Weight) bool { return !(w.Value > 0 && w.Value <= math.MaxFloat32) })
		return g.Normal(r)
	})
}

// Pruned returns the groups without weights below a limit, and the others scaled to a sum of 1. The
// largest unlocked weight of a vertex stays in any case, locked ones too.
func (g *Groups) Pruned(below float64) *Groups {
	return g.keep(func(_ int, w Weight) bool { return w.Value >= float64(float32(below)) })
}

// Limited returns the groups with the largest weights of each vertex, at most most of them, scaled to a
// sum of 1. Locked weights count first and stay even if they are more; the largest unlocked one stays if the
// locked do not sum to 1.
func (g *Groups) Limited(most int) *Groups {
	return g.keep(func(rank int, _ Weight) bool { return rank < most })
}

// keep drops the unlocked weights that keep does not want. The rank of a weight is its place among
// those of a vertex, after all locked ones.
func (g *Groups) keep(keep func(rank int, w Weight) bool) *Groups {
	return g.Map(func(_ int, r Row) Row {
		r = r.tidy()
		slices.SortStableFunc(r, func(a, b Weight) int {
			switch {
			case g.Locked[a.Bone] && !g.Locked[b.Bone]:
				return -1
			case g.Locked[b.Bone] && !g.Locked[a.Bone]:
				return 1
			}
			return 0
		})
		kept, free := r[:0], false
		for rank, w := range r {
			first := !g.Locked[w.Bone] && !free
			if g.Locked[w.Bone] || first || keep(rank, w) {
				kept = append(kept, w)
			}
			free = free || first
		}
		return g.Normal(kept)
	})
}

// Quantized returns the groups with weights in whole steps of 1/steps, which is 255 for weights of 8
// bits, by soa.QuantizeWeights. With locked weights, which stay, the others are rounded to the
// nearest step, and the largest of them takes what is left.
func (g *Groups) Quantized(steps int) *Groups {
	return g.Map(func(_ int, r Row) Row {
		r = g.Normal(r)
		if g.locked(r) > 0 {
			return g.quantizeRest(r, steps)
		}
		return quantize(r, steps)
	})
}

// quantize rounds by largest remainders.
func quantize(r Row, steps int) Row {
	list := make([]float64, len(r))
	for i, w := range r {
		list[i] = w.Value
	}
	soa.QuantizeWeights(list, steps)
	for i, w := range list {
		r[i].Value = w
	}
	return r.tidy()
}

// quantizeRest rounds the unlocked weights but the largest.
func (g *Groups) quantizeRest(r Row, steps int) Row {
	rest, largest, loose := 1-g.locked(r), -1, 0
	for i, w := range r {
		if g.Locked[w.Bone] {
			continue
		}
		if largest < 0 {
			largest = i
		}
		if !isStep(w.Value, steps) {
			loose++
		}
	}
	if largest < 0 || loose <= 1 {
		return r.tidy()
	}
	for i, w := range r {
		if i != largest && !g.Locked[w.Bone] {
			r[i].Value = math.RoundToEven(float64(w.Value*float64(steps))) / float64(steps)
			rest -= r[i].Value
		}
	}
	for i := len(r) - 1; rest < 0 && i > largest; i-- { // many small ones that were rounded up
		if !g.Locked[r[i].Bone] && r[i].Value > 0 {
			r[i].Value -= 1 / float64(steps)
			rest += 1 / float64(steps)
		}
	}
	r[largest].Value = rest
	return r.tidy()
}

// isStep reports whether a weight is a whole step, as float32.
func isStep(value float64, steps int) bool {
	whole := math.RoundToEven(float64(value * float64(steps)))
	return float32(whole/float64(steps)) == float32(value)
}

// Inverted returns the groups with the weight 1 − w for one joint, less what is locked.
func (g *Groups) Inverted(bone uint16) *Groups {
	return g.edit(bone, func(w float64) float64 { return 1 - w })
}

// Levelled returns the groups with the weight offset + gain·w for one joint, from 0 to 1.
func (g *Groups) Levelled(bone uint16, gain, offset float64) *Groups {
	return g.edit(bone, func(w float64) float64 { return offset + float64(gain*w) })
}

// edit changes the weight of one joint where a vertex has any weights.
func (g *Groups) edit(bone uint16, f func(float64) float64) *Groups {
	return g.Map(func(_ int, r Row) Row {
		if len(r) == 0 {
			return r
		}
		return g.With(r, bone, f(r.At(bone)))
	})
}

// Copied returns the groups with the weights of another mesh of the same vertices, joint by joint
// of the same name. Weights of joints that g lacks go to their nearest ancestor that it has, or else to
// none, and the rest is scaled to a sum of 1; vertices that would have none are unchanged. It also returns how much weight the mean vertex
// and the worst one could not take over. The error wraps ErrShape.
func (g *Groups) Copied(from *Groups) (out *Groups, mean, worst float64, err error) {
	if from.Vertices() != g.Vertices() {
		return nil, 0, 0, fmt.Errorf("%w: of %d vertices for %d", ErrShape, from.Vertices(), g.Vertices())
	}
	to := g.match(from)
	var source, row Row
	out = g.Map(func(v int, r Row) Row {
		source = from.Row(v, source[:0])
		var lost float64
		row, lost = to.translate(source, row[:0])
		mean, worst = mean+lost, max(worst, lost)
		return g.Settle(r, row)
	})
	return out, mean / float64(max(1, g.Vertices())), worst, nil
}

// names takes the palette entries of other groups to one's own.
type names struct {
	of []int // per entry of the others, or soa.None
}

// match finds the entries of other groups by name, and the k-th of a name for the k-th. If a name is
// missing, the entry is that of the nearest ancestor with a known name.
func (g *Groups) match(from *Groups) names {
	at := make(map[string][]int)
	for i, name := range g.Name {
		at[name] = append(at[name], i)
	}
	n := names{make([]int, len(from.Name))}
	for i, name := range from.Name {
		n.of[i] = soa.None
		if list := at[name]; len(list) > 0 {
			n.of[i] = list[0]
			if len(list) > 1 {
				at[name] = list[1:]
			}
		}
	}
	own := slices.Clone(n.of)
	for i := range own {
		for p := from.Parent[i]; n.of[i] == soa.None && p != soa.None; p = from.Parent[p] {
			n.of[i] = own[p]
		}
	}
	return n
}

// translate appends a row of the others to one's own. Without an entry of the name a weight is lost.
func (n names) translate(r, to Row) (_ Row, lost float64) {
	for _, w := range r {
		if own := n.of[w.Bone]; own != soa.None {
			to = to.Add(uint16(own), w.Value)
		} else {
			lost += w.Value
		}
	}
	return to, lost
}
