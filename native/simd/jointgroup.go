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
const groupLanes = 8

// groupTable describes the groups of a rig to kernels: rows of a word per lane.
// Lanes without a joint of their own repeat that of the first one. Rows behind
// these are those of one form.
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
)

// Fields of a group. Those of a form follow.
const (
	groupSource = iota // offset of the parents' state in scratch, in bytes; 0 is that of the frame above the roots
	groupCount         // number of joints
	groupFlags
)

// newGroupTable makes groups of joints; describe adds what a form has to say of a
// joint in a lane.
func newGroupTable(parent []int32, rows, states int, describe func(joint int, lane groupLane)) groupTable {
	children := make([][]int, 1+len(parent)) // of each joint, after the roots
	for j, p := range parent {
		children[1+p] = append(children[1+p], j)
	}
	t := groupTable{rows: rows, states: states}
	for groups := [][]int{{-1}}; t.groups < len(groups); t.groups++ {
		var joint, index []int
		for lane, j := range groups[t.groups] {
			for _, child := range children[1+j] {
				joint, index = append(joint, child), append(index, lane)
			}
		}
		for len(joint) > 0 {
			n := min(groupLanes, len(joint))
			g := t.add(n, t.groups)
			for l := range groupLanes {
				i := l
				if i >= n {
					i = 0
				}
				lane := groupLane{g, l}
				lane.set(groupOwn, uint32(16*joint[i]))
				lane.set(groupOut, uint32(4*affineFloats*joint[i]))
				lane.set(groupIndex, uint32(index[i]))
				describe(joint[i], lane)
			}
			groups = append(groups, joint[:n])
			joint, index = joint[n:], index[n:]
		}
	}
	t.groups-- // the first was not one
	return t
}

// add appends a group.
func (t *groupTable) add(count, source int) []uint32 {
	size := t.rows * groupLanes
	t.words = append(t.words, make([]uint32, size)...)
	g := t.words[len(t.words)-size:]
	g[groupFields*groupLanes+groupSource] = uint32(source * t.states * groupLanes * 4)
	g[groupFields*groupLanes+groupCount] = uint32(count)
	return g
}

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

// setColumn sets two rows: where among the other columns of a row of a bank the quad
// of column c is, in bytes, and all bits where there is one; the field counts those.
func (g groupLane) setColumn(row, field, c int) {
	if c < 0 {
		return
	}
	g.set(row, uint32(16*c))
	g.mark(row+1, field)
}

// mark sets all bits in a row, and counts that in a field.
func (g groupLane) mark(row, field int) {
	g.set(row, math.MaxUint32)
	g.words[groupFields*groupLanes+field]++
}

// scratchValues is the room for the states of groups and of the frame above the roots.
func (t *groupTable) scratchValues() int { return (1 + t.groups) * t.states * groupLanes }
