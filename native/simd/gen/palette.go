package main

// Writing out: the matrices of a group of four joints are 48 rows of 16 lanes
// in scratch, and 3 cache lines of each lane's palette.

// lanesOut is where a kernel writes. Three bases and two indices reach the 16
// lanes, a stride apart: the bases are lanes 0, 3 and 10.
type lanesOut struct {
	base   [3]*reg
	stride *reg
	triple *reg // 3·stride
}

// lanePath is how to reach each lane: a base, and a multiple of stride or of
// triple.
var lanePath = [16]struct{ base, stride, triple int }{
	{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 1}, {0, 4, 0}, {1, 2, 0}, {0, 0, 2}, {1, 4, 0},
	{0, 8, 0}, {1, 0, 2}, {2, 0, 0}, {1, 8, 0}, {0, 0, 4}, {2, 0, 1}, {2, 4, 0}, {1, 0, 4},
}

func (l lanesOut) at(lane, disp int) mem {
	p := lanePath[lane]
	m := mem{base: l.base[p.base], disp: disp}
	switch {
	case p.stride > 0:
		m.index, m.scale = l.stride, p.stride
	case p.triple > 0:
		m.index, m.scale = l.triple, p.triple
	}
	return m
}

// half writes half a cache line of each lane to the places at: two quads, that
// is, two rows of a matrix. quad gives the four rows of lanes that a quad is
// made of. It returns the store of each lane.
func (t *thread) half(at func(lane int) mem, quad [2][4]mem) (stores [16]*op) {
	a, b := t.square4Folded(quad[0]), t.square4Folded(quad[1])
	store := func(code opcode, r *reg, lane int) {
		stores[lane] = t.add(&op{code: code, src: []*reg{r}, mem: at(lane)})
	}
	for k := range a {
		low := t.add(&op{code: opMerge, dst: &reg{class: vector}, src: []*reg{a[k], b[k]}, imm: 0}).dst
		high := t.add(&op{code: opMerge, dst: &reg{class: vector}, src: []*reg{a[k], b[k]}, imm: 1}).dst
		store(opStoreLow, low, k)
		store(opStoreHigh, low, 4+k)
		store(opStoreLow, high, 8+k)
		store(opStoreHigh, high, 12+k)
	}
	return stores
}
