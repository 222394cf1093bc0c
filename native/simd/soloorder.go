package simd

import "slices"

// soloOrder is a rig as the kernels of one instance read it: in blocks of
// sixteen joints, then of sixteen columns.
type soloOrder struct {
	blocks  []soloBlock  // of joints, then of columns
	columns int          // how many of the blocks are of columns
	sources []soloSource // of columns, then of joints
	steps   []soloTurn   // of whole blocks of joints
	shared  bool         // two joints have one column, which kernels do not provide for
}

// soloBlock is sixteen joints or columns, 280 bytes. Lane 4b+i is the one
// numbered 4i+b: the order in which four cache lines of quads come out of a
// transposition.
type soloBlock struct {
	bind    [3][Lanes]float32
	lane    [Lanes]int32 // of the parent in the first of two blocks, or 16 + that in the second
	lines   [4]uint16    // all ones where there is a line of quads
	from    [2]int32     // the two blocks
	sources int32        // how many of the sources are this block's too
	_       int32
}

// soloSource says which other lanes have their parents in a third block, 80
// bytes.
type soloSource struct {
	lane [Lanes]int32
	mask uint32 // the lanes
	from int32
	_    [2]int32
}

// soloTurn is a joint's turn in adding up translations: where its parent's is,
// or soloBefore, and what moves it, in bytes; soloNone for nothing.
type soloTurn struct {
	parent, move int32
}

const (
	soloNone   = -16
	soloBefore = -32 // the parent is the joint before, in the same block
)

// Sizes in scratch, in bytes: a block's matrices, nine rows of lanes, and a
// block's quads. Kernels have there the quads of the block in work; behind a
// cache line the sums of translations; what columns add to them; and the
// matrices, first that above the roots.
const (
	soloMatrices = 9 * 4 * Lanes
	soloQuads    = 4 * 4 * Lanes
)

// newSoloOrder lists joints, padded to whole groups.
func newSoloOrder(joints []plainJoint) soloOrder {
	var o soloOrder
	parents := make([]int32, len(joints)) // of joints
	for j := range joints {
		d := &joints[j]
		parents[j] = d.parent
		t := soloTurn{parent: 16 * d.parent, move: 16 * d.column}
		if j%Lanes > 0 && int(d.parent) == j-1 {
			t.parent = soloBefore
		}
		o.steps = append(o.steps, t)
	}
	for len(o.steps)%Lanes > 0 {
		o.steps = append(o.steps, soloTurn{soloNone, soloNone})
	}
	var above []int32 // per column the parent of the joint it moves
	for j := range joints {
		c := int(joints[j].column)
		if c < 0 {
			continue
		}
		for len(above) <= c {
			above = append(above, noJoint)
		}
		o.shared = o.shared || above[c] != noJoint
		above[c] = joints[j].parent
	}
	columns := o.add(above)
	o.columns = len(columns)
	o.blocks = append(o.add(parents), columns...)
	for j := range joints {
		b := &o.blocks[j/Lanes]
		for k, v := range joints[j].bind {
			b.bind[k][soloLane(j)] = v
		}
	}
	return o
}

// noJoint is the parent of a column that moves no joint.
const noJoint = -2

// soloLane is the lane of a joint or column in its block.
func soloLane(j int) int { return j%groupJoints*4 + j%Lanes/groupJoints }

// add makes blocks of joints or columns with the given parents.
func (o *soloOrder) add(parents []int32) (blocks []soloBlock) {
	for first := 0; first < len(parents); first += Lanes {
		var b soloBlock
		from := []int32{} // blocks of parents
		sources := len(o.sources)
		for i := first; i < min(first+Lanes, len(parents)); i++ {
			b.lines[i%Lanes/groupJoints] = 1<<Lanes - 1
			at, lane := int32(0), 0 // above the roots
			if p := int(parents[i]); p >= 0 {
				at, lane = int32((1+p/Lanes)*soloMatrices), soloLane(p)
			}
			s := slices.Index(from, at)
			if s < 0 {
				s, from = len(from), append(from, at)
				if s > 1 {
					o.sources = append(o.sources, soloSource{from: at})
				}
			}
			if s < 2 {
				b.from[s] = at
				b.lane[soloLane(i)] = int32(16*s + lane)
			} else {
				more := &o.sources[sources+s-2]
				more.lane[soloLane(i)] = int32(lane)
				more.mask |= 1 << soloLane(i)
			}
		}
		b.sources = int32(len(o.sources) - sources)
		blocks = append(blocks, b)
	}
	return blocks
}

// SoloValues is the number of float32 that SoloRows needs as scratch. It holds
// nothing between calls.
func (r *Rig) SoloValues() int {
	joints := len(r.solo.blocks) - r.solo.columns
	return (soloQuads + CacheLine + soloMatrices + joints*(soloQuads+soloMatrices) + r.solo.columns*soloQuads) / 4
}
