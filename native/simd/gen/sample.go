package main

// Sampling of rows by 16 lanes. A line of a row holds four quads, that is, of
// four columns; the lines of 16 lanes make a square of 16x16 values that is
// transposed in two steps: some lanes at a time within 16-byte blocks, then the
// blocks. Between the steps it lies in 16 registers of memory, the parts.

// laneTable is where a kernel keeps what it knows of its lanes.
type laneTable struct {
	base   *reg
	row    int  // displacement of the address of each lane's row
	next   int  // of the row after it
	weight int  // of each lane's weight of the latter, or weights of both
	line   int  // of the offset of the line in work from the start of a row
	unit   int  // of the float32 that scales quaternions
	words  bool // rows of 16-bit integers
	scales *reg // address of scales and offsets; nil for quaternions

	// Kernels with room for it have registers for weights and unit, and know
	// another way to a lane's line.
	weights, units *reg
	of             func(rows, lane int) mem
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

// pairLanes interleaves one line of the rows of eight lanes, from 8·half on,
// with the rows after them, and transposes it within blocks: the first four
// results hold the pairs of component i of columns 0 (four lanes), 2, 0 (the
// other four), 2, the others those of columns 1 and 3.
func (t *thread) pairLanes(l laneTable, half int) [8]*reg {
	var even, odd [4]*reg
	for i := range even {
		words := func(rows int) *reg {
			lane := 8*half + i
			low := t.add(&op{code: opLoadHalf, dst: &reg{class: vector}, mem: t.at(l, rows, lane)}).dst
			return t.add(&op{code: opInsertHalf, dst: &reg{class: vector}, src: []*reg{low}, mem: t.at(l, rows, lane+4)}).dst
		}
		a, b := words(l.row), words(l.next)
		even[i], odd[i] = t.value(opUnpackWordsLow, a, b), t.value(opUnpackWordsHigh, a, b)
	}
	e, o := t.square4(even[0], even[1], even[2], even[3]), t.square4(odd[0], odd[1], odd[2], odd[3])
	return [8]*reg{e[0], e[1], e[2], e[3], o[0], o[1], o[2], o[3]}
}

// sampleQuarter does a quarter of the first step, and stores what it leaves.
func (t *thread) sampleQuarter(l laneTable, quarter int, parts mem) {
	part := func(component, i int) mem { return parts.plus((4*component + i) * row) }
	if !l.words {
		for c, v := range t.lerpLanes(l, quarter) {
			t.store(v, part(c, quarter))
		}
		return
	}
	if quarter%2 == 1 {
		return // 16-bit rows go by halves
	}
	half := quarter / 2
	for i, v := range t.pairLanes(l, half) {
		t.store(v, part(i%4, i/4*2+half))
	}
}

// mergeComponent is the second step for component c: it stores the rows of the
// four columns, columnBytes apart.
func (t *thread) mergeComponent(l laneTable, c int, parts, to mem) {
	for column, v := range t.merged(l, c, parts) {
		t.store(v, to.plus(column*columnBytes+c*row))
	}
}

// merged is component c of the four columns.
func (t *thread) merged(l laneTable, c int, parts mem) [4]*reg {
	var at [4]mem
	for i := range at {
		at[i] = parts.plus((4*c + i) * row)
	}
	if !l.words {
		return t.blocks4At(at)
	}
	var r [4]*reg
	for i := range r {
		r[i] = t.load(at[i])
	}
	return t.merge(l, c, r)
}

// merge is the second step on the four parts of component c.
func (t *thread) merge(l laneTable, c int, parts [4]*reg) [4]*reg {
	if !l.words {
		return t.blocks4(parts)
	}
	return t.blend(l, c, t.mergePairs(parts))
}

// mergePairs puts the lanes of pairLanes together: from parts of even columns
// of both halves, and odd ones of both, to one register per column.
func (t *thread) mergePairs(r [4]*reg) [4]*reg {
	return [4]*reg{t.blocks(r[0], r[1], 0x88), t.blocks(r[2], r[3], 0x88), t.blocks(r[0], r[1], 0xdd), t.blocks(r[2], r[3], 0xdd)}
}

// blend weighs pairs of 16-bit integers, component c of four columns.
func (t *thread) blend(l laneTable, c int, pairs [4]*reg) [4]*reg {
	for column, p := range pairs {
		var v *reg
		if l.weights != nil {
			v = t.value(opToFloat, t.value(opMulAddWords, p, l.weights))
		} else {
			v = t.value(opToFloat, t.folded(opMulAddWords, p, mem{base: l.base, disp: l.weight}))
		}
		switch {
		case l.scales == nil && l.units != nil:
			pairs[column] = t.mul(v, l.units)
			continue
		case l.scales == nil:
			pairs[column] = t.spread(opMul, v, mem{base: l.base, disp: l.unit})
			continue
		}
		scale := mem{base: l.scales, disp: column*scaleBytes + 4*c}
		pairs[column] = t.spread(opAdd, t.spread(opMul, v, scale), scale.plus(scaleBytes/2))
	}
	return pairs
}

const (
	columnBytes = 4 * row // a sampled column
	scaleBytes  = 32      // four scales and four offsets of a column of 16-bit integers
)
