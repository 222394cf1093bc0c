package humanoid

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// readTable resolves the names of a table. Where one joint of a pair has a role, the other gets it.
func (m *Mapping) readTable(table map[string]string) (given []Pair, err error) {
	taken := make(map[int]string)
	for _, name := range slices.Sorted(maps.Keys(table)) {
		s, err := FindJoint(m.Skeleton[0], name)
		if err != nil {
			return nil, err
		}
		if m.skipped[s] || slices.ContainsFunc(given, func(p Pair) bool { return p.Source == s }) {
			return nil, fmt.Errorf("%w: joint %q is in it twice", ErrTable, name)
		}
		if table[name] == "" {
			m.skipped[s] = true
			m.Body[0].remove(s)
			continue
		}
		t, err := FindJoint(m.Skeleton[1], table[name])
		if err != nil {
			return nil, err
		}
		if other, ok := taken[t]; ok {
			return nil, fmt.Errorf("%w: %q and %q are both mapped to %q", ErrTable, other, name, table[name])
		}
		taken[t] = name
		given = append(given, Pair{Source: s, Target: t, Toward: soa.NoJoint, How: ByTable})
	}
	roles := make([]string, len(given))
	for i, p := range given {
		role, at := m.Body[0].roleOf(p.Source)
		if role == "" || at > 0 {
			role, at = m.Body[1].roleOf(p.Target)
		}
		if at == 0 {
			roles[i] = role
		}
	}
	for _, p := range given {
		m.Body[0].remove(p.Source)
		m.Body[1].remove(p.Target)
	}
	for i, p := range given {
		if roles[i] != "" {
			m.Body[0][roles[i]], m.Body[1][roles[i]] = []int{p.Source}, []int{p.Target}
			given[i].Role = roles[i]
		}
	}
	return given, nil
}

// FindJoint returns the joint of a name, or of a path or the end of one. The error wraps ErrTable.
func FindJoint(k *soa.Skeleton, name string) (int, error) {
	j, problem := suggest.Joint(k, name)
	if problem != "" {
		return soa.NoJoint, fmt.Errorf("%w: %s", ErrTable, problem)
	}
	return j, nil
}
