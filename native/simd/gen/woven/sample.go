package woven

// Sampling of rows by 16 lanes. A line of a row holds four quads, that is, of
// four columns; the lines of 16 lanes make a square of 16x16 values that is
// transposed in two steps: some lanes at a time within 16-byte blocks, then the
// blocks. Between the steps it lies in 16 registers of memory, the parts.

// laneTable is where a kernel keeps what it knows of its lanes.
type laneTable struct {
	base   *reg
	row    int // displacement of the address of each lane's row
	next   int // of the row after it
	weight int // of each lane's weight of the latter
	line   int // of the offset of the line in work from the start of a row

	// Kernels with room for it know another way to a lane's line.
	of func(rows, lane int) mem
}

// at is the line in work of a lane's row, or of the row after it.
func (t *thread) at(l laneTable, rows, lane int) mem {
	if l.of != nil {
		return l.of(rows, lane)
	}
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

// sampleQuarter does a quarter of the first step, and stores what it leaves.
func (t *thread) sampleQuarter(l laneTable, quarter int, parts mem) {
	part := func(component, i int) mem { return parts.plus((4*component + i) * row) }
	for c, v := range t.lerpLanes(l, quarter) {
		t.store(v, part(c, quarter))
	}
}

// mergeComponent is the second step for component c: it stores the rows of the
// four columns, columnBytes apart.
func (t *thread) mergeComponent(c int, parts, to mem) {
	var at [4]mem
	for i := range at {
		at[i] = parts.plus((4*c + i) * row)
	}
	for column, v := range t.blocks4At(at) {
		t.store(v, to.plus(column*columnBytes+c*row))
	}
}

const columnBytes = 4 * row // a sampled column
