package neon

import "github.com/sinew-anim/sinew/internal/kernel/gen/layout"

// Offsets in a state of four lanes: rows of 16 bytes. Four lanes finish all joints before the next
// four start, so that a state takes a quarter of the room that offsets in a rigJoint allow for.
const (
	stateQuaternion = 0
	stateS          = 4 * groupBytes
	stateMatrix     = 5 * groupBytes
)

// pose is where a palette kernel finds the columns of four lanes.
type pose struct {
	*kernel
	start, others, q gp
}

func newPose(k *kernel) *pose {
	return &pose{kernel: k, start: k.load("pose"), others: k.load("others"), q: k.gp()}
}

func (p *pose) pass() { p.text("MOVD %s, %s", p.start, p.q) }

func (p *pose) rotation() (v [5]*vec) {
	for i := range v {
		v[i] = p.row(p.q, i*laneBytes)
	}
	return v
}

func (p *pose) moved(column gp) (v [4]*vec) {
	p.text("ADD %s, %s, %s", p.others, column, column)
	for i := range 3 {
		v[i] = p.row(column, i*laneBytes)
	}
	return v
}

func (p *pose) next() { p.text("ADD $%d, %s, %s", rotationSize, p.q, p.q) }

func (p *pose) endPass() {
	p.text("ADD $%d, %s, %s", groupBytes, p.start, p.start)
	p.text("ADD $%d, %s, %s", groupBytes, p.others, p.others)
}

// palettes is what the palette kernels share: the joints, and where their
// matrices go.
type palettes struct {
	*kernel
	lane         [lanes]gp // of the next matrix
	out, at      gp        // palettes, and where each lane's begins
	joint, count gp
	scratch      gp
	parent, own  gp
	left         gp // passes
}

func newPalettes(k *kernel) *palettes {
	p := &palettes{kernel: k, lane: k.gp4(), out: k.load("dst"), at: k.load("lanes"), joint: k.gp(), count: k.gp()}
	p.scratch, p.parent, p.own, p.left = k.load("scratch"), k.gp(), k.gp(), k.gp()
	return p
}

// each runs body for every joint of every four lanes.
func (p *palettes) each(s *pose, size int, body func()) {
	p.text("MOVD $%d, %s", passes, p.left)
	p.label("pass")
	s.pass()
	for _, lane := range p.lane {
		p.text("MOVD.P 8(%s), %s", p.at, lane)
		p.text("ADD %s, %s, %s", p.out, lane, lane)
	}
	p.arg("joints", p.joint)
	p.arg("count", p.count)

	p.label("joint")
	for _, f := range [...]struct {
		offset int
		to     gp
	}{{rigField("parent"), p.parent}, {rigField("own"), p.own}} {
		p.text("MOVW %d(%s), %s", f.offset, p.joint, f.to)
		p.text("ADD %s>>2, %s, %s", f.to, p.scratch, f.to)
	}
	body()
	s.next()
	p.text("ADD $%d, %s, %s", size, p.joint, p.joint)
	p.text("SUBS $1, %s, %s", p.count, p.count)
	p.text("BNE joint")

	s.endPass()
	p.text("SUBS $1, %s, %s", p.left, p.left)
	p.text("BNE pass")
	p.text("RET")
}

// writeOut stores a joint's matrix for each of the four lanes.
func (p *palettes) writeOut(m *[12]*vec) {
	last := p.transpose([4]*vec(m[8:12]))
	for l, v := range last {
		p.storeRow(v, p.lane[l], 32)
	}
	top, middle := p.transpose([4]*vec(m[0:4])), p.transpose([4]*vec(m[4:8]))
	for l := range lanes {
		p.storeRowsNext(top[l], middle[l], p.lane[l], 48)
	}
}

