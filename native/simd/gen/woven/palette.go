package woven

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

// line writes a cache line of each lane to the places at: four quads, that is,
// four rows of a matrix. quad gives the four rows of lanes that a quad is made
// of.
func (t *thread) line(code opcode, at func(lane int) mem, quad [4][4]mem) {
	var s [4][4]*reg
	for i := range quad {
		s[i] = t.square4At(quad[i])
	}
	for k := range 4 {
		for i, v := range t.blocks4([4]*reg{s[0][k], s[1][k], s[2][k], s[3][k]}) {
			t.add(&op{code: code, src: []*reg{v}, mem: at(4*i + k)})
		}
	}
}
