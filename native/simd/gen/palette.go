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

// half writes half a cache line of each lane: two quads, that is, two rows of
// a matrix. quad gives the four rows of lanes that a quad is made of.
func (t *thread) half(l lanesOut, disp int, quad [2][4]mem) {
	a, b := t.square4Folded(quad[0]), t.square4Folded(quad[1])
	for k := range a {
		low := t.add(&op{code: opMerge, dst: &reg{class: vector}, src: []*reg{a[k], b[k]}, imm: 0}).dst
		high := t.add(&op{code: opMerge, dst: &reg{class: vector}, src: []*reg{a[k], b[k]}, imm: 1}).dst
		t.add(&op{code: opStoreLow, src: []*reg{low}, mem: l.at(k, disp)})
		t.add(&op{code: opStoreHigh, src: []*reg{low}, mem: l.at(4+k, disp)})
		t.add(&op{code: opStoreLow, src: []*reg{high}, mem: l.at(8+k, disp)})
		t.add(&op{code: opStoreHigh, src: []*reg{high}, mem: l.at(12+k, disp)})
	}
}
