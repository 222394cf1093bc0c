package neon

import "math"

// offset displaces four lanes of a pose.
type offset struct {
	*blend
	from          [lanes]gp // addresses of the lanes' next quads
	f, g, h       *vec
	eight, twenty *vec // -8 and 20
}

// offsetPose writes the kernel behind OffsetPose16.
func offsetPose() *kernel {
	b := newBlend("offsetPoseNEON", "offsetPoseNEON is offsetPose16Go for four lanes. basis is F of the first; G and H follow, 16 lanes each.", "pose",
		pointer("offsets", "float32"), pointer("row", "int64"), pointer("basis", "float32"))
	offsets, row, basis := b.load("offsets"), b.load("row"), b.load("basis")
	o := &offset{blend: b, from: b.gp4()}
	b.completing()
	o.eight, o.twenty = b.constant(math.Float32bits(-8), b.columns), b.constant(math.Float32bits(20), b.columns)
	o.f, o.g, o.h = b.row(basis, 0), b.row(basis, laneBytes), b.row(basis, 2*laneBytes)
	b.text("LDP (%s), (%s, %s)", row, o.from[0], o.from[1])
	b.text("LDP 16(%s), (%s, %s)", row, o.from[2], o.from[3])
	for _, r := range o.from {
		b.text("ADD %s<<2, %s, %s", r, offsets, r)
	}
	b.each("rotations", 1, rotationSize, o.rotation)
	b.each("others", 1, otherSize, func() {
		for i, v := range o.displacement() {
			b.storeRow(b.filled(b.row(b.to, i*laneBytes), v), b.to, i*laneBytes)
		}
	})
	b.keep(o.f, o.g, o.h, o.eight, o.twenty)
	b.end()
	return b.kernel
}

// displacement is what is left of the next quads.
func (o *offset) displacement() (v [3]*vec) {
	var quads [4]*vec
	for l, from := range o.from {
		quads[l] = o.rowNext(from, quadBytes)
	}
	q := o.transpose(quads)
	curve := o.max0(o.sub(o.mul(q[3], o.eight), o.twenty), o.zero)
	left := o.add(o.add(o.f, o.mul(q[3], o.g)), o.mul(curve, o.h))
	for i := range v {
		v[i] = o.mul(q[i], left)
	}
	return v
}

func (o *offset) rotation() {
	v := o.displacement()
	square := o.add(o.add(o.mul(v[0], v[0]), o.mul(v[1], v[1])), o.mul(v[2], v[2]))
	delta := [4]*vec{o.add(v[0], v[0]), o.add(v[1], v[1]), o.add(v[2], v[2]), o.sub(o.one, square)}
	var q [4]*vec
	for i := range q {
		q[i] = o.row(o.to, i*laneBytes)
	}
	q = o.quaternion(func(i, j int) *vec { return o.mul(delta[i], q[j]) })
	for i := range q {
		q[i] = o.add(q[i], o.zero)
		o.storeRow(q[i], o.to, i*laneBytes)
	}
	o.storeRow(o.div(o.one, o.square(q)), o.to, 4*laneBytes)
}
