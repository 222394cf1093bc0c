package retarget

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// How says what a pair of joints was found by.
type How string

const (
	ByTable How = "table" // the caller's
	ByBody  How = "body"  // names of the bones of a human body
	ByName  How = "name"  // equal names
	ByShape How = "shape" // the shape of one of the skeletons
)

// Pair says from which joint of the source a joint of the target has its movement. In a
// chain of another number of joints that is a place between two: the movement of Source,
// and of Toward by a Part from 0 to 1.
type Pair struct {
	Source, Target int
	Toward         int // soa.NoJoint but in chains
	Part           float64
	Slot           string // what they are in a human body: "leftHand"; "" for others
	How            How
}

// Mapping is what Map finds.
type Mapping struct {
	Pairs []Pair // by ascending Target
	// Hips are the joints of source and target that carry the body.
	Hips [2]int

	skeleton [2]*soa.Skeleton
	body     [2]body // slots that both have, and others
	shape    bool    // a body was found by shape
	// The names of sides are those of a viewer before the body: left is its right.
	exchanged [2]bool
	uneven    [2][]bool // joints whose names are equal, without a rotation at rest
	skipped   []bool    // per source joint: the table leaves it out
}

// Map maps the joints of a skeleton to those of another one. The table counts most: it
// takes the name or the path of a joint of the source to that of one of the target, or to
// "" for none. The error wraps ErrTable, ErrHips or soa.ErrInvalid.
func Map(source, target *soa.Skeleton, table map[string]string) (*Mapping, error) {
	return mapBodies(context.Background(), source, target, table, [2]map[string]string{})
}

// mapBodies is Map of skeletons whose bodies are known, or nil, see Options.Bodies. The error
// may be the context's.
func mapBodies(ctx context.Context, source, target *soa.Skeleton, table map[string]string, bodies [2]map[string]string) (*Mapping, error) {
	m := &Mapping{skeleton: [2]*soa.Skeleton{source, target}}
	for i, k := range m.skeleton {
		if k == nil {
			return nil, fmt.Errorf("retarget: %w: no skeleton", soa.ErrInvalid)
		}
		if err := k.Validate(); err != nil {
			return nil, fmt.Errorf("retarget: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("retarget: %w", err)
		}
		if len(bodies[i]) > 0 {
			var err error
			if m.body[i], err = namedBody(k, bodies[i]); err != nil {
				return nil, fmt.Errorf("retarget: %w", err)
			}
			continue
		}
		b, how := findAny(k)
		m.body[i], m.shape = b, m.shape || how == ByShape
		m.exchanged[i] = m.body[i].facesBack(k)
		if m.exchanged[i] {
			m.body[i].exchange()
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("retarget: %w", err)
		}
	}
	m.skipped = make([]bool, source.Len())
	given, err := m.readTable(table)
	if err != nil {
		return nil, fmt.Errorf("retarget: %w", err)
	}
	m.pairSlots()
	for _, p := range given {
		m.add(p)
	}
	if err := m.pairNames(ctx); err != nil {
		return nil, fmt.Errorf("retarget: %w", err)
	}
	slices.SortFunc(m.Pairs, func(a, b Pair) int { return a.Target - b.Target })
	return m, m.findCarrier()
}

// used marks the joints of source and target that pairs have.
func (m *Mapping) used() (used [2][]bool) {
	for i, k := range m.skeleton {
		used[i] = make([]bool, k.Len())
	}
	for _, p := range m.Pairs {
		used[0][p.Source], used[1][p.Target] = true, true
		if p.Toward >= 0 {
			used[0][p.Toward] = true
		}
	}
	return used
}

// add appends a pair, unless its target has one already.
func (m *Mapping) add(p Pair) {
	if !slices.ContainsFunc(m.Pairs, func(o Pair) bool { return o.Target == p.Target }) {
		m.Pairs = append(m.Pairs, p)
	}
}

// findCarrier finds the joints that carry the bodies: the hips, or else the lowest pair
// of which all others are above or below.
func (m *Mapping) findCarrier() error {
	m.Hips = [2]int{m.body[0].first("hips"), m.body[1].first("hips")}
	if m.Hips[0] >= 0 && m.Hips[1] >= 0 {
		return nil
	}
	source := onWay(m.skeleton[0], m.Pairs, func(p Pair) int { return p.Source })
	target := onWay(m.skeleton[1], m.Pairs, func(p Pair) int { return p.Target })
	carrier, top := -1, -1
	for i, p := range m.Pairs { // targets ascend, so that the last one is the lowest
		if p.Toward < 0 && source[p.Source] == len(m.Pairs) && target[p.Target] == len(m.Pairs) {
			if carrier = i; top < 0 {
				top = i
			}
		}
	}
	if carrier == len(m.Pairs)-1 { // a chain, which its end does not carry
		carrier = top
	}
	if carrier >= 0 {
		m.Hips = [2]int{m.Pairs[carrier].Source, m.Pairs[carrier].Target}
		return nil
	}
	which := "source"
	if m.Hips[0] >= 0 {
		which = "target"
	}
	return fmt.Errorf("retarget: %w: the %s names none, and no mapped joint has all others above or below it", ErrHips, which)
}

// onWay returns, per joint of a skeleton, how many pairs have that joint or one above or
// below it.
func onWay(k *soa.Skeleton, pairs []Pair, joint func(Pair) int) []int {
	above, below := make([]int, k.Len()), make([]int, k.Len()) // with the joint itself; and without
	for _, p := range pairs {
		above[joint(p)]++
	}
	for j := k.Len() - 1; j >= 0; j-- {
		if p := k.Parent[j]; p >= 0 {
			below[p] += below[j] + above[j]
		}
	}
	for j, p := range k.Parent {
		if p >= 0 {
			above[j] += above[p]
		}
		below[j] += above[j]
	}
	return below
}
