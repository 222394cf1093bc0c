package neon

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// Kernels of one instance compute one joint after the other: a register holds its quaternion, or a
// row or column of its matrix. States lie where block kernels have them, in fewer bytes.

const (
	quadBytes   = 16
	matrixBytes = 48
	minus       = 1 << 31 // the sign bit
)

// Offsets in the state of a rig's joint: the quaternion, s, and the matrix by columns.
const (
	soloQuaternion = 0
	soloS          = 16
	soloMatrix     = 32
)

// solo is what kernels of one instance share.
type solo struct {
	*kernel
	out, q, others gp // the next matrix and quad, and the other columns
	joint, count   gp
	scratch        gp
	parent, own    gp
	one            *vec
}

func newSolo(k *kernel) *solo {
	s := &solo{kernel: k, out: k.load("dst"), q: k.load("pose"), others: k.load("others")}
	s.joint, s.count, s.scratch = k.load("joints"), k.load("count"), k.load("scratch")
	s.parent, s.own = k.gp(), k.gp()
	s.one = k.constant(math.Float32bits(1), s.own)
	return s
}

// each runs body for every joint. States are at the joint's offsets divided by 1<<shift.
func (s *solo) each(shift, size int, body func()) {
	s.label("joint")
	s.text("LDPSW (%s), (%s, %s)", s.joint, s.parent, s.own)
	s.text("ADD %s>>%d, %s, %s", s.parent, shift, s.scratch, s.parent)
	s.text("ADD %s>>%d, %s, %s", s.own, shift, s.scratch, s.own)
	body()
	s.text("ADD $%d, %s, %s", size, s.joint, s.joint)
	s.text("SUBS $1, %s, %s", s.count, s.count)
	s.text("BNE joint")
	s.text("RET")
}

// inverse is 1/|q|² in lane 0.
func (s *solo) inverse(q *vec) *vec {
	n := s.mul(q, q)
	n = s.pairs(n, n)
	return s.inLane0("FDIVS", s.one, s.pairs(n, n))
}

// otherTo loads the quad of an other column, from its offset in the pose of a block,
// where it has 16 lanes.
func (s *solo) otherTo(v *vec, column gp) *vec {
	s.text("ADD %s>>4, %s, %s", column, s.others, column)
	return s.rowTo(v, column, 0)
}

// write stores the joint's matrix.
func (s *solo) write(m [3]*vec) {
	s.storeRow(m[2], s.out, 32)
	s.storeRowsNext(m[0], m[1], s.out, matrixBytes)
}

// product multiplies quaternions.
type product struct {
	*kernel
	reverse    *vec
	x, y, z, w *vec // signs
}

func newProduct(k *kernel) *product {
	return &product{kernel: k, reverse: k.order(3, 2, 1, 0), x: k.lanesOf([4]uint32{minus, 0, 0, 0}),
		y: k.lanesOf([4]uint32{0, minus, 0, minus}), z: k.lanesOf([4]uint32{0, 0, minus, 0}), w: k.lanesOf([4]uint32{0, 0, 0, minus})}
}

// of is p·q:
//
//	(x·pw + px·w) + (z·py - pz·y)
//	(y·pw - px·z) + (w·py + pz·x)
//	(z·pw + px·y) + (w·pz - py·x)
//	(w·pw - px·x) - (y·py + pz·z)
func (m *product) of(p, q *vec) *vec {
	a := m.add(m.scale(q, p, 3), m.flip(m.scale(m.pick(q, m.reverse), p, 0), m.y))
	b := m.add(m.flip(m.scale(m.extract(q, q, 2), p, 1), m.z), m.flip(m.scale(m.swapPairs(q), p, 2), m.x))
	return m.add(a, m.flip(b, m.w))
}

func (m *product) end() { m.keep(m.reverse, m.x, m.y, m.z, m.w) }

// rotated makes matrices of quaternions.
type rotated struct {
	*kernel
	one        *vec // at the diagonal, in all lanes
	yxxx, zyyz *vec
	xzzy, yyxx *vec
}

func newRotated(k *kernel, one *vec) *rotated {
	return &rotated{k, one, k.order(1, 0, 0, 0), k.order(2, 1, 1, 2), k.order(0, 2, 2, 1), k.order(1, 1, 0, 0)}
}

