package weights

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Weight is the influence of one palette entry.
type Weight struct {
	Bone  uint16
	Value float64
}

// Row is the weights of one vertex. Operations return rows with the largest first, of equal ones
// (as float32) the one of the lower Bone, and without zeros.
type Row []Weight

// Sum returns the sum of the weights.
func (r Row) Sum() (sum float64) {
	for _, w := range r {
		sum += w.Value
	}
	return sum
}

// At returns the weight of a palette entry, or 0.
func (r Row) At(bone uint16) float64 {
	for _, w := range r {
		if w.Bone == bone {
			return w.Value
		}
	}
	return 0
}

// Add adds to the weight of a palette entry.
func (r Row) Add(bone uint16, value float64) Row {
	for i := range r {
		if r[i].Bone == bone {
			r[i].Value += value
			return r
		}
	}
	return append(r, Weight{bone, value})
}

// tidy sorts the row, and drops weights that are not positive as float32.
func (r Row) tidy() Row {
	r = slices.DeleteFunc(r, func(w Weight) bool { return !(float32(w.Value) > 0) })
	slices.SortFunc(r, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(float32(b.Value), float32(a.Value)), cmp.Compare(a.Bone, b.Bone))
	})
	return r
}

// exactSum is how far from 1 the sum of a row's float32 weights may be without another division:
// the rounding of weights that sum to 1. So what is normalized stays as it is.
const exactSum = 0x1p-23

// locked returns the sum of the locked weights.
func (g *Groups) locked(r Row) (sum float64) {
	for _, w := range r {
		if g.Locked[w.Bone] {
			sum += w.Value
		}
	}
	return sum
}

// Normal scales the unlocked weights of a row, so that all sum to 1:
//
//	wᵢ ← wᵢ · max(0, 1 − Σ locked) / Σ unlocked
//
// Locked weights stay. Without an unlocked weight the rest goes to the nearest unlocked ancestor
// of the largest. A row that is empty stays so, and one of which all that could take the rest is
// locked keeps its sum.
func (g *Groups) Normal(r Row) Row {
	if len(r) == 0 || math.Abs(r.Sum()-1) <= exactSum {
		return r.tidy()
	}
	locked := g.locked(r)
	rest, free := max(0, 1-locked), 0.
	for _, w := range r {
		if !g.Locked[w.Bone] {
			free += w.Value
		}
	}
	if !(free > 0) {
		if heir, ok := g.heir(r); ok && rest > exactSum {
			r = r.Add(heir, rest)
		}
		return r.tidy()
	}
	for i := range r {
		if !g.Locked[r[i].Bone] {
			r[i].Value = float64(r[i].Value/free) * rest
		}
	}
	return r.tidy()
}

// heir returns the nearest unlocked ancestor of a row's largest weight.
func (g *Groups) heir(r Row) (uint16, bool) {
	largest := r[0]
	for _, w := range r[1:] {
		if w.Value > largest.Value || w.Value == largest.Value && w.Bone < largest.Bone {
			largest = w
		}
	}
	for b := g.Parent[largest.Bone]; b != soa.None; b = g.Parent[b] {
		if !g.Locked[b] {
			return uint16(b), true
		}
	}
	return 0, false
}

// With returns a row in which a palette entry has a weight, and the others make up for it:
//
//	wᵢ ← wᵢ · (1 − w − Σ locked) / Σ others      of others that are not locked
//
// The weight is at most what the locked ones leave. If there is nothing to scale, the rest goes to
// the nearest unlocked ancestor; without one the entry keeps all that the locked leave. The weight
// of a locked entry stays.
func (g *Groups) With(r Row, bone uint16, weight float64) Row {
	if g.Locked[bone] {
		return r
	}
	room := max(0, 1-g.locked(r))
	weight = min(max(weight, 0), room)
	others, at := 0., -1
	for i, w := range r {
		if w.Bone == bone {
			at = i
		} else if !g.Locked[w.Bone] {
			others += w.Value
		}
	}
	if at < 0 {
		at, r = len(r), append(r, Weight{Bone: bone})
	}
	if !(others > 0) {
		r[at].Value = room
		if heir, ok := g.heir(Row{{bone, 1}}); ok {
			r[at].Value = weight
			r = r.Add(heir, room-weight)
		}
		return r.tidy()
	}
	for i, w := range r {
		if i != at && !g.Locked[w.Bone] {
			r[i].Value = float64(w.Value/others) * (room - weight)
		}
	}
	r[at].Value = weight
	return r.tidy()
}

// Settle returns the proposed weights with those that are locked as they were, and the others
// scaled to the rest. A proposal without any unlocked weight changes nothing.
func (g *Groups) Settle(old, proposed Row) Row {
	free := 0.
	for _, w := range proposed {
		if !g.Locked[w.Bone] {
			free += w.Value
		}
	}
	if !(free > 0) {
		return old
	}
	rest := max(0, 1-g.locked(old))
	if math.Abs(free-rest) <= exactSum {
		free, rest = 1, 1
	}
	out := make(Row, 0, len(proposed)+len(old))
	for _, w := range old {
		if g.Locked[w.Bone] {
			out = append(out, w)
		}
	}
	for _, w := range proposed {
		if !g.Locked[w.Bone] {
			out = append(out, Weight{w.Bone, float64(w.Value/free) * rest})
		}
	}
	return out.tidy()
}
