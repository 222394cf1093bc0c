package retarget

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
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
		m.body[i] = findBody(k)
		if m.body[i].lacks() {
			if b := bodyByShape(k); b != nil {
				m.body[i], m.shape = b, true
			}
		}
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

// facesBack reports whether the feet point backwards, as left and up have it.
func (b body) facesBack(k *soa.Skeleton) bool {
	s := exact.NewSkeleton(&soa.Model{Skeleton: k}, nil)
	at, ok := axes(b, &s.Rest)
	var feet exact.Vec
	for _, side := range [...]Side{Left, Right} {
		foot, toes := b.first(slotName("Foot", side)), b.first(slotName("Toes", side))
		if foot < 0 || toes < 0 {
			return false
		}
		feet = feet.Add(s.Rest.Global[toes].Translation().Sub(s.Rest.Global[foot].Translation()))
	}
	return ok && feet.Dot(at[2]) < -0.3*feet.Length()
}

// exchange makes left right.
func (b body) exchange() {
	other := make(body)
	for slot, chain := range b {
		bare, side := splitSlot(slot)
		other[slotName(bare, -side)] = chain
	}
	clear(b)
	maps.Copy(b, other)
}

// lacks reports whether the parts of a body without which it is none are missing.
func (b body) lacks() bool {
	for _, slot := range [...]string{"hips", "leftUpperLeg", "rightUpperLeg", "leftUpperArm", "rightUpperArm"} {
		if len(b[slot]) > 0 {
			return false
		}
	}
	return true
}

// slotOf returns the slot and the place in its chain of a joint.
func (b body) slotOf(joint int) (slot string, at int) {
	for slot, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			return slot, at
		}
	}
	return "", 0
}

// readTable resolves the names of a table. A pair whose joint is known as part of a body
// makes the other one that part.
func (m *Mapping) readTable(table map[string]string) (given []Pair, err error) {
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	taken := make(map[int]string)
	var parts []Pair // that are of a body
	for _, name := range names {
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
		parts = append(parts, given[len(given)-1])
	}
	slots := make([]string, len(parts))
	for i, p := range parts {
		slot, at := m.body[0].slotOf(p.Source)
		if slot == "" || at > 0 {
			slot, at = m.body[1].slotOf(p.Target)
		}
		if at == 0 {
			slots[i] = slot
		}
	}
	for _, p := range parts {
		m.body[0].remove(p.Source)
		m.body[1].remove(p.Target)
	}
	for i, p := range parts {
		if slots[i] != "" {
			m.body[0][slots[i]], m.body[1][slots[i]] = []int{p.Source}, []int{p.Target}
			given[i].Slot = slots[i]
		}
	}
	return given, nil
}

// remove takes a joint out of its slot.
func (b body) remove(joint int) {
	for slot, chain := range b {
		if at := slices.Index(chain, joint); at >= 0 {
			if b[slot] = slices.Delete(slices.Clone(chain), at, at+1); len(b[slot]) == 0 {
				delete(b, slot)
			}
		}
	}
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
		return 0, fmt.Errorf("%w: no joint is %q%s", ErrTable, name, hint(k, name))
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

// add appends a pair, unless its target has one already.
func (m *Mapping) add(p Pair) {
	if !slices.ContainsFunc(m.Pairs, func(o Pair) bool { return o.Target == p.Target }) {
		m.Pairs = append(m.Pairs, p)
	}
}

// pairSlots pairs what is the same part of a body in both.
func (m *Mapping) pairSlots() {
	how := ByBody
	if m.shape {
		how = ByShape
	}
	slots := make([]string, 0, len(m.body[0]))
	for slot := range m.body[0] {
		slots = append(slots, slot)
	}
	slices.Sort(slots)
	var place [2][]exact.Vec
	for i, k := range m.skeleton {
		place[i] = restPlaces(k)
	}
	for _, slot := range slots {
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

// nextSlot is the slot with which a chain ends.
var nextSlot = map[string][]string{
	"hips": {"spine"}, "spine": {"neck", "head"}, "neck": {"head"},
	"Shoulder": {"UpperArm"}, "UpperArm": {"LowerArm"}, "LowerArm": {"Hand"},
	"UpperLeg": {"LowerLeg"}, "LowerLeg": {"Foot"}, "Foot": {"Toes"},
}

// splitSlot takes the side off the name of a slot.
func splitSlot(slot string) (string, Side) {
	if s, ok := strings.CutPrefix(slot, "left"); ok {
		return s, Left
	}
	if s, ok := strings.CutPrefix(slot, "right"); ok {
		return s, Right
	}
	return slot, Middle
}

// after returns the joint at which a chain ends: the first of the next slot, or a child.
func (b body) after(k *soa.Skeleton, slot string, chain []int) int {
	bare, side := splitSlot(slot)
	for _, next := range nextSlot[bare] {
		if j := b.first(slotName(next, side)); j >= 0 {
			return j
		}
	}
	return slices.Index(k.Parent, int16(chain[len(chain)-1]))
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
	var used [2][]bool
	for i, k := range m.skeleton {
		used[i] = make([]bool, k.Len())
	}
	copy(used[0], m.skipped)
	for _, p := range m.Pairs {
		used[0][p.Source], used[1][p.Target] = true, true
		if p.Toward >= 0 {
			used[0][p.Toward] = true
		}
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

// restPlaces returns the positions of the joints at rest, in model space.
func restPlaces(k *soa.Skeleton) []exact.Vec {
	s := exact.NewSkeleton(&soa.Model{Skeleton: k}, nil)
	places := make([]exact.Vec, k.Len())
	for j := range places {
		places[j] = s.Rest.Global[j].Translation()
	}
	return places
}
