package neon

import "math"

// offset displaces four lanes of a pose, or four columns of a row.
type offset struct {
	*blend
	f, g, h       *vec
	eight, twenty *vec // -8 and 20
}

func newOffset(k *kernel, to string) *offset {
	o := &offset{blend: newBlend(k, to)}
	o.eight, o.twenty = o.constant(math.Float32bits(-8), o.columns), o.constant(math.Float32bits(20), o.columns)
	return o
}

func (o *offset) end() {
	o.keep(o.f, o.g, o.h, o.eight, o.twenty)
	o.blend.end()
}

// OffsetPose writes the kernel behind OffsetPose16.
func OffsetPose(k *kernel) {
	k.remark("basis is F of the first; G and H follow, 16 lanes each.")
	o := newOffset(k, "pose")
	was, offsets, row, basis := o.load("from"), o.load("offsets"), o.load("row"), o.load("basis")
	o.f, o.g, o.h = o.row(basis, 0), o.row(basis, laneBytes), o.row(basis, 2*laneBytes)
	kept := o.compare0(fcmeq, "FCMEQ", o.f)
	from := o.gp4() // the lanes' next quads
	o.text("LDP (%s), (%s, %s)", row, from[0], from[1])
	o.text("LDP 16(%s), (%s, %s)", row, from[2], from[3])
	for _, r := range from {
		o.text("ADD %s<<2, %s, %s", r, offsets, r)
	}
	next := func() [3]*vec {
		var quads [4]*vec
		for l, r := range from {
			quads[l] = o.rowNext(r, quadBytes)
		}
		return o.displacement(quads)
	}
	o.each("rotations", 1, rotationSize, func() {
		v := next()
		var q [4]*vec
		for i := range q {
			q[i] = o.row(was, i*laneBytes)
		}
		p := o.displaced(v, q)
		for i := range p {
			p[i] = o.where(kept, p[i], q[i])
			o.storeRow(p[i], o.to, i*laneBytes)
		}
		o.storeRow(o.where(kept, o.div(o.one, o.square(p)), o.row(was, 4*laneBytes)), o.to, 4*laneBytes)
		o.text("ADD $%d, %s, %s", rotationSize, was, was)
	})
	o.each("others", 1, otherSize, func() {
		for i, v := range next() {
			p := o.row(was, i*laneBytes)
			o.storeRow(o.where(kept, o.filled(p, v), p), o.to, i*laneBytes)
		}
		o.storeRow(o.row(was, 3*laneBytes), o.to, 3*laneBytes)
		o.text("ADD $%d, %s, %s", otherSize, was, was)
	})
	o.keep(kept)
	o.end()
}

// displacement is what is left of four quads.
func (o *offset) displacement(quads [4]*vec) (v [3]*vec) {
	q := o.transpose(quads)
	curve := o.max0(o.sub(o.mul(q[3], o.eight), o.twenty), o.zero)
	left := o.add(o.add(o.f, o.mul(q[3], o.g)), o.mul(curve, o.h))
	for i := range v {
		v[i] = o.mul(q[i], left)
	}
	return v
}

// displaced is rotations q, displaced by v.
func (o *offset) displaced(v [3]*vec, q [4]*vec) [4]*vec {
	square := o.add(o.add(o.mul(v[0], v[0]), o.mul(v[1], v[1])), o.mul(v[2], v[2]))
	delta := [4]*vec{o.add(v[0], v[0]), o.add(v[1], v[1]), o.add(v[2], v[2]), o.sub(o.one, square)}
	q = o.quaternion(func(i, j int) *vec { return o.mul(delta[i], q[j]) })
	for i := range q {
		q[i] = o.add(q[i], o.zero)
	}
	return q
}

// quaternion is a·b, where times is a component of a times one of b, in the order of
// sums of package simd's poseProduct.
func (k *kernel) quaternion(times func(i, j int) *vec) (v [4]*vec) {
	for i := range 3 {
		next, last := (i+1)%3, (i+2)%3
		v[i] = k.add(k.add(times(3, i), times(i, 3)), k.sub(times(next, last), times(last, next)))
	}
	v[3] = k.sub(k.sub(times(3, 3), times(0, 0)), k.add(times(1, 1), times(2, 2)))
	return v
}
