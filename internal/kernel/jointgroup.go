package kernel

import "math"

// Kernels of one instance compute the joints of a group at once, a lane each. The states of
// joints are in slots, in the order of groups: a row of states holds a value per slot, and a
// group takes the next ones.
//
//	slot     8 … 10  11    12  13     14        15         16    17        18        19
//	joint            hips      spine  left leg  right leg  neck  shoulder  shoulder  shin
//	group    0             1                               2
//	window   0             8                               12
//	index            0         3      3         3          1     1         1         2
//
// The parents of a group's joints are in a window of 8 slots, so that what a group needs of
// them is one permutation. What does not follow the hierarchy is computed by blocks of 8 slots
// when a group begins or completes them, however few joints that group has.
//
// Groups begin at multiples of 4 slots, which processors of 16-byte stores forward fastest, and
// have their joints at the end of these, close to the next group's: a window may hold both.
//
// Rows have a fixed size, a page; a rig of more joints has several. The first page begins with the
// frame above the roots.
const (
	groupLanes   = 8
	groupAlign   = 4
	groupPage    = 128                          // slots of a page
	groupRowSize = 4 * (groupPage + groupLanes) // bytes of a row, since a group stores all lanes
)

// groupTable is the groups of a rig for kernels: rows of a word per lane, and after the groups a
// record for the block that no group completes. The upper half of a small group repeats the lower
// one. Each form of rig appends its rows.
type groupTable struct {
	rows, states  int // of a group, in words and in scratch
	groups, pages int
	words         []uint32
}

const (
	groupOwn    = iota // offset of the joint's quad in a row of a bank, in bytes
	groupOut           // of the matrix in a palette, for joints of the block that ends
	groupIndex         // the parent's place in the window
	groupFields        // fields of the group itself, two rows
	groupRows   = groupFields + 2
)

// Fields of a group: offsets in scratch, in bytes, and a number. Those of a form follow.
const (
	groupSource = iota // of the parents' window; 0 is the frame above the roots
	groupState         // of the group's slots
	groupBegun         // of the block that the group begins, or 0
	groupEnded         // of the block that it completes, or 0
	groupCount         // number of joints
	groupFlags
)

// groupForm sets the rows of a form for a joint in a lane of a group, of the block that it begins
// and of the one that it completes.
type groupForm struct {
	member, begun, ended func(joint int, lane groupLane)
}

// slottedGroup is a group in slots: the first slot of its parents' window and its own, and the
// numbers of its joints and slots.
type slottedGroup struct{ source, first, count, width int }

// slots is joints in the order of their states.
type slots struct {
	parent []int32
	place  []int // of a joint, after that above the roots
	joint  []int // in a slot, and behind the last one
	first  []int // slot of the group that a slot is in
	groups []slottedGroup
	end    int
}

func newGroupTable(parent []int32, rows, states int, form groupForm) groupTable {
	s := newSlots(parent)
	t := groupTable{rows: rows, states: states, groups: len(s.groups), pages: (s.end + groupPage - 1) / groupPage}
	t.words = make([]uint32, (t.groups+1)*rows*groupLanes)
	begun, ended := groupLanes, groupLanes
	for i, g := range s.groups {
		words, end := t.words[i*rows*groupLanes:], g.first+g.width
		field := groupLane{words, 0}.field
		field(groupSource, t.offset(g.source))
		field(groupState, t.offset(g.first))
		field(groupCount, uint32(g.count))
		for l := range groupLanes {
			lane, j := groupLane{words, l}, s.joint[g.first+l%g.width]
			lane.set(groupIndex, uint32(s.place[1+parent[j]]-g.source))
			form.member(j, lane)
		}
		if end > begun {
			s.block(&t, i, groupBegun, begun, form.begun)
			begun += groupLanes
		}
		if ended+groupLanes <= end {
			s.block(&t, i, groupEnded, ended, form.ended)
			ended += groupLanes
		}
	}
	if ended < s.end {
		last := s.end - groupLanes // in the page, if it begins earlier
		s.block(&t, t.groups, groupEnded, max(groupLanes, s.end/groupPage*groupPage, last), form.ended)
	}
	return t
}

