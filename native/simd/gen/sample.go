package main

// Sampling of float32 rows by 16 lanes. A cache line of a row holds four quads,
// that is, of four columns; the lines of 16 lanes make a square of 16x16 values
// that is transposed in two steps: four lanes at a time within 16-byte blocks,
// then the blocks.

// laneTable is where a kernel keeps what it knows of its lanes.
type laneTable struct {
	base   *reg
	row    int // displacement of the address of each lane's row
	next   int // of the row after it
	weight int // of each lane's weight of the latter
	line   int // of the offset of the line in work from the start of a row
}

// at is the line in work of a lane's row, or of the row after it.
func (t *thread) at(l laneTable, rows, lane int) mem {
	line := t.scalar64(mem{base: l.base, disp: l.line})
	return mem{base: t.scalarSum(line, mem{base: l.base, disp: rows + 8*lane})}
}

// lerpLanes evaluates one line of the rows of four lanes, from 4·quarter on,
// and transposes it within blocks: result i holds component i of four columns.
func (t *thread) lerpLanes(l laneTable, quarter int) [4]*reg {
	var v [4]*reg
	for i := range v {
		lane := 4*quarter + i
		a := t.load(t.at(l, l.row, lane))
		b := t.load(t.at(l, l.next, lane))
		v[i] = t.sum(t.spread(opMul, t.sub(b, a), mem{base: l.base, disp: l.weight + 4*lane}), a)
	}
	return t.square4(v[0], v[1], v[2], v[3])
}

// sampleQuarter is lerpLanes with the result stored for mergeComponent.
func (t *thread) sampleQuarter(l laneTable, quarter int, parts mem) {
	for c, v := range t.lerpLanes(l, quarter) {
		t.store(v, parts.plus((4*c+quarter)*row))
	}
}

// mergeComponent transposes the blocks of component c, which four calls of
// sampleQuarter have left, and stores the rows of the four columns.
func (t *thread) mergeComponent(c int, parts, to mem) {
	var r [4]*reg
	for i := range r {
		r[i] = t.load(parts.plus((4*c + i) * row))
	}
	for column, v := range t.blocks4(r) {
		t.store(v, to.plus(column*columnBytes+c*row))
	}
}

// columnBytes is the size of a sampled column.
const columnBytes = 4 * row
