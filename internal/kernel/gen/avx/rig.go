package avx

import (
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// Rows of a joint's state: the quaternion's product, s, and the palette matrix.
const (
	stateS    = 4
	stateM    = 5
	stateRows = 17
)

// StoreFence writes the fence after stores around the caches.
func StoreFence(c *build.Context) {
	c.SFENCE()
	c.RET()
}

// RigPalette writes the kernel behind RigPalette16.
func RigPalette(c *build.Context, wide bool) {
	k := &block{Context: c, wide: wide, joint: jointLayout{layout.Size("rigJoint"), rigField("own"), stateM * row}, ways: []string{apart, streamed}}
	k.states, k.one = k.pointer("states"), k.constant(floatOne)
	k.rootState()
	k.groups(func(j int, other func()) {
		d := at(k.joints, j*layout.Size("rigJoint"))
		k.weave(func() { k.rigJoint(d, at(k.pose, j*poseColumn)) }, other)
		still := k.label("still", j)
		column := k.offset(d.Offset(rigField("column")))
		k.TESTQ(column, column)
		k.JS(operand.LabelRef(still))
		k.ADDQ(address(k.Context, "others"), column)
		k.rigMove(d, at(column, 0))
		k.Label(still)
	})
}

// rootState writes the state above joints without parent.
func (k *block) rootState() {
	zero, two, root := k.sub(k.one, k.one), k.sum(k.one, k.one), k.broadcast(address(k.Context, "root"))
	for i := range stateRows {
		k.store(rootRow(i, zero, k.one, two, root), at(k.states, i*row))
	}
}

// rootRow is a row of that state: no rotation, s, and k at the diagonal of the matrix.
func rootRow(i int, zero, one, two, k avo.VecVirtual) avo.VecVirtual {
	switch i {
	case 3:
		return one
	case stateS:
		return two
	case stateM, stateM + 5, stateM + 10:
		return k
	}
	return zero
}

// rigJoint writes the evaluation of joint d from its rotation, five rows at q: its
// state goes to its own place.
func (k *block) rigJoint(d, q operand.Mem) {
	above, own := k.place(d.Offset(rigField("parent"))), k.place(d.Offset(rigField("own")))
	x, y, z, w := k.load(q), k.load(q.Offset(row)), k.load(q.Offset(2*row)), k.load(q.Offset(3*row))
	px, py, pz, pw := k.load(above), k.load(above.Offset(row)), k.load(above.Offset(2*row)), k.load(above.Offset(3*row))
	qx := k.sum(k.sum(k.mul(x, pw), k.mul(px, w)), k.sub(k.mul(z, py), k.mul(pz, y)))
	k.store(qx, own)
	qy := k.sum(k.sub(k.mul(y, pw), k.mul(px, z)), k.sum(k.mul(w, py), k.mul(pz, x)))
	k.store(qy, own.Offset(row))
	qz := k.sum(k.sum(k.mul(z, pw), k.mul(px, y)), k.sub(k.mul(w, pz), k.mul(py, x)))
	k.store(qz, own.Offset(2*row))
	qw := k.sub(k.sub(k.mul(w, pw), k.mul(px, x)), k.sum(k.mul(y, py), k.mul(pz, z)))
	k.store(qw, own.Offset(3*row))
	s := k.mul(k.load(above.Offset(stateS*row)), q.Offset(4*row))
	k.store(s, own.Offset(stateS*row))
	sigma := k.mulAll(s, d.Offset(rigField("scale")))
	x2, y2, z2 := k.mul(qx, sigma), k.mul(qy, sigma), k.mul(qz, sigma)

	// The matrix and, as soon as an entry is there, what its change does to the
	// joint's place.
	entry := func(i int, v avo.VecVirtual) avo.VecVirtual {
		k.store(v, own.Offset((stateM+i)*row))
		return k.mulAll(k.sub(v, above.Offset((stateM+i)*row)), d.Offset(rigField("bind")+4*(i%4)))
	}
	scale := k.broadcast(d.Offset(rigField("scale")))
	zz, yy := k.mul(qz, z2), k.mul(qy, y2)
	first := entry(0, k.sub(k.sub(scale, yy), zz))
	xy, wz := k.mul(qx, y2), k.mul(qw, z2)
	first = k.sum(first, entry(1, k.sub(xy, wz)))
	second := entry(4, k.sum(xy, wz))
	xz, wy := k.mul(qx, z2), k.mul(qw, y2)
	first = k.sum(first, entry(2, k.sum(xz, wy)))
	third := entry(8, k.sub(xz, wy))
	yz, wx := k.mul(qy, z2), k.mul(qw, x2)
	third = k.sum(third, entry(9, k.sum(yz, wx)))
	rest := k.sub(scale, k.mul(qx, x2))
	second = k.sum(second, entry(5, k.sub(rest, zz)))
	second = k.sum(second, entry(6, k.sub(yz, wx)))
	third = k.sum(third, entry(10, k.sub(rest, yy)))

	// The translation: the parent's, less that change.
	for i, change := range [3]avo.VecVirtual{first, second, third} {
		m := (stateM + 4*i + 3) * row
		k.store(k.sub(k.load(above.Offset(m)), change), own.Offset(m))
	}
}

// rigMove adds the parent's matrix times joint d's column to its translation.
func (k *block) rigMove(d, column operand.Mem) {
	above, own := k.place(d.Offset(rigField("parent"))), k.place(d.Offset(rigField("own")))
	by := [3]avo.VecVirtual{k.load(column), k.load(column.Offset(row)), k.load(column.Offset(2 * row))}
	for i := range by {
		m, t := above.Offset((stateM+4*i)*row), own.Offset((stateM+4*i+3)*row)
		k.store(k.sum(k.dot(by, [3]operand.Mem{m, m.Offset(row), m.Offset(2 * row)}, k.mulRow), t), t)
	}
}
