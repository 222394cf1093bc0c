package retarget

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// readTable resolves the names of a table. A pair whose joint is known as part of a body
// makes the other one that part.
func (m *Mapping) readTable(table map[string]string) (given []Pair, err error) {
	taken := make(map[int]string)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		s, err := findJoint(m.skeleton[0], name)
		if err != nil {
			return nil, err
		}
		if m.skipped[s] || slices.ContainsFunc(given, func(p Pair) bool { return p.Source == s }) {
			return nil, fmt.Errorf("%w: joint %q is in it twice", ErrTable, name)
		}
		if table[name] == "" {
			m.skipped[s] = true
			m.body[0].remove(s)
			continue
		}
		t, err := findJoint(m.skeleton[1], table[name])
		if err != nil {
			return nil, err
		}
		if other, ok := taken[t]; ok {
			return nil, fmt.Errorf("%w: %q and %q are both mapped to %q", ErrTable, other, name, table[name])
		}
		taken[t] = name
		given = append(given, Pair{Source: s, Target: t, Toward: soa.NoJoint, How: ByTable})
	}
	slots := make([]string, len(given))
	for i, p := range given {
		slot, at := m.body[0].slotOf(p.Source)
		if slot == "" || at > 0 {
			slot, at = m.body[1].slotOf(p.Target)
		}
		if at == 0 {
			slots[i] = slot
		}
	}
	for _, p := range given {
		m.body[0].remove(p.Source)
		m.body[1].remove(p.Target)
	}
	for i, p := range given {
		if slots[i] != "" {
			m.body[0][slots[i]], m.body[1][slots[i]] = []int{p.Source}, []int{p.Target}
			given[i].Slot = slots[i]
		}
	}
	return given, nil
}

// findJoint finds the joint of a name, or of a path.
func findJoint(k *soa.Skeleton, name string) (int, error) {
	found := soa.NoJoint
	for j, n := range k.Name {
		if n != name {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("%w: several joints are %q; a path as %q tells them apart", ErrTable, name, k.Path(j))
		}
		found = j
	}
	if found < 0 && strings.Contains(name, "/") {
		for j := range k.Len() {
			if hasPath(k, j, name) {
				return j, nil
			}
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("%w: no joint is %q%s", ErrTable, name, suggest.Hint(k.Name, name))
	}
	return found, nil
}

// hasPath reports whether a joint has a path.
func hasPath(k *soa.Skeleton, j int, path string) bool {
	for {
		rest, ok := strings.CutSuffix(path, k.Name[j])
		if !ok {
			return false
		}
		if j = int(k.Parent[j]); j < 0 {
			return rest == ""
		}
		if path, ok = strings.CutSuffix(rest, "/"); !ok {
			return false
		}
	}
}
