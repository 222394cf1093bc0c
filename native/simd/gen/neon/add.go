package neon

// addition adds the difference of a pose from an origin.
type addition struct {
	*blend
	delta, origin gp
}

// AddPose writes the kernel behind AddPose16.
func AddPose(k *kernel) {
	k.remark("maskStep is in bytes, 0 where one value is the mask of all columns.")
	b := newBlend(k, "pose")
	a := &addition{b, b.load("delta"), b.load("origin")}
	weight, mask, step, bits := b.load("weight"), b.load("mask"), b.load("maskStep"), b.gp()
	b.completing()
	each := func(kind string, size int, column func(o *vec, weights [2]eight)) {
		b.each(kind, 1, size, func() {
			b.compareWith0(mask, 0, bits)
			b.text("BEQ %sNext", kind)
			m := b.scalar(mask, 0)
			var u [2]eight
			for half := range u {
				u[half] = b.half(weight, 0, half)
				for g := range u[half] {
					u[half][g] = b.scale(u[half][g], m, 0)
				}
			}
			column(b.row(a.origin, 0), u)
			b.label(kind + "Next")
			b.text("ADD $%d, %s, %s", size, a.delta, a.delta)
			b.text("ADD $%d, %s, %s", quadBytes, a.origin, a.origin)
			b.text("ADD %s, %s, %s", step, mask, mask)
		})
	}
	each("rotations", rotationSize, func(o *vec, weights [2]eight) {
		for half, u := range weights {
			a.compose(o, u, half)
		}
	})
	each("others", otherSize, func(o *vec, weights [2]eight) {
		b.compareWith0(a.origin, 3*4, bits)
		b.text("BNE scale")
		for half, u := range weights {
			a.move(o, u, half)
		}
		b.text("JMP othersNext")
		b.label("scale")
		a.scaleBy(o, weights)
	})
	b.end()
}

// compose adds a half of a rotation column.
func (a *addition) compose(o *vec, u eight, half int) {
	p, inverse := a.halves(a.delta, half), a.half(a.delta, 4, half)
	for g := range u {
		d := a.quaternion(func(i, j int) *vec { return a.scale(p[j][g], o, i) })
		for i, v := range a.part(d, u[g], inverse[g]) {
			p[i][g] = v
		}
	}
	q := a.halves(a.to, half)
	for g := range u {
		v := a.quaternion(func(i, j int) *vec { return a.mul(q[i][g], p[j][g]) })
		for i := range q {
			q[i][g] = a.add(v[i], a.zero)
		}
	}
	a.storeRotation(q, half)
}

// part is u times a rotation from the origin, inverse being its 1/|d|².
func (a *addition) part(d [4]*vec, u, inverse *vec) [4]*vec {
	gain := a.mul(u, a.sqrt(inverse))
	w := a.add(a.sub(a.one, a.abs(u)), a.abs(a.mul(gain, d[3])))
	gain = a.negated(gain, d[3])
	return [4]*vec{a.mul(gain, d[0]), a.mul(gain, d[1]), a.mul(gain, d[2]), w}
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

// move adds a half of a column that is not of scales.
func (a *addition) move(o *vec, u eight, half int) {
	for i := range 3 {
		v, p := a.half(a.to, i, half), a.half(a.delta, i, half)
		from := a.spread(o, i)
		for g := range u {
			v[g] = a.filled(v[g], a.mul(u[g], a.sub(p[g], from)))
		}
		a.storeHalf(v, i, half)
	}
}

// share is what scales need of a weight.
type share struct{ size, rest, negative *vec }

func (a *addition) share(u *vec) share {
	size := a.abs(u)
	return share{size, a.sub(a.one, size), a.compare0(fcmlt, "FCMLT", u)}
}

// scaled is v, scaled by a share of a quotient, or v itself in the lanes of same.
func (a *addition) scaled(v, quotient, same *vec, s share) *vec {
	f := a.where(same, a.add(s.rest, a.mul(s.size, quotient)), a.one)
	return a.where(s.negative, a.mul(v, f), a.div(v, f))
}

// scaleBy adds a column of scales.
func (a *addition) scaleBy(o *vec, weights [2]eight) {
	still := a.compare0(fcmeq, "FCMEQ", o)
	for half, u := range weights {
		shares := [2]share{a.share(u[0]), a.share(u[1])}
		for i := range 3 {
			v, p, same := a.half(a.to, i, half), a.half(a.delta, i, half), a.spread(still, i)
			for g, s := range shares {
				v[g] = a.add(a.scaled(v[g], a.scale(p[g], o, i), same, s), a.zero)
			}
			a.storeHalf(v, i, half)
		}
	}
}

// AddRow writes the kernel behind AddRow, four columns at a time. A mask has a value per
// column, or where it has a step of 0 four for all.
func AddRow(k *kernel) {
	k.remark("maskStep is in bytes over four columns, 0 where four values serve all.")
	b := newBlend(k, "row")
	a := &addition{b, b.load("delta"), b.load("origin")}
	mask, step, weight := b.load("mask"), b.load("maskStep"), b.number("weight")
	b.completing()
	each := func(kind string, columns func(u, masked *vec)) {
		b.each(kind, lanes, lanes*quadBytes, func() {
			m := b.row(mask, 0)
			columns(b.scale(m, weight, 0), b.compare0(fcmeq, "FCMEQ", m))
			b.text("ADD $%d, %s, %s", lanes*quadBytes, a.delta, a.delta)
			b.text("ADD $%d, %s, %s", lanes*quadBytes, a.origin, a.origin)
			b.text("ADD %s, %s, %s", step, mask, mask)
		})
	}
	each("rotations", func(u, masked *vec) {
		p, o := b.transpose(b.quads(a.delta)), b.transpose(b.quads(a.origin))
		d := b.quaternion(func(i, j int) *vec { return b.mul(p[j], o[i]) })
		part := a.part(d, u, b.div(b.one, b.square(p)))
		q := b.transpose(b.quads(b.to))
		v := b.quaternion(func(i, j int) *vec { return b.mul(q[i], part[j]) })
		for i := range v {
			v[i] = b.where(masked, b.add(v[i], b.zero), q[i])
		}
		b.storeQuads(b.transpose(v))
	})
	each("others", func(u, masked *vec) {
		p, o, q := b.quads(a.delta), b.quads(a.origin), b.quads(b.to)
		for i := range q {
			u := b.spread(u, i)
			none := b.compare0(fcmeq, "FCMEQ", o[i])
			v, moves := a.scaled(q[i], b.mul(p[i], o[i]), none, a.share(u)), b.spread(none, 3)
			v = b.add(b.where(moves, v, b.add(q[i], b.mul(u, b.sub(p[i], o[i])))), b.zero)
			q[i] = b.insert(b.where(b.spread(masked, i), v, q[i]), 3, q[i], 3)
		}
		b.storeQuads(q)
	})
	b.keep(weight)
	b.end()
}
