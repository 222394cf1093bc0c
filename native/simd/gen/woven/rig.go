package woven

// Layout of what the rig kernels share with package simd.
const (
	row        = 64       // bytes in a row of 16 lanes
	groupSize  = 4        // joints whose matrices fill whole cache lines
	matrixRows = 12       // rows of a matrix of 16 lanes
	stateBytes = 17 * row // a joint's state: q, s, matrix
	stateS     = 4 * row  // where s is in it
	stateM     = 5 * row  // where the matrix is in it
)

// A rigJoint, and where its fields are in it.
const (
	rigJointBytes  = 32
	rigJointParent = 0
	rigJointOwn    = 4
	rigJointColumn = 8
	rigJointScale  = 12
	rigJointBind   = 16
)

// rigRegs are the fixed registers of a rig kernel.
type rigRegs struct {
	joints *reg // the group's joints
	states *reg // states of joints
	one    *reg // 1 in all lanes
}

// rigJoint appends the evaluation of joint k of a group from its rotation, five
// rows at q: its state goes to its own place.
func (t *thread) rigJoint(r rigRegs, k int, q mem) {
	d := mem{base: r.joints, disp: k * rigJointBytes}
	above := place(r.states, t.offset32(d.plus(rigJointParent)))
	own := place(r.states, t.offset32(d.plus(rigJointOwn)))
	put := func(i int, v *reg) { t.store(v, own.plus(i*row)) }

	// The product of quaternions.
	x, y, z, w := t.load(q), t.load(q.plus(row)), t.load(q.plus(2*row)), t.load(q.plus(3*row))
	px, py, pz, pw := t.load(above), t.load(above.plus(row)), t.load(above.plus(2*row)), t.load(above.plus(3*row))
	qx := t.sum(t.sum(t.mul(x, pw), t.mul(px, w)), t.sub(t.mul(z, py), t.mul(pz, y)))
	qy := t.sum(t.sub(t.mul(y, pw), t.mul(px, z)), t.sum(t.mul(w, py), t.mul(pz, x)))
	qz := t.sum(t.sum(t.mul(z, pw), t.mul(px, y)), t.sub(t.mul(w, pz), t.mul(py, x)))
	qw := t.sub(t.sub(t.mul(w, pw), t.mul(px, x)), t.sum(t.mul(y, py), t.mul(pz, z)))
	put(0, qx)
	put(1, qy)
	put(2, qz)
	put(3, qw)

	// 2/|q|² of the product, and the scale.
	s := t.folded(opMul, t.load(above.plus(stateS)), q.plus(4*row))
	put(stateS/row, s)
	t.rigMatrix(d, above, own, [4]*reg{qx, qy, qz, qw}, t.spread(opMul, s, d.plus(rigJointScale)))
}

// rigMatrix appends a joint's matrix from its quaternion in model space and
// what brings its products to length, and stores it behind own; above is the
// parent's.
func (t *thread) rigMatrix(d, above, own mem, q [4]*reg, sigma *reg) {
	put := func(i int, v *reg) { t.store(v, own.plus(i*row)) }
	qx, qy, qz, qw := q[0], q[1], q[2], q[3]
	x2, y2, z2 := t.mul(qx, sigma), t.mul(qy, sigma), t.mul(qz, sigma)

	// The matrix, and as soon as an entry is there, what the change of it does to
	// the joint's place.
	entry := func(i int, v *reg) *reg {
		put(stateM/row+i, v)
		return t.spread(opMul, t.folded(opSub, v, above.plus(stateM+i*row)), d.plus(rigJointBind+4*(i%4)))
	}
	scale := t.broadcast(d.plus(rigJointScale))
	zz, yy := t.mul(qz, z2), t.mul(qy, y2)
	first := entry(0, t.sub(t.sub(scale, yy), zz))
	xy, wz := t.mul(qx, y2), t.mul(qw, z2)
	first = t.sum(first, entry(1, t.sub(xy, wz)))
	second := entry(4, t.sum(xy, wz))
	xz, wy := t.mul(qx, z2), t.mul(qw, y2)
	first = t.sum(first, entry(2, t.sum(xz, wy)))
	third := entry(8, t.sub(xz, wy))
	yz, wx := t.mul(qy, z2), t.mul(qw, x2)
	third = t.sum(third, entry(9, t.sum(yz, wx)))
	rest := t.sub(scale, t.mul(qx, x2))
	second = t.sum(second, entry(5, t.sub(rest, zz)))
	second = t.sum(second, entry(6, t.sub(yz, wx)))
	third = t.sum(third, entry(10, t.sub(rest, yy)))

	// The translation: the parent's, less that change.
	for i, change := range [3]*reg{first, second, third} {
		at := stateM + (4*i+3)*row
		put(at/row, t.sub(t.load(above.plus(at)), change))
	}
}

// moveJoint appends the move of joint k by its column, at column: its
// translation gains what the parent's matrix makes of that.
func (t *thread) moveJoint(r rigRegs, k int, column mem) {
	d := mem{base: r.joints, disp: k * rigJointBytes}
	above := place(r.states, t.offset32(d.plus(rigJointParent)))
	own := place(r.states, t.offset32(d.plus(rigJointOwn)))
	by := [3]*reg{t.load(column), t.load(column.plus(row)), t.load(column.plus(2 * row))}
	for i := range 3 {
		m := above.plus(stateM + 4*i*row)
		at := own.plus(stateM + (4*i+3)*row)
		t.store(t.folded(opAdd, t.dot(by, [3]mem{m, m.plus(row), m.plus(2 * row)}, t.folded), at), at)
	}
}
