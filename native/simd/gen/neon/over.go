package neon

// OverPose writes the kernel behind OverPose16.
func OverPose(k *kernel) {
	b := newBlend(k, "sum")
	lower, reference := b.load("lower"), b.load("reference")
	b.finishing()
	b.each("rotations", 1, rotationSize, func() {
		toward := b.row(reference, 0)
		for half := range 2 {
			p, u, r := b.halves(lower, half), b.half(b.to, 4, half), b.half(lower, 4, half)
			var absent eight
			for g := range r {
				r[g] = b.negated(b.mul(b.missing(u[g]), b.sqrt(r[g])), b.hemisphere(groupOf(p, g), toward))
				absent[g] = b.compare0(fcmeq, "FCMEQ", u[g])
			}
			for i := range p {
				s := b.half(b.to, i, half)
				for g := range s {
					p[i][g] = b.where(absent[g], b.filled(s[g], b.mul(r[g], p[i][g])), p[i][g])
				}
			}
			b.storeLasting(p, half, absent)
		}
		b.text("ADD $%d, %s, %s", rotationSize, lower, lower)
		b.text("ADD $%d, %s, %s", quadBytes, reference, reference)
	})
	b.each("others", 1, otherSize, func() {
		for half := range 2 {
			u := b.half(b.to, 3, half)
			var r, total, absent eight
			for g := range u {
				r[g], total[g], absent[g] = b.missing(u[g]), b.covered(u[g]), b.compare0(fcmeq, "FCMEQ", u[g])
			}
			for i := range 3 {
				s, p := b.half(b.to, i, half), b.half(lower, i, half)
				for g := range s {
					s[g] = b.where(absent[g], b.mean(s[g], b.mul(r[g], p[g]), total[g]), p[g])
				}
				b.storeHalf(s, i, half)
			}
			b.storeHalf(eight{b.one, b.one}, 3, half)
		}
		b.text("ADD $%d, %s, %s", otherSize, lower, lower)
	})
	b.end()
}

// CoverPose writes the kernel behind CoverPose16, eight lanes of a column after the other
// eight.
func CoverPose(k *kernel) {
	k.remark("maskStep is in bytes, 0 where one value is the mask of all columns.")
	b := newBlend(k, "sum")
	pose, weight, mask, step, reference := b.load("pose"), b.load("weight"), b.load("mask"), b.load("maskStep"), b.load("reference")
	b.finishing()
	bits, weights := b.gp(), b.quads(weight)
	column := func(kind string, size int, half func(half int, u eight)) {
		b.each(kind, 1, size, func() {
			b.compareWith0(mask, 0, bits)
			b.text("BEQ %sNext", kind)
			for h := range 2 {
				m := b.scalar(mask, 0)
				half(h, eight{b.scale(weights[2*h], m, 0), b.scale(weights[2*h+1], m, 0)})
			}
			b.label(kind + "Next")
			b.text("ADD $%d, %s, %s", size, pose, pose)
			b.text("ADD %s, %s, %s", step, mask, mask)
			if size == rotationSize {
				b.text("ADD $%d, %s, %s", quadBytes, reference, reference)
			}
		})
	}
	column("rotations", rotationSize, func(half int, u eight) {
		toward, p, r := b.row(reference, 0), b.halves(b.to, half), b.half(b.to, 4, half)
		var absent eight
		for g := range r {
			r[g] = b.negated(b.mul(b.missing(u[g]), b.sqrt(r[g])), b.hemisphere(groupOf(p, g), toward))
			absent[g] = b.compare0(fcmeq, "FCMEQ", u[g])
		}
		v := b.halves(pose, half)
		for g := range u {
			q := groupOf(v, g)
			factor := b.negated(b.lengthened(u[g], b.squares(q)), b.hemisphere(q, toward))
			for i := range v {
				v[i][g] = b.mul(factor, v[i][g])
			}
		}
		for i := range v {
			p := b.half(b.to, i, half) // anew, for registers
			for g := range p {
				v[i][g] = b.where(absent[g], b.filled(v[i][g], b.mul(r[g], p[g])), p[g])
			}
		}
		b.storeLasting(v, half, absent)
	})
	column("others", otherSize, func(half int, u eight) {
		var r, total, absent eight
		for g := range u {
			r[g], total[g], absent[g] = b.missing(u[g]), b.covered(u[g]), b.compare0(fcmeq, "FCMEQ", u[g])
		}
		for i := range 3 {
			v, p := b.half(pose, i, half), b.half(b.to, i, half)
			for g := range v {
				v[g] = b.where(absent[g], b.mean(b.mul(u[g], v[g]), b.mul(r[g], p[g]), total[g]), p[g])
			}
			b.storeHalf(v, i, half)
		}
	})
	b.keep(weights[:]...)
	b.end()
}

// OverRow writes the kernel behind OverRow, four columns at a time.
func OverRow(k *kernel) {
	b := newBlend(k, "sum")
	lower, weights, reference := b.load("lower"), b.load("weights"), b.load("reference")
	b.finishingQuads()
	b.each("rotations", lanes, lanes*quadBytes, func() {
		p, q, u := b.quads(lower), b.quads(b.to), b.row(weights, 0)
		inverse := b.div(b.one, b.dots(p, p))
		r := b.negated(b.mul(b.missing(u), b.sqrt(inverse)), b.dots(p, b.quads(reference)))
		absent := b.compare0(fcmeq, "FCMEQ", u)
		for i := range q {
			q[i] = b.where(b.spread(absent, i), b.filled(q[i], b.scale(p[i], r, i)), p[i])
		}
		b.storeLastingQuads(q, absent)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, lower, lower)
		b.text("ADD $%d, %s, %s", quadBytes, weights, weights)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, reference, reference)
	})
	b.each("others", lanes, lanes*quadBytes, func() {
		p, q := b.quads(lower), b.quads(b.to)
		for i := range q {
			u := b.spread(q[i], 3)
			v := b.mean(q[i], b.mul(b.missing(u), p[i]), b.covered(u))
			q[i] = b.insert(b.where(b.compare0(fcmeq, "FCMEQ", u), v, p[i]), 3, b.one, 3)
		}
		b.storeQuads(q)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, lower, lower)
	})
	b.end()
}
