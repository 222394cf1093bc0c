package kernel

import (
	"math"
	"slices"
)

// Kernels sample four columns at once, from rows of one timeline. Columns that a group has
// left over are therefore merged with other groups' on the union of their key times, which
// splits lines but does not change them. As packs are four columns wide in any case, this
// takes no more memory than a pack for each.
//
//	│ ·   ·     ·  │   ┐
//	│ · ·     ·    │   ├─►  │ · · · ·  ·· ···  │
//	│ ·    · ·     │   ┘
//
// packKeys returns groups whose columns are rotations or others in fours, except for the last
// of each kind.
func packKeys(groups []KeyGroup, rotations int) []KeyGroup {
	stay := make([][]int, len(groups)) // what stays with its group
	var left []keyRest
	for i := range groups {
		g := &groups[i]
		stay[i] = make([]int, 0, len(g.Column))
		for kind, list := range g.kinds(rotations) {
			n := len(list) / groupJoints * groupJoints
			stay[i] = append(stay[i], list[:n]...)
			if n < len(list) {
				left = append(left, keyRest{g.columns(list[n:]), kind == 0, list[n:], []int{i}})
			}
		}
	}
	var merged []KeyGroup
	for _, r := range poolKeys(left) {
		if len(r.from) > 1 {
			merged = append(merged, r.KeyGroup)
		} else { // alone: back to where it came from
			i := r.from[0]
			stay[i] = append(stay[i], r.list...)
		}
	}
	whole := make([]KeyGroup, 0, len(groups)+len(merged))
	for i := range groups {
		switch g := &groups[i]; len(stay[i]) {
		case 0:
		case len(g.Column): // their order among their kind is that of the group
			whole = append(whole, *g)
		default:
			whole = append(whole, g.columns(stay[i]))
		}
	}
	return append(whole, merged...)
}

// kinds are the indices in Column of rotations and of others.
func (g *KeyGroup) kinds(rotations int) (kinds [2][]int) {
	kinds[0] = make([]int, 0, len(g.Column)+2*groupJoints) // with room for incomplete packs
	for at, c := range g.Column {
		kind := 0
		if c >= rotations {
			kind = 1
		}
		kinds[kind] = append(kinds[kind], at)
	}
	return kinds
}

// keyRest is up to four left-over columns of one or more groups, all rotations or all others.
type keyRest struct {
	KeyGroup
	rotations bool
	list      []int // its columns in the group that it came from, the first one
	from      []int // groups
}

// poolWidth is the number of candidates that are tried for merging.
const poolWidth = 24

// poolKeys merges rests greedily, by the fewest keys in total.
func poolKeys(left []keyRest) []keyRest {
	slices.SortStableFunc(left, func(a, b keyRest) int { return len(b.Column) - len(a.Column) })
	var pooled []keyRest
	var union []float32
	for len(left) > 0 {
		r := left[0]
		left = left[1:]
		for len(r.Column) < groupJoints {
			best, least := -1, math.MaxInt
			for i := range min(len(left), poolWidth) {
				o := &left[i]
				if len(r.Column)+len(o.Column) > groupJoints || !r.canJoin(o) {
					continue
				}
				if union = unionTimes(union[:0], r.Time, o.Time); len(union) < least && checkTicks(union) == nil {
					best, least = i, len(union)
				}
			}
			if best < 0 {
				break
			}
			r = r.join(&left[best])
			copy(left[1:best+1], left[:best])
			left = left[1:]
		}
		pooled = append(pooled, r)
	}
	return pooled
}

// canJoin reports whether two rests have the same kind and span the same time.
func (r *keyRest) canJoin(o *keyRest) bool {
	last := func(t []float32) float32 { return t[len(t)-1] }
	return r.rotations == o.rotations && r.Step == o.Step && r.Time[0] == o.Time[0] && last(r.Time) == last(o.Time)
}

func (r *keyRest) join(o *keyRest) keyRest {
	t := unionTimes(nil, r.Time, o.Time)
	a, b := r.at(t), o.at(t)
	return keyRest{a.combine(&b), r.rotations, r.list, append(slices.Clone(r.from), o.from...)}
}

// unionTimes merges ascending times behind t.
func unionTimes(t, a, b []float32) []float32 {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			t, a = append(t, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			t, b = append(t, b[0]), b[1:]
		default:
			t, a, b = append(t, a[0]), a[1:], b[1:]
		}
	}
	return t
}

// columns returns a group of some columns, by their indices in g.
func (g *KeyGroup) columns(list []int) KeyGroup {
	c := KeyGroup{Time: g.Time, Step: g.Step}
	ascending := true
	for i, at := range list {
		c.Column = append(c.Column, g.Column[at])
		ascending = ascending && at == i
	}
	if ascending && len(list) == len(g.Column) {
		return *g
	}
	c.Value = make([]float32, 0, 4*len(g.Time)*len(list))
	for k := range g.Time {
		for _, at := range list {
			c.Value = append(c.Value, g.Value[4*(k*len(g.Column)+at):][:4]...)
		}
	}
	return c
}

// combine returns a group of the columns of both, which have the same times.
func (g KeyGroup) combine(o *KeyGroup) KeyGroup {
	c := KeyGroup{Time: g.Time, Step: g.Step, Column: append(slices.Clone(g.Column), o.Column...)}
	n, m := 4*len(g.Column), 4*len(o.Column)
	c.Value = make([]float32, 0, (n+m)*len(g.Time))
	for k := range g.Time {
		c.Value = append(append(c.Value, g.Value[k*n:][:n]...), o.Value[k*m:][:m]...)
	}
	return c
}

// at returns the group with keys at the given times, which include its own.
func (g *KeyGroup) at(times []float32) KeyGroup {
	n := 4 * len(g.Column)
	c := KeyGroup{Time: times, Step: g.Step, Column: g.Column, Value: make([]float32, 0, n*len(times))}
	k := 0
	for _, t := range times {
		for k+1 < len(g.Time) && t >= g.Time[k+1] {
			k++
		}
		row := g.Value[k*n:][:n]
		if t == g.Time[k] || g.Step || k+1 == len(g.Time) {
			c.Value = append(c.Value, row...)
			continue
		}
		u := (float64(t) - float64(g.Time[k])) / (float64(g.Time[k+1]) - float64(g.Time[k]))
		for i, a := range row {
			a, b := float64(a), float64(g.Value[(k+1)*n+i])
			c.Value = append(c.Value, float32(a+float64((b-a)*u)))
		}
	}
	return c
}