func (m *rotated) end() { m.keep(m.one, m.yxxx, m.zyyz, m.xzzy, m.yyxx) }

// entries are those of the matrix of q, s in lane 0 bringing it to length: in lanes
// 1 to 3 the diagonal, and sums and differences beside it:
//
//	plus  = yz+wx  xy+wz  xy+wz  xz+wy
//	minus = yz-wx  xy-wz  xy-wz  xz-wy
func (m *rotated) entries(q, s *vec) (diagonal, plus, minus *vec) {
	u, v, t, d := m.pick(q, m.yxxx), m.pick(q, m.zyyz), m.pick(q, m.xzzy), m.pick(q, m.yyxx)
	t2 := m.scale(t, s, 0)
	p, w := m.mul(u, m.scale(v, s, 0)), m.scale(t2, q, 3)
	diagonal = m.sub(m.sub(m.one, m.mul(d, m.scale(d, s, 0))), m.mul(t, t2))
	return diagonal, m.add(p, w), m.sub(p, w)
}

// columns writes those of a matrix to lanes 0 to 2 of m; with plus and minus
// exchanged, its rows.
func (k *kernel) columns(m [3]*vec, diagonal, plus, minus *vec) {
	k.insert(k.binaryTo(m[0], "VTRN2", "S4", diagonal, plus), 2, minus, 3)
	k.insert(k.binaryTo(m[1], "VZIP2", "S4", minus, diagonal), 2, plus, 0)
	k.insert(k.extractTo(m[2], plus, minus, 3), 2, diagonal, 3)
}

// rowsOf are the rows of a matrix with the columns c and t, in their lanes 0 to 2.
func (k *kernel) rowsOf(c [3]*vec, t *vec) [3]*vec {
	even01, even2t := k.binary("VTRN1", "S4", c[0], c[1]), k.binary("VTRN1", "S4", c[2], t)
	odd01, odd2t := k.binary("VTRN2", "S4", c[0], c[1]), k.binary("VTRN2", "S4", c[2], t)
	return [3]*vec{
		k.binary("VZIP1", "D2", even01, even2t), k.binary("VZIP1", "D2", odd01, odd2t), k.binary("VZIP2", "D2", even01, even2t),
	}
}

// RigPalette1 writes the kernel behind RigPalette1.
func RigPalette1(k *kernel) {
	k.remark("The root's state is in place.")
	s := newSolo(k)
	column := k.gp()
	scale := k.spread(k.row(s.joint, rigField("scale")), 0)
	quaternions, matrices := newProduct(k), newRotated(k, scale)
	s.each(2, layout.Size("rigJoint"), func() {
		q := s.rowNext(s.q, quadBytes)
		inverse := s.inverse(q)
		q = quaternions.of(k.row(s.parent, soloQuaternion), q)
		k.storeRow(q, s.own, soloQuaternion)
		length := k.scale(k.scalar(s.parent, soloS), inverse, 0)
		k.storeScalar(length, s.own, soloS)
		m := [3]*vec{{}, {}, {}}
		diagonal, plus, minus := matrices.entries(q, k.mul(length, scale))
		k.columns(m, diagonal, plus, minus)

		p0, p1 := k.rows(s.parent, soloMatrix)
		p2, p3 := k.rows(s.parent, soloMatrix+2*quadBytes)
		bind := k.row(s.joint, rigField("scale"))
		moved := k.add(k.scale(k.sub(m[0], p0), bind, 1), k.scale(k.sub(m[1], p1), bind, 2))
		t := k.sub(p3, k.add(moved, k.scale(k.sub(m[2], p2), bind, 3)))
		k.text("MOVW %d(%s), %s", rigField("column"), s.joint, column)
		k.text("TBNZ $63, %s, still", column)
		c := s.otherTo(new(vec), column)
		k.addTo(t, t, k.add(k.add(k.scale(p0, c, 0), k.scale(p1, c, 1)), k.scale(p2, c, 2)))
		k.label("still")
		k.storeRows(m[0], m[1], s.own, soloMatrix)
		k.storeRows(m[2], t, s.own, soloMatrix+2*quadBytes)
		s.write(k.rowsOf(m, t))
	})
	quaternions.end()
	matrices.end()
	k.keep(s.one)
}