// block describes 8 slots in the record of a group.
func (s *slots) block(t *groupTable, group, field, first int, describe func(joint int, lane groupLane)) {
	words := t.words[group*t.rows*groupLanes:]
	groupLane{words, 0}.field(field, t.offset(first))
	for l := range groupLanes {
		lane, j := groupLane{words, l}, s.joint[first+l]
		if field == groupEnded {
			lane.set(groupOut, uint32(4*affineFloats*j))
		}
		describe(j, lane)
	}
}

// newSlots makes groups: joints whose parents have a slot, in the order of these, as many as have
// parents in one window.
func newSlots(parent []int32) *slots {
	above := make([]int32, len(parent))
	for j, p := range parent {
		above[j] = 1 + p
	}
	children := listBy(above, 1+len(parent)) // of each joint, after the roots
	room := 2*groupLanes + 2*len(parent)
	s := &slots{parent: parent, place: make([]int, 1+len(parent)), joint: make([]int, groupLanes, room), first: make([]int, groupLanes, room), end: groupLanes}
	ready := make([]int, 0, len(parent))
	follow := func(j int) {
		for c := children.first[j]; c >= 0; c = children.next[c] {
			ready = append(ready, c)
		}
	}
	for follow(0); len(ready) > 0; {
		g := s.next(ready)
		for range g.width - g.count {
			s.hold(ready[0], g.first)
		}
		for _, j := range ready[:g.count] {
			s.place[1+j] = s.end
			s.hold(j, g.first)
			follow(1 + j)
		}
		s.groups = append(s.groups, g)
		ready = ready[g.count:]
	}
	if n := len(s.groups); n > 0 { // of blocks that reach behind the last group
		g := s.groups[n-1]
		for l := range groupLanes {
			s.joint = append(s.joint, s.joint[g.first+l%g.width])
		}
	}
	return s
}

// hold takes the next slot.
func (s *slots) hold(joint, first int) {
	s.joint, s.first = append(s.joint, joint), append(s.first, first)
	s.end++
}

// next returns a group of the leading joints that fit into the page and whose parents are in one
// window. The window is that of a group where possible: processors forward what was stored as
// a whole.
func (s *slots) next(ready []int) slottedGroup {
	most := min(groupLanes, len(ready), groupPage-s.end%groupPage)
	low := s.place[1+s.parent[ready[0]]]
	g, high := slottedGroup{first: s.end}, low
	for _, j := range ready[:most] {
		p := s.place[1+s.parent[j]]
		if p/groupPage != low/groupPage || max(high, p)-min(low, p) >= groupLanes {
			break
		}
		low, high = min(low, p), max(high, p)
		g.count++
	}
	g.width = (g.count + groupAlign - 1) / groupAlign * groupAlign
	if g.source = low; high-s.first[low] < groupLanes {
		g.source = s.first[low]
	}
	return g
}

// offset is that of a slot in scratch, in bytes.
func (t *groupTable) offset(slot int) uint32 {
	return uint32(slot/groupPage*t.states*groupRowSize + slot%groupPage*4)
}

// groupLane is a joint's place in a group.
type groupLane struct {
	words []uint32
	lane  int
}

func (g groupLane) set(row int, v uint32) { g.words[row*groupLanes+g.lane] = v }

// field sets a field of the group.
func (g groupLane) field(i int, v uint32) { g.words[groupFields*groupLanes+i] = v }

// setFloats sets rows from the first one on.
func (g groupLane) setFloats(row int, values ...float32) {
	for i, v := range values {
		g.set(row+i, math.Float32bits(v))
	}
}

// setColumn sets two rows for column c, if any: its offset among the other columns of a row, in
// bytes, and all bits, which the field counts.
func (g groupLane) setColumn(row, field, c int) {
	if c < 0 {
		return
	}
	g.set(row, uint32(16*c))
	g.mark(row+1, field)
}

// mark sets all bits in a row and counts them in a field.
func (g groupLane) mark(row, field int) {
	g.set(row, math.MaxUint32)
	g.words[groupFields*groupLanes+field]++
}

// scratchValues is the size of the states of all pages.
func (t *groupTable) scratchValues() int { return t.pages * t.states * groupRowSize / 4 }
