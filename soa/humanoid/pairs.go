package humanoid

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// pairRoles pairs the joints of equal roles.
func (m *Mapping) pairRoles() {
	var place [2][]exact.Vec
	for i, k := range m.Skeleton {
		place[i] = exact.RestPositions(k)
	}
	for _, role := range slices.Sorted(maps.Keys(m.Body[0])) {
		a, b := m.Body[0][role], m.Body[1][role]
		if len(b) == 0 {
			continue
		}
		m.pairChain(role, a, b, place)
	}
	for _, side := range [...]Side{Left, Right} {
		m.pairMitten(side, place)
	}
}

// pairMitten pairs the fingers of a hand with those of a mitten, which has one chain for all.
func (m *Mapping) pairMitten(side Side, place [2][]exact.Vec) {
	mitten := side.Role("Fingers")
	if a, b := m.Body[0][mitten], m.Body[1][mitten]; (len(a) > 0) == (len(b) > 0) {
		return
	}
	for _, finger := range [...]string{"Middle", "Index", "Ring", "Little"} {
		role := side.Role(finger)
		a, b := m.Body[0][role], m.Body[1][role]
		switch {
		case len(a) > 0 && len(b) == 0 && len(m.Body[1][mitten]) > 0:
			m.pairChain(mitten, a, m.Body[1][mitten], place)
			return
		case len(b) > 0 && len(a) == 0 && len(m.Body[0][mitten]) > 0:
			m.pairChain(role, m.Body[0][mitten], b, place)
		}
	}
}

// pairChain pairs two chains: joint by joint where their numbers are equal, and otherwise by the
// length along them.
func (m *Mapping) pairChain(role string, a, b []int, place [2][]exact.Vec) {
	if len(a) == len(b) {
		for i := range a {
			m.add(Pair{Source: a[i], Target: b[i], Toward: soa.NoJoint, Role: role, How: m.howOf(a[i], b[i])})
		}
		return
	}
	from, to := m.middles(0, role, a, place[0]), m.middles(1, role, b, place[1])
	for i, u := range to {
		p := Pair{Source: a[0], Target: b[i], Toward: soa.NoJoint, Role: role}
		for k := 1; k < len(a) && from[k-1] < u; k++ {
			p.Source = a[k]
			if u < from[k] {
				p.Source, p.Toward, p.Part = a[k-1], a[k], (u-from[k-1])/(from[k]-from[k-1])
			}
		}
		p.How = m.howOf(p.Source, p.Target)
		m.add(p)
	}
}

// howOf returns how a joint of a role was found, and its counterpart.
func (m *Mapping) howOf(source, target int) How {
	if m.shaped[0][source] || m.shaped[1][target] {
		return ByShape
	}
	return ByBody
}

// middles returns the middle of each bone along its chain, from 0 to 1.
func (m *Mapping) middles(i int, role string, chain []int, place []exact.Vec) []float64 {
	lengths := make([]float64, len(chain))
	total := 0.
	for k, j := range chain {
		next := soa.NoJoint
		if k+1 < len(chain) {
			next = chain[k+1]
		} else {
			next = m.Body[i].chainEnd(m.Skeleton[i], role, chain)
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

// pairNames pairs the remaining joints by equal paths, then by names that are unique, then by such
// names without namespace and case. The error is the context's.
func (m *Mapping) pairNames(ctx context.Context) error {
	used := m.Used()
	for j, skipped := range m.skipped {
		used[0][j] = used[0][j] || skipped
	}
	for role, chain := range m.Body[0] { // chains are mapped as a whole
		if len(m.Body[1][role]) > 0 {
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
	paths := [2][]int{numbers.Numbers(m.Skeleton[0]), numbers.Numbers(m.Skeleton[1])}
	for _, name := range []func(i, j int) spelled{
		func(i, j int) spelled {
			if k := m.Skeleton[i]; k.Parent[j] < 0 {
				return spelled{name: k.Name[j]}
			}
			return spelled{path: paths[i][j]}
		},
		func(i, j int) spelled { return spelled{name: m.Skeleton[i].Name[j]} },
		func(i, j int) spelled {
			n := m.Skeleton[i].Name[j]
			return spelled{name: strings.ToLower(n[strings.LastIndexAny(n, ":|")+1:])}
		},
	} {
		var unique [2]map[spelled]int
		for i, k := range m.Skeleton {
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
		for s := range m.Skeleton[0].Len() {
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
