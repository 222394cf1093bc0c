package humanoid

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// How is the means by which a pair of joints was found.
type How string

const (
	ByTable How = "table" // by the caller's table
	ByBody  How = "body"  // by the names of the bones of a human body
	ByName  How = "name"  // by equal names
	ByShape How = "shape" // by the shape of one of the skeletons
)

// Pair maps a joint of the source to one of the target. Between chains of different numbers of
// joints the source is a place between two: Source, and Toward by a Part from 0 to 1.
type Pair struct {
	Source, Target int
	Toward         int // soa.NoJoint but in chains
	Part           float64
	Role           string // "" outside a human body
	How            How
}

// Mapping is the result of Map. Arrays of two have the source first.
type Mapping struct {
	Pairs []Pair // by ascending Target
	// Hips are the joints that carry the body.
	Hips     [2]int
	Skeleton [2]*soa.Skeleton
	Body     [2]Body
	// Exchanged reports names of sides that are a viewer's: left in them was taken as right.
	Exchanged [2]bool

	shaped  [2][]bool // per joint: it has its role by shape
	skipped []bool    // per source joint: the table leaves it out
	paired  []bool    // per target joint: add made a pair of it
}

// Options are what is known of the joints before Map.
type Options struct {
	// Table maps the name or path of a joint of the source to that of one of the target, or to ""
	// for none. It takes precedence over all that Map finds.
	Table map[string]string
	// Bodies map, for source and target, VRM's names of bones to names or paths of joints. A body
	// without entries is found by Find.
	Bodies [2]map[string]string
}

// Map maps the joints of a skeleton to those of another: by the table, then by roles of a human
// body, then by equal paths and by names that are unique in both, with and without namespace and
// case. The error wraps ErrTable, ErrHips, soa.ErrInvalid or the context's.
func Map(ctx context.Context, source, target *soa.Skeleton, o Options) (*Mapping, error) {
	m := &Mapping{Skeleton: [2]*soa.Skeleton{source, target}}
	for i := range m.Skeleton {
		if err := m.findBody(ctx, i, o.Bodies[i]); err != nil {
			return nil, err
		}
	}
	m.skipped, m.paired = make([]bool, source.Len()), make([]bool, target.Len())
	given, err := m.readTable(o.Table)
	if err != nil {
		return nil, err
	}
	m.pairRoles()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, p := range given {
		m.add(p)
	}
	if err := m.pairNames(ctx); err != nil {
		return nil, err
	}
	slices.SortFunc(m.Pairs, func(a, b Pair) int { return a.Target - b.Target })
	if err := m.findCarrier(); err != nil {
		return nil, err
	}
	return m, nil
}

// findBody finds the body of a skeleton, or takes the known one.
func (m *Mapping) findBody(ctx context.Context, i int, bones map[string]string) (err error) {
	k := m.Skeleton[i]
	if k == nil {
		return fmt.Errorf("%w: no skeleton", soa.ErrInvalid)
	}
	if err := cmp.Or(k.Validate(), ctx.Err()); err != nil {
		return err
	}
	if len(bones) > 0 {
		m.shaped[i] = make([]bool, k.Len())
		m.Body[i], err = namedBody(k, bones)
		return err
	}
	b, _, shaped := find(k)
	m.Body[i], m.shaped[i] = b, shaped
	if m.Exchanged[i] = b.facesBack(k); m.Exchanged[i] {
		b.exchange()
	}
	return ctx.Err()
}

// Used marks the joints of source and target that are in pairs.
func (m *Mapping) Used() (used [2][]bool) {
	for i, k := range m.Skeleton {
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
	if !m.paired[p.Target] {
		m.Pairs, m.paired[p.Target] = append(m.Pairs, p), true
	}
}

// findCarrier finds the joints that carry the bodies: the hips, or else the lowest pair with all
// others above or below it.
func (m *Mapping) findCarrier() error {
	m.Hips = [2]int{m.Body[0].First("hips"), m.Body[1].First("hips")}
	if m.Hips[0] >= 0 && m.Hips[1] >= 0 {
		return nil
	}
	source := onWay(m.Skeleton[0], m.Pairs, func(p Pair) int { return p.Source })
	target := onWay(m.Skeleton[1], m.Pairs, func(p Pair) int { return p.Target })
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
	return fmt.Errorf("%w: the %s names none, and no mapped joint has all others above or below it", ErrHips, which)
}

// onWay counts, for each joint of a skeleton, the pairs of it, of the joints above and of those
// below.
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

// TargetOf returns the joint of the target to which a joint of the source is mapped, or soa.NoJoint.
func (m *Mapping) TargetOf(joint int) int {
	for _, p := range m.Pairs {
		if p.Source == joint {
			return p.Target
		}
	}
	return soa.NoJoint
}
