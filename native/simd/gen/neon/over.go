package neon

// overPose writes the kernel behind OverPose16.
func overPose() *kernel {
	b := newBlend("overPoseNEON", "overPoseNEON is overPose16Go.", "sum",
		pointer("lower", "float32"), pointer("reference", "float32"), number32("threshold"))
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
			b.storeRotation(p, half)
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
	return b.kernel
}
