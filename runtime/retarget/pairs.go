package retarget

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// pairSlots pairs what is the same part of a body in both.
func (m *Mapping) pairSlots() {
	how := ByBody
	if m.shape {
		how = ByShape
	}
	var place [2][]exact.Vec
	for i, k := range m.skeleton {
		place[i] = restPlaces(k)
	}
	for _, slot := range slices.Sorted(maps.Keys(m.body[0])) {
		a, b := m.body[0][slot], m.body[1][slot]
		if len(b) == 0 {
			continue
		}
		m.pairChain(slot, a, b, how, place)
	}
	for _, side := range [...]Side{Left, Right} {
		m.pairMitten(side, how, place)
	}
}

// pairMitten pairs the fingers of a hand with those of one that has all of them in one.
func (m *Mapping) pairMitten(side Side, how How, place [2][]exact.Vec) {
	mitten := slotName("Fingers", side)
	if a, b := m.body[0][mitten], m.body[1][mitten]; (len(a) > 0) == (len(b) > 0) {
		return
	}
	for _, finger := range [...]string{"Middle", "Index", "Ring", "Little"} {
		slot := slotName(finger, side)
		a, b := m.body[0][slot], m.body[1][slot]
		switch {
		case len(a) > 0 && len(b) == 0 && len(m.body[1][mitten]) > 0:
			m.pairChain(mitten, a, m.body[1][mitten], how, place)
			return
		case len(b) > 0 && len(a) == 0 && len(m.body[0][mitten]) > 0:
			m.pairChain(slot, m.body[0][mitten], b, how, place)
		}
	}
}

// pairChain pairs two chains: joint by joint where they have as many, and else by the
// length along them.
func (m *Mapping) pairChain(slot string, a, b []int, how How, place [2][]exact.Vec) {
	if len(a) == len(b) {
		for i := range a {
			m.add(Pair{Source: a[i], Target: b[i], Toward: soa.NoJoint, Slot: slot, How: how})
		}
		return
	}
	from, to := m.middles(0, slot, a, place[0]), m.middles(1, slot, b, place[1])
	for i, u := range to {
		p := Pair{Source: a[0], Target: b[i], Toward: soa.NoJoint, Slot: slot, How: how}
		for k := 1; k < len(a) && from[k-1] < u; k++ {
			p.Source = a[k]
			if u < from[k] {
				p.Source, p.Toward, p.Part = a[k-1], a[k], (u-from[k-1])/(from[k]-from[k-1])
			}
		}
		m.add(p)
	}
}

// middles returns, for each bone of a chain, where its middle is along the whole, from 0
// to 1.
func (m *Mapping) middles(i int, slot string, chain []int, place []exact.Vec) []float64 {
	lengths := make([]float64, len(chain))
	total := 0.
	for k, j := range chain {
		next := m.body[i].after(m.skeleton[i], slot, chain)
		if k+1 < len(chain) {
			next = chain[k+1]
		}
		if next >= 0 {
			lengths[k] = place[next].Sub(place[j]).Length()
		} else if k > 0 {
			lengths[k] = lengths[k-1]
		}
		total += lengths[k]
	}
	at := 0.
	for k, l := range lengths {
		if !(total > 0) {
			l, total = 1, float64(len(chain))
		}
		lengths[k] = (at + float64(l/2)) / total
		at += l
	}
	return lengths
}

// pairNames pairs what is left by equal paths, then by equal names that are unique, then
// by names without namespace and case. The error is the context's.
func (m *Mapping) pairNames(ctx context.Context) error {
	used := m.used()
	for j, skipped := range m.skipped {
		used[0][j] = used[0][j] || skipped
	}
	for slot, chain := range m.body[0] { // of a chain that is mapped as a whole
		if len(m.body[1][slot]) > 0 {
			for _, j := range chain {
				used[0][j] = true
			}
		}
	}
	type spelled struct { // a path or a name
		path int
		name string
	}
	var numbers soa.Paths
	paths := [2][]int{numbers.Of(m.skeleton[0]), numbers.Of(m.skeleton[1])}
	for _, name := range []func(i, j int) spelled{
		func(i, j int) spelled {
			if k := m.skeleton[i]; k.Parent[j] < 0 {
				return spelled{name: k.Name[j]}
			}
			return spelled{path: paths[i][j]}
		},
		func(i, j int) spelled { return spelled{name: m.skeleton[i].Name[j]} },
		func(i, j int) spelled {
			n := m.skeleton[i].Name[j]
			return spelled{name: strings.ToLower(n[strings.LastIndexAny(n, ":|")+1:])}
		},
	} {
		var unique [2]map[spelled]int
		for i, k := range m.skeleton {
			if err := ctx.Err(); err != nil {
				return err
			}
			unique[i] = make(map[spelled]int)
			for j := range k.Len() {
				n := name(i, j)
				if _, twice := unique[i][n]; twice {
					unique[i][n] = soa.NoJoint
				} else {
					unique[i][n] = j
				}
			}
		}
		for s := range m.skeleton[0].Len() {
			n := name(0, s)
			t, ok := unique[1][n]
			if n == (spelled{}) || !ok || t < 0 || unique[0][n] != s || used[0][s] || used[1][t] {
				continue
			}
			used[0][s], used[1][t] = true, true
			m.Pairs = append(m.Pairs, Pair{Source: s, Target: t, Toward: soa.NoJoint, How: ByName})
		}
	}
	return nil
}