// linear is a matrix product, row by row.
type linear struct {
	*kernel
	tail [3]*vec // -0, -0, -0 and what is added in lane 3: -0 leaves every other value as it is
}

func newLinear(k *kernel, through gp) *linear {
	m := &linear{kernel: k}
	for i := range m.tail {
		m.tail[i] = k.constant(minus, through)
	}
	return m
}

func (m *linear) of(a, b [3]*vec) (c [3]*vec) {
	for i, row := range a {
		sum := m.add(m.add(m.scale(b[0], row, 0), m.scale(b[1], row, 1)), m.scale(b[2], row, 2))
		c[i] = m.add(sum, m.insert(m.tail[i], 3, row, 3))
	}
	return c
}

// GeneralPalette1 writes the kernel behind GeneralPalette1.
func GeneralPalette1(k *kernel) {
	k.remark("The root's matrix is in place.")
	s := newSolo(k)
	flags, column := k.gp(), k.gp()
	matrices, product := newRotated(k, s.one), newLinear(k, flags)
	s.each(4, layout.Size("generalJoint"), func() {
		q := s.rowNext(s.q, quadBytes)
		local := affine{{}, {}, {}}
		k.text("MOVW %d(%s), %s", generalField("flags"), s.joint, flags)
		k.text("TBNZ $%d, %s, local", bit("generalLocal"), flags)
		s.composed(local, matrices, q, flags, column)
		k.text("JMP model")
		k.label("local")
		for i, row := range local {
			k.rowTo(row, s.joint, generalField("local")+i*quadBytes)
		}
		k.label("model")
		p0, p1 := k.rows(s.parent, 0)
		m := product.of(affine{p0, p1, k.row(s.parent, 32)}, local)
		k.storeRows(m[0], m[1], s.own, 0)
		k.storeRow(m[2], s.own, 32)
		k.text("TBZ $%d, %s, copy", bit("generalPalette"), flags)
		s.write(product.of(m, k.affine(s.joint, generalField("inverseBind"))))
		k.text("JMP next")
		k.label("copy")
		s.write(m)
		k.label("next")
	})
	matrices.end()
	k.keep(product.tail[:]...)
}

// composed makes the rows of the local matrix T·R·S.
func (s *solo) composed(m affine, matrices *rotated, q *vec, flags, column gp) {
	constantOrColumn := func(constant, field int, label string) *vec {
		v := s.row(s.joint, constant)
		s.text("MOVW %d(%s), %s", field, s.joint, column)
		s.text("TBNZ $63, %s, %s", column, label)
		s.otherTo(v, column)
		s.label(label)
		return v
	}
	t := constantOrColumn(generalField("local"), generalField("translation"), "placed")
	inverse := s.inverse(q)
	diagonal, plus, minus := matrices.entries(q, s.inLane0("FADDS", inverse, inverse))
	s.columns(m, diagonal, minus, plus)
	s.text("TBZ $%d, %s, rigid", bit("generalScaled"), flags)
	scale := constantOrColumn(generalField("local")+3*4, generalField("scale"), "sized")
	for _, row := range m {
		s.mulTo(row, row, scale)
	}
	s.label("rigid")
	for i, row := range m {
		s.insert(row, 3, t, i)
	}
}

// SampleRows1 writes the kernel behind SampleRows1.
func SampleRows1(k *kernel) {
	k.remark("lines counts 16 values.")
	pose, a, b, lines := k.load("pose"), k.load("a"), k.load("b"), k.load("lines")
	alpha := k.number("alpha")
	k.label("line")
	for range 2 {
		a0, a1 := k.rowsNext(a)
		b0, b1 := k.rowsNext(b)
		k.storeRowsNext(k.add(k.scale(k.sub(b0, a0), alpha, 0), a0), k.add(k.scale(k.sub(b1, a1), alpha, 0), a1), pose, 32)
	}
	k.text("SUBS $1, %s, %s", lines, lines)
	k.text("BNE line")
	k.keep(alpha)
	k.text("RET")
}
