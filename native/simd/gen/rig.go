package main

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

// quaternion is where a rig kernel finds a joint's rotation: four rows, and a
// row of 1/|q|² or, with computes set, none.
type quaternion struct {
	at       mem
	computes bool
	step     int // bytes between the rows
}

// rigJoint appends the evaluation of joint k of a group: the state behind
// parent and q goes to the joint's own place.
func (t *thread) rigJoint(r rigRegs, k int, q quaternion, lane int) {
	d := mem{base: r.joints, disp: k * rigJointBytes}
	parent, own := t.offset32(d.plus(rigJointParent)), t.offset32(d.plus(rigJointOwn))
	above := func(i int) mem { return mem{base: r.states, index: parent, scale: 1, disp: i*row + lane} }
	put := func(i int, v *reg) {
		t.store(v, mem{base: r.states, index: own, scale: 1, disp: i*row + lane})
	}

	// The product of quaternions.
	x, y, z, w := t.load(q.at), t.load(q.at.plus(q.step)), t.load(q.at.plus(2*q.step)), t.load(q.at.plus(3*q.step))
	px, py, pz, pw := t.load(above(0)), t.load(above(1)), t.load(above(2)), t.load(above(3))
	qx := t.sum(t.sum(t.mul(x, pw), t.mul(px, w)), t.sub(t.mul(z, py), t.mul(pz, y)))
	qy := t.sum(t.sub(t.mul(y, pw), t.mul(px, z)), t.sum(t.mul(w, py), t.mul(pz, x)))
	qz := t.sum(t.sum(t.mul(z, pw), t.mul(px, y)), t.sub(t.mul(w, pz), t.mul(py, x)))
	qw := t.sub(t.sub(t.mul(w, pw), t.mul(px, x)), t.sum(t.mul(y, py), t.mul(pz, z)))
	put(0, qx)
	put(1, qy)
	put(2, qz)
	put(3, qw)

	// 2/|q|² of the product, and the scale.
	inverse := q.at.plus(4 * q.step)
	var s *reg
	if q.computes {
		square := t.sum(t.sum(t.mul(x, x), t.mul(y, y)), t.sum(t.mul(z, z), t.mul(w, w)))
		s = t.folded(opMul, t.div(r.one, square), above(4))
	} else {
		s = t.folded(opMul, t.load(above(4)), inverse)
	}
	put(4, s)
	sigma := t.spread(opMul, s, d.plus(rigJointScale))

	// The matrix.
	x2, y2, z2 := t.mul(qx, sigma), t.mul(qy, sigma), t.mul(qz, sigma)
	yy, zz := t.mul(qy, y2), t.mul(qz, z2)
	scale := t.broadcast(d.plus(rigJointScale))
	var m [matrixRows]*reg
	m[0] = t.sub(t.sub(scale, yy), zz)
	xy, wz := t.mul(qx, y2), t.mul(qw, z2)
	m[1], m[4] = t.sub(xy, wz), t.sum(xy, wz)
	xz, wy := t.mul(qx, z2), t.mul(qw, y2)
	m[2], m[8] = t.sum(xz, wy), t.sub(xz, wy)
	rest := t.sub(scale, t.mul(qx, x2))
	m[5], m[10] = t.sub(rest, zz), t.sub(rest, yy)
	yz, wx := t.mul(qy, z2), t.mul(qw, x2)
	m[6], m[9] = t.sub(yz, wx), t.sum(yz, wx)

	// The translation: the parent's, less what the change of matrix does to the
	// joint's place.
	for i := 0; i < matrixRows; i += 4 {
		var turned *reg
		for c := range 3 {
			put(5+i+c, m[i+c])
			v := t.spread(opMul, t.folded(opSub, m[i+c], above(5+i+c)), d.plus(rigJointBind+4*c))
			if turned == nil {
				turned = v
			} else {
				turned = t.sum(turned, v)
			}
		}
		put(5+i+3, t.sub(t.load(above(5+i+3)), turned))
	}
}

// moveJoint appends the move of joint k by its column, at column: its
// translation gains what the parent's matrix makes of that.
func (t *thread) moveJoint(r rigRegs, k int, column mem, lane int) {
	d := mem{base: r.joints, disp: k * rigJointBytes}
	parent, own := t.offset32(d.plus(rigJointParent)), t.offset32(d.plus(rigJointOwn))
	row5 := func(at *reg, i int) mem { return mem{base: r.states, index: at, scale: 1, disp: (5+i)*row + lane} }
	var by [3]*reg
	for c := range by {
		by[c] = t.load(column.plus(c*row + lane))
	}
	for i := 0; i < matrixRows; i += 4 {
		moved := t.dot(by, [3]mem{row5(parent, i), row5(parent, i+1), row5(parent, i+2)}, t.folded)
		t.store(t.folded(opAdd, moved, row5(own, i+3)), row5(own, i+3))
	}
}