// RigPalette writes the kernel behind RigPalette16.
func RigPalette(k *kernel) {
	k.remark("The root's state is in place. The offsets of lanes are in bytes.")
	p, s := newPalettes(k), newPose(k)
	column := p.gp()
	p.each(s, layout.Size("rigJoint"), func() {
		q := p.modelRotation(s.rotation())
		d := p.row(p.joint, rigField("scale"))
		r := p.matrixOf(q, q[4], p.spread(d, 0))
		t := p.rebased(r, d)

		p.text("MOVW %d(%s), %s", rigField("column"), p.joint, column)
		p.text("TBNZ $63, %s, still", column)
		c := s.moved(column)
		for i := range t {
			a0, a1 := p.rows(p.parent, stateMatrix+4*i*groupBytes)
			a2 := p.row(p.parent, stateMatrix+(4*i+2)*groupBytes)
			p.addTo(t[i], t[i], p.add(p.add(p.mul(a0, c[0]), p.mul(a1, c[1])), p.mul(a2, c[2])))
		}
		p.label("still")

		m := [12]*vec{r[0], r[1], r[2], t[0], r[3], r[4], r[5], t[1], r[6], r[7], r[8], t[2]}
		for i := 0; i < len(m); i += 2 {
			p.storeRows(m[i], m[i+1], p.own, stateMatrix+i*groupBytes)
		}
		p.writeOut(&m)
	})
}

// modelRotation is the quaternion along the hierarchy, whose s it stores with it, and
// s times k.
func (p *palettes) modelRotation(v [5]*vec) [5]*vec {
	px, py := p.rows(p.parent, stateQuaternion)
	pz, pw := p.rows(p.parent, stateQuaternion+2*groupBytes)
	x, y, z, w := v[0], v[1], v[2], v[3]
	qx := p.add(p.add(p.mul(x, pw), p.mul(px, w)), p.sub(p.mul(z, py), p.mul(pz, y)))
	qy := p.add(p.sub(p.mul(y, pw), p.mul(px, z)), p.add(p.mul(w, py), p.mul(pz, x)))
	qz := p.add(p.add(p.mul(z, pw), p.mul(px, y)), p.sub(p.mul(w, pz), p.mul(py, x)))
	qw := p.sub(p.sub(p.mul(w, pw), p.mul(px, x)), p.add(p.mul(y, py), p.mul(pz, z)))
	s := p.mul(p.row(p.parent, stateS), v[4])
	p.storeRows(qx, qy, p.own, stateQuaternion)
	p.storeRows(qz, qw, p.own, stateQuaternion+2*groupBytes)
	p.storeRow(s, p.own, stateS)
	return [5]*vec{qx, qy, qz, qw, p.scale(s, p.row(p.joint, rigField("scale")), 0)}
}

// matrixOf is one on the diagonal minus the products of the quaternion's components, which s
// doubles and normalizes.
func (k *kernel) matrixOf(q [5]*vec, s, one *vec) [9]*vec {
	x, y, z, w := q[0], q[1], q[2], q[3]
	x2, y2, z2 := k.mul(x, s), k.mul(y, s), k.mul(z, s)
	xx, yy, zz := k.mul(x, x2), k.mul(y, y2), k.mul(z, z2)
	xy, xz, yz := k.mul(x, y2), k.mul(x, z2), k.mul(y, z2)
	wx, wy, wz := k.mul(w, x2), k.mul(w, y2), k.mul(w, z2)
	lessX := k.sub(one, xx)
	return [9]*vec{
		k.sub(k.sub(one, yy), zz), k.sub(xy, wz), k.add(xz, wy),
		k.add(xy, wz), k.sub(lessX, zz), k.sub(yz, wx),
		k.sub(xz, wy), k.add(yz, wx), k.sub(lessX, yy),
	}
}

// rebased is the translation that keeps the bind point, lanes 1 to 3 of d,
// where the parent takes it.
func (p *palettes) rebased(r [9]*vec, d *vec) (t [3]*vec) {
	for i := range t {
		a0, a1 := p.rows(p.parent, stateMatrix+4*i*groupBytes)
		a2, a3 := p.rows(p.parent, stateMatrix+(4*i+2)*groupBytes)
		b0 := p.scale(p.sub(r[3*i], a0), d, 1)
		b1 := p.scale(p.sub(r[3*i+1], a1), d, 2)
		b2 := p.scale(p.sub(r[3*i+2], a2), d, 3)
		t[i] = p.sub(a3, p.add(p.add(b0, b1), b2))
	}
	return t
}
