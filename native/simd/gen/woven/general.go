package woven

// A generalJoint, and where its fields are in it.
const (
	generalBytes       = 128
	generalParent      = 0
	generalOwn         = 4
	generalOut         = 8
	generalTranslation = 12
	generalScale       = 16
	generalFlags       = 20
	generalLocal       = 24
	generalInverseBind = generalLocal + 48

	flagLocal   = 1
	flagScaled  = 2
	flagPalette = 4

	matrixBytes = matrixRows * row
	ringBytes   = groupSize * matrixBytes // palettes ahead of the model-space matrices
)

// rotation appends the rotation matrix of the quaternion q, whose five rows are
// those of a pose, and stores it to its places in a matrix at to.
func (t *thread) rotation(one *reg, q, to mem) {
	at := func(i int) mem { return q.plus(i * row) }
	put := func(i int, v *reg) { t.store(v, to.plus(i*row)) }
	inverse := t.load(at(4))
	s := t.sum(inverse, inverse)
	x, y, z, w := t.load(at(0)), t.load(at(1)), t.load(at(2)), t.load(at(3))
	x2, y2, z2 := t.mul(x, s), t.mul(y, s), t.mul(z, s)
	yy, zz := t.mul(y, y2), t.mul(z, z2)
	put(0, t.sub(t.sub(one, yy), zz))
	xy, wz := t.mul(x, y2), t.mul(w, z2)
	put(1, t.sub(xy, wz))
	put(4, t.sum(xy, wz))
	xz, wy := t.mul(x, z2), t.mul(w, y2)
	put(2, t.sum(xz, wy))
	put(8, t.sub(xz, wy))
	rest := t.sub(one, t.mul(x, x2))
	put(5, t.sub(rest, zz))
	put(10, t.sub(rest, yy))
	yz, wx := t.mul(y, z2), t.mul(w, x2)
	put(6, t.sub(yz, wx))
	put(9, t.sum(yz, wx))
}

// scaleColumns appends the products of the columns of the matrix at m with
// three factors.
func (t *thread) scaleColumns(m mem, factor [3]*reg) {
	for i := 0; i < matrixRows; i += 4 {
		for c, f := range factor {
			at := m.plus((i + c) * row)
			t.store(t.folded(opMul, f, at), at)
		}
	}
}

// concatenate appends a joint's model-space matrix, the parent's times local,
// and with an inverse bind matrix, of one value in memory for all lanes, the
// palette matrix, to which it stores the product of both.
func (t *thread) concatenate(parent func(i int) mem, local mem, own func(i int) mem, inverseBind *mem, palette func(i int) mem) {
	for i := 0; i < matrixRows; i += 4 {
		p := [3]*reg{t.load(parent(i)), t.load(parent(i + 1)), t.load(parent(i + 2))}
		var m [4]*reg
		for c := range m {
			l := func(r int) mem { return local.plus((4*r + c) * row) }
			m[c] = t.dot(p, [3]mem{l(0), l(1), l(2)}, t.folded)
			if c == 3 {
				m[c] = t.folded(opAdd, m[c], parent(i+3))
			}
			t.store(m[c], own(i+c))
		}
		if inverseBind == nil {
			continue
		}
		for c := range m {
			b := func(r int) mem { return inverseBind.plus(4 * (4*r + c)) }
			v := t.dot([3]*reg{m[0], m[1], m[2]}, [3]mem{b(0), b(1), b(2)}, t.spread)
			if c == 3 {
				v = t.sum(v, m[3])
			}
			t.store(v, palette(i+c))
		}
	}
}
