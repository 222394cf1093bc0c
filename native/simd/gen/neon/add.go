package neon

// addition adds the difference of a pose from an origin.
type addition struct {
	*blend
	delta, origin gp
}

// addPose writes the kernel behind AddPose16.
func addPose() *kernel {
	b := newBlend("addPoseNEON", "addPoseNEON is addPose16Go. maskStep is in bytes, 0 where one value is the mask of all columns.", "pose",
		pointer("delta", "float32"), pointer("weight", "float32"), pointer("mask", "float32"), integer("maskStep"), pointer("origin", "float32"))
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
	return b.kernel
}

// compose adds a half of a rotation column.
func (a *addition) compose(o *vec, u eight, half int) {
	p, length := a.halves(a.delta, half), a.half(a.delta, 4, half)
	for g := range u {
		d := a.quaternion(func(i, j int) *vec { return a.scale(p[j][g], o, i) })
		gain := a.mul(u[g], a.sqrt(length[g]))
		rest := a.add(a.sub(a.one, a.abs(u[g])), a.abs(a.mul(gain, d[3])))
		gain = a.negated(gain, d[3])
		for i := range 3 {
			p[i][g] = a.mul(gain, d[i])
		}
		p[3][g] = rest
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

// scaleBy adds a column of scales.
func (a *addition) scaleBy(o *vec, weights [2]eight) {
	still := a.compare0(fcmeq, "FCMEQ", o)
	for half, u := range weights {
		var size, rest, negative eight
		for g := range u {
			size[g], negative[g] = a.abs(u[g]), a.compare0(fcmlt, "FCMLT", u[g])
			rest[g] = a.sub(a.one, size[g])
		}
		for i := range 3 {
			v, p, same := a.half(a.to, i, half), a.half(a.delta, i, half), a.spread(still, i)
			for g := range u {
				f := a.where(same, a.add(rest[g], a.mul(size[g], a.scale(p[g], o, i))), a.one)
				v[g] = a.add(a.where(negative[g], a.mul(v[g], f), a.div(v[g], f)), a.zero)
			}
			a.storeHalf(v, i, half)
		}
	}
}
