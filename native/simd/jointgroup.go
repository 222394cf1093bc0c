package simd

import "math"

// Kernels of one instance compute the joints of a group at once, a lane each. The
// parents of a group's joints are all in one group before it, so that what a group
// needs of them is a permutation of that one's lanes:
//
//	lane          0  1  2  3  4  5  6  7
//	group 0       hips
//	group 1       spine, left leg, right leg            source 0, index 0 0 0
//	group 2       neck, shoulder, shoulder, shin, shin  source 1, index 0 0 0 1 2
//
// A group may instead be a copy of lanes of two others: a common source for the children that
// one group has left over, such as two of ten fingers, and those that come next. The groups
// after it are full.
const groupLanes = 8

// groupTable is the groups of a rig for kernels: rows of a word per lane. Unused lanes repeat
// the first joint. Each form of rig appends its rows.
type groupTable struct {
	rows, states int // of a group, in words and in scratch
	groups       int
	words        []uint32
}

const (
	groupOwn    = iota // offset of the joint's quad in a row of a bank, in bytes
	groupOut           // of its matrix in a palette
	groupIndex         // the parent's lane
	groupFields        // fields of the group itself
	groupRows

	// Rows of a copy: lanes of the second group, and all bits where they are taken.
	groupSecondIndex = groupOwn
	groupSecondMask  = groupOut
)

// Fields of a group. Those of a form follow.
const (
	groupSource = iota // offset of the parents' state in scratch, in bytes; 0 is that of the frame above the roots
	groupSecond        // of a copy that of the second group, else 0
	groupCount         // number of joints
	groupFlags
)

// groupPlace is the place of a joint's state; state 0 is the frame above the roots.
type groupPlace struct{ state, lane int }

// newGroupTable makes groups of joints; describe adds the rows of a form for a joint in a lane.
func newGroupTable(parent []int32, rows, states int, describe func(joint int, lane groupLane)) groupTable {
	children := make([][]int, 1+len(parent)) // of each joint, after the roots
	for j, p := range parent {
		children[1+p] = append(children[1+p], j)
	}
	t := groupTable{rows: rows, states: states}
	place := make([]groupPlace, 1+len(parent)) // the same
	ready := children[0]                       // joints whose parents have a place, in the order of these
	for len(ready) > 0 {
		above := make([]groupPlace, min(groupLanes, len(ready)))
		for l := range above {
			above[l] = place[1+parent[ready[l]]]
		}
		above = t.inOne(above)
		g := t.add(above[0].state)
		g[groupFields*groupLanes+groupCount] = uint32(len(above))
		for l := range groupLanes {
			i := l
			if i >= len(above) {
				i = 0
			}
			j, lane := ready[i], groupLane{g, l}
			lane.set(groupOwn, uint32(16*j))
			lane.set(groupOut, uint32(4*affineFloats*j))
			lane.set(groupIndex, uint32(above[i].lane))
			describe(j, lane)
		}
		for l := range above {
			j := ready[l]
			place[1+j] = groupPlace{t.groups, l}
			ready = append(ready, children[1+j]...)
		}
		ready = ready[len(above):]
	}
	return t
}

// inOne returns the leading places of parents that are in one group. If the places of two make
// a whole group, it adds a copy and returns the copy's places.
func (t *groupTable) inOne(above []groupPlace) []groupPlace {
	first := ofOneGroup(above)
	if n := ofOneGroup(above[first:]); n == 0 || first+n < groupLanes {
		return above[:first]
	}
	g := t.add(above[0].state)
	g[groupFields*groupLanes+groupSecond] = t.offset(above[first].state)
	for l, p := range above {
		lane := groupLane{g, l}
		if l < first {
			lane.set(groupIndex, uint32(p.lane))
		} else {
			lane.set(groupSecondIndex, uint32(p.lane))
			lane.set(groupSecondMask, math.MaxUint32)
		}
		above[l] = groupPlace{t.groups, l}
	}
	return above
}

// ofOneGroup returns the number of leading places in one group.
func ofOneGroup(places []groupPlace) int {
	for i, p := range places {
		if p.state != places[0].state {
			return i
		}
	}
	return len(places)
}

// add appends a group.
func (t *groupTable) add(source int) []uint32 {
	size := t.rows * groupLanes
	t.words = append(t.words, make([]uint32, size)...)
	t.groups++
	g := t.words[len(t.words)-size:]
	g[groupFields*groupLanes+groupSource] = t.offset(source)
	return g
}

// offset is that of a state in scratch, in bytes.
func (t *groupTable) offset(state int) uint32 { return uint32(state * t.states * groupLanes * 4) }

// groupLane is a joint's place in a group.
type groupLane struct {
	words []uint32
	lane  int
}

func (g groupLane) set(row int, v uint32) { g.words[row*groupLanes+g.lane] = v }

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

// scratchValues is the size of the states of groups and of the frame above the roots.
func (t *groupTable) scratchValues() int { return (1 + t.groups) * t.states * groupLanes }
