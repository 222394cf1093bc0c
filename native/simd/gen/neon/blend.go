package neon

import (
	"fmt"
	"math"
)

// blend combines poses, all lanes of a column before the next column.
type blend struct {
	*kernel
	to, columns          gp
	minus                *vec // the sign bit
	zero, one, threshold *vec
	onehalf              *vec // ½
	least                *vec // square of the length of a rotation
	ofW                  *vec // all bits of the w of a quad
	any                  gp   // where kernels complete a sum: whether a rotation is short
	short                int  // labels behind what is done where some are
}

// newBlend is a kernel that changes a sum or a pose, which is an argument.
func newBlend(k *kernel, to string) *blend {
	b := &blend{kernel: k, to: k.load(to), columns: k.gp()}
	b.minus = k.constant(minus, b.columns)
	return b
}

// completing makes what all kernels that complete poses need.
func (b *blend) completing() {
	b.zero, b.one = b.constant(0, b.columns), b.constant(math.Float32bits(1), b.columns)
}

// accumulating makes what kernels that add poses up need.
func (b *blend) accumulating() {
	b.completing()
	b.onehalf = b.constant(math.Float32bits(0.5), b.columns)
}

// finishingQuads is finishing of rotations that are quads.
func (b *blend) finishingQuads() {
	b.finishing()
	b.ofW = b.lanesOf([4]uint32{3: 1<<32 - 1})
}

// finishing makes what all kernels that complete a sum need.
func (b *blend) finishing() {
	b.accumulating()
	b.any = b.gp()
	b.threshold = b.spread(b.number("threshold"), 0)
	b.least = b.constant(math.Float32bits(1.0/(1<<126)), b.columns)
}

func (b *blend) end() {
	for _, v := range []*vec{b.minus, b.zero, b.one, b.threshold, b.onehalf, b.least, b.ofW} {
		if v != nil {
			b.keep(v)
		}
	}
	b.text("RET")
}

// each writes a loop over the columns of a kind, a number of them at a time.
func (b *blend) each(kind string, at, size int, body func()) {
	b.arg(kind, b.columns)
	b.text("CBZ %s, %sDone", b.columns, kind)
	b.label(kind)
	body()
	b.text("ADD $%d, %s, %s", size, b.to, b.to)
	b.text("SUBS $%d, %s, %s", at, b.columns, b.columns)
	b.text("BNE %s", kind)
	b.label(kind + "Done")
}

// negated changes the sign of v in the lanes in which d is negative.
func (b *blend) negated(v, d *vec) *vec {
	return b.flip(v, b.sign(d))
}

// sign is the sign bit in the lanes in which d is negative.
func (b *blend) sign(d *vec) *vec {
	return b.binary("VAND", "B16", b.compare0(fcmlt, "FCMLT", d), b.minus)
}

// missing is what a sum of weights lacks of the threshold, or +0.
func (b *blend) missing(u *vec) *vec { return b.max0(b.sub(b.threshold, u), b.zero) }

// covered is the greater of a sum of weights and the threshold.
func (b *blend) covered(u *vec) *vec { return b.max(b.threshold, u) }

// filled is s + p, +0 where it is 0.
func (b *blend) filled(s, p *vec) *vec { return b.add(b.add(s, p), b.zero) }

// mean is (s + p) / total, +0 where it is 0.
func (b *blend) mean(s, p, total *vec) *vec { return b.add(b.div(b.add(s, p), total), b.zero) }

// eight is a half of a row: eight lanes.
type eight = [2]*vec

// half loads one of a column's row.
func (k *kernel) half(base gp, row, half int) (v eight) {
	v[0], v[1] = k.rows(base, row*laneBytes+2*groupBytes*half)
	return v
}

func (b *blend) storeHalf(v eight, row, half int) {
	b.storeRows(v[0], v[1], b.to, row*laneBytes+2*groupBytes*half)
}

// halves loads those of a column's first four rows.
func (k *kernel) halves(base gp, half int) (v [4]eight) {
	for i := range v {
		v[i] = k.half(base, i, half)
	}
	return v
}

// storeLasting stores a half of a rotation column of a sum and its 1/|q|², of the length 1
// where it is short. Lanes of absent, if any, are kept as they are.
func (b *blend) storeLasting(q [4]eight, half int, absent eight) {
	var n, short eight
	for g := range n {
		n[g] = b.square(groupOf(q, g))
		short[g] = b.greater(b.onehalf, n[g])
	}
	b.whereAny(b.binary("VORR", "B16", short[0], short[1]), func() {
		for g := range n {
			none, f := b.lengthen(n[g], short[g], absent[g])
			b.where(none, q[3][g], b.add(q[3][g], b.one))
			for i := range q {
				b.mulTo(q[i][g], q[i][g], f)
			}
			b.squareTo(n[g], groupOf(q, g))
		}
	})
	for g := range n {
		n[g] = b.div(b.one, n[g])
	}
	b.storeColumn(q, n, half)
}

// whereAny jumps over a body where a mask has no lane, as hardly any ever has.
func (b *blend) whereAny(mask *vec, body func()) {
	b.short++
	label := fmt.Sprint("short", b.short)
	sum := new(vec)
	b.op(sum, "VUADDLV %v.S4, %v", mask, sum)
	b.op(nil, "FMOVD %f, %s", sum, b.any)
	b.text("CBZ %s, %s", b.any, label)
	body()
	b.label(label)
}

// lengthen returns what gives rotations whose squared lengths are n the length 1: which of
// them have none, so that 1 is to be added to w, and then their factor, which is 1 where they
// are not short, or absent.
func (b *blend) lengthen(n, short, absent *vec) (none, factor *vec) {
	b.unless(short, n, b.one)
	if absent != nil {
		b.where(absent, n, b.one)
	}
	none = b.greater(b.least, n)
	b.where(none, n, b.one)
	return none, b.div(b.one, b.sqrt(n))
}

// storeRotation stores a half of a rotation column and its 1/|q|².
func (b *blend) storeRotation(q [4]eight, half int) {
	var n eight
	for g := range n {
		n[g] = b.div(b.one, b.square(groupOf(q, g)))
	}
	b.storeColumn(q, n, half)
}

func (b *blend) storeColumn(q [4]eight, inverse eight, half int) {
	for i := range q {
		b.storeHalf(q[i], i, half)
	}
	b.storeHalf(inverse, 4, half)
}

// groupOf is four lanes of eight.
func groupOf(v [4]eight, g int) [4]*vec { return [4]*vec{v[0][g], v[1][g], v[2][g], v[3][g]} }

// hemisphere is the product of four values with a reference: (xX + yY) + (zZ + wW).
func (k *kernel) hemisphere(q [4]*vec, r *vec) *vec {
	p := func(i int) *vec { return k.scale(q[i], r, i) }
	return k.add(k.add(p(0), p(1)), k.add(p(2), p(3)))
}

// compareWith0 compares a float32 at base + offset with 0, of either sign.
func (k *kernel) compareWith0(base gp, offset int, through gp) {
	k.text("MOVWU %d(%s), %s", offset, base, through)
	k.text("TSTW $0x7fffffff, %s", through)
}

// dots are the products of four quads with four others: (xX + yY) + (zZ + wW).
func (k *kernel) dots(a, b [4]*vec) *vec {
	for i := range a {
		a[i] = k.mul(a[i], b[i])
	}
	return k.pairs(k.pairs(a[0], a[1]), k.pairs(a[2], a[3]))
}

// quads loads those of four columns.
func (k *kernel) quads(base gp) (q [4]*vec) {
	q[0], q[1] = k.rows(base, 0)
	q[2], q[3] = k.rows(base, 2*quadBytes)
	return q
}

func (b *blend) storeQuads(q [4]*vec) {
	b.storeRows(q[0], q[1], b.to, 0)
	b.storeRows(q[2], q[3], b.to, 2*quadBytes)
}

// AccumulatePose writes the kernel behind AccumulatePose16, eight lanes of a column
// after the other eight.
func AccumulatePose(k *kernel) {
	k.remark("maskStep is in bytes, 0 where one value is the mask of all columns.")
	b := newBlend(k, "sum")
	pose, weight, mask, step, reference, first := b.load("pose"), b.load("weight"), b.load("mask"), b.load("maskStep"), b.load("reference"), b.load("first")
	b.accumulating()
	bits := b.gp()
	weights := b.quads(weight)
	for _, kind := range []struct {
		name       string
		size, rows int
	}{{"rotations", rotationSize, 5}, {"others", otherSize, 4}} {
		rotation := kind.rows == 5
		b.each(kind.name, 1, kind.size, func() {
			b.compareWith0(mask, 0, bits)
			b.text("BEQ %sMasked", kind.name)
			m := b.scalar(mask, 0)
			var r *vec
			if rotation {
				r = b.row(reference, 0)
			}
			for half := range 2 {
				b.addHalf(fmt.Sprint(kind.name, half), pose, first, 2*groupBytes*half, [2]*vec(weights[2*half:]), m, r)
			}
			b.text("JMP %sNext", kind.name)
			b.label(kind.name + "Masked")
			b.text("CBZ %s, %sNext", first, kind.name)
			zero := b.constant(0, bits)
			for i := range 2 * kind.rows {
				b.storeRows(zero, zero, b.to, i*2*groupBytes)
			}
			b.label(kind.name + "Next")
			b.text("ADD $%d, %s, %s", kind.size, pose, pose)
			b.text("ADD %s, %s, %s", step, mask, mask)
			if rotation {
				b.text("ADD $%d, %s, %s", quadBytes, reference, reference)
			}
		})
	}
	b.keep(weights[:]...)
	b.end()
}

// squares is |q|² of quaternions in lanes.
func (b *blend) squares(q [4]*vec) *vec {
	return b.add(b.add(b.mul(q[0], q[0]), b.mul(q[1], q[1])), b.add(b.mul(q[2], q[2]), b.mul(q[3], q[3])))
}

// lengthened is u as the factor of quaternions whose square is n, or u where that is 1.
func (b *blend) lengthened(u, n *vec) *vec {
	more := b.sub(b.onehalf, b.mul(b.onehalf, n))
	b.where(b.compare0(fcmeq, "FCMEQ", b.sub(b.one, u)), more, b.zero)
	return b.mul(u, b.add(b.one, more))
}

// addHalf adds eight lanes of a column at an offset in its rows; r is the reference of
// a rotation.
func (b *blend) addHalf(label string, pose, first gp, offset int, weight [2]*vec, mask, r *vec) {
	var q [2][5]*vec
	for i := range 4 {
		q[0][i], q[1][i] = b.rows(pose, i*laneBytes+offset)
	}
	rows := 4
	for g := range q {
		u := b.scale(weight[g], mask, 0)
		v := u
		if r != nil {
			rows, q[g][4] = 5, u
			v = b.negated(b.lengthened(u, b.squares([4]*vec(q[g][:4]))), b.hemisphere([4]*vec(q[g][:4]), r))
		}
		for i := range 4 {
			q[g][i] = b.mul(v, q[g][i])
		}
	}
	b.text("CBNZ %s, %s", first, label)
	for i := range rows {
		s0, s1 := b.rows(b.to, i*laneBytes+offset)
		b.addTo(q[0][i], s0, q[0][i])
		b.addTo(q[1][i], s1, q[1][i])
	}
	b.label(label)
	for i := range rows {
		b.storeRows(q[0][i], q[1][i], b.to, i*laneBytes+offset)
	}
}

// FinishPose writes the kernel behind FinishPose16.
func FinishPose(k *kernel) {
	b := newBlend(k, "sum")
	rest := b.load("rest")
	b.finishing()
	b.each("rotations", 1, rotationSize, func() {
		still := b.row(rest, 0)
		for half := range 2 {
			q, u := b.halves(b.to, half), b.half(b.to, 4, half)
			for g := range u {
				r := b.missing(u[g])
				for i := range q {
					q[i][g] = b.filled(q[i][g], b.scale(r, still, i))
				}
			}
			b.storeLasting(q, half, eight{})
		}
		b.text("ADD $%d, %s, %s", quadBytes, rest, rest)
	})
	b.each("others", 1, otherSize, func() {
		still := b.row(rest, 0)
		for half := range 2 {
			p := b.halves(b.to, half)
			for g, u := range p[3] {
				r, total := b.missing(u), b.covered(u)
				for i := range 3 {
					p[i][g] = b.mean(p[i][g], b.scale(r, still, i), total)
				}
			}
			for i := range 3 {
				b.storeHalf(p[i], i, half)
			}
			b.storeHalf(eight{b.one, b.one}, 3, half)
		}
		b.text("ADD $%d, %s, %s", quadBytes, rest, rest)
	})
	b.end()
}

// AccumulateRow writes the kernel behind AccumulateRow, four columns at a time. A mask
// has a value per column, or where it has a step of 0 four for all.
func AccumulateRow(k *kernel) {
	k.remark("maskStep is in bytes over four columns, 0 where four values other than 0 serve all.")
	b := newBlend(k, "sum")
	from, weights, mask, step, reference, first := b.load("row"), b.load("weights"), b.load("mask"), b.load("maskStep"), b.load("reference"), b.load("first")
	b.accumulating()
	weight := b.number("weight")
	for _, kind := range []string{"rotations", "others"} {
		rotations := kind == "rotations"
		b.each(kind, lanes, lanes*quadBytes, func() {
			m := b.row(mask, 0)
			u, masked := b.scale(m, weight, 0), b.compare0(fcmeq, "FCMEQ", m)
			v, q := u, b.quads(from)
			if rotations {
				v = b.negated(b.lengthened(u, b.dots(q, q)), b.dots(q, b.quads(reference)))
			}
			sums := make([]*vec, lanes)
			for i := range sums {
				sums[i] = b.scale(q[i], v, i)
			}
			if rotations {
				sums = append(sums, u) // of four columns
			}
			// instead replaces the sums of masked columns.
			instead := func(by func(i int) *vec) {
				b.text("CBZ %s, %sStore", step, kind)
				for i, s := range sums {
					which := masked
					if i < lanes {
						which = b.spread(masked, i)
					}
					b.where(which, s, by(i))
				}
			}
			b.text("CBNZ %s, %sFirst", first, kind)
			quads := b.quads(b.to)
			old := quads[:]
			if rotations {
				old = append(old, b.row(weights, 0))
			}
			for i, s := range sums {
				b.addTo(s, old[i], s)
			}
			instead(func(i int) *vec { return old[i] })
			b.text("JMP %sStore", kind)
			b.label(kind + "First")
			instead(func(int) *vec { return b.zero })
			b.label(kind + "Store")
			b.storeQuads([4]*vec(sums[:4]))
			if rotations {
				b.storeRow(u, weights, 0)
				b.text("ADD $%d, %s, %s", quadBytes, weights, weights)
				b.text("ADD $%d, %s, %s", lanes*quadBytes, reference, reference)
			}
			b.text("ADD $%d, %s, %s", lanes*quadBytes, from, from)
			b.text("ADD %s, %s, %s", step, mask, mask)
		})
	}
	b.keep(weight)
	b.end()
}

// storeLastingQuads is storeLasting of four quads, whose 1/|q|² is not stored.
func (b *blend) storeLastingQuads(q [4]*vec, absent *vec) {
	n := b.dots(q, q)
	short := b.greater(b.onehalf, n)
	b.whereAny(short, func() {
		none, f := b.lengthen(n, short, absent)
		for i := range q {
			b.where(b.binary("VAND", "B16", b.spread(none, i), b.ofW), q[i], b.add(q[i], b.one))
			b.scaleTo(q[i], q[i], f, i)
		}
	})
	b.storeQuads(q)
}

// FinishRow writes the kernel behind FinishRow.
func FinishRow(k *kernel) {
	b := newBlend(k, "sum")
	weights, rest := b.load("weights"), b.load("rest")
	b.finishingQuads()
	b.each("rotations", lanes, lanes*quadBytes, func() {
		q, still := b.quads(b.to), b.quads(rest)
		r := b.missing(b.row(weights, 0))
		for i := range q {
			q[i] = b.filled(q[i], b.scale(still[i], r, i))
		}
		b.storeLastingQuads(q, nil)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, rest, rest)
		b.text("ADD $%d, %s, %s", quadBytes, weights, weights)
	})
	b.each("others", lanes, lanes*quadBytes, func() {
		q, still := b.quads(b.to), b.quads(rest)
		for i, p := range q {
			u := b.spread(p, 3)
			q[i] = b.insert(b.mean(p, b.mul(b.missing(u), still[i]), b.covered(u)), 3, b.one, 3)
		}
		b.storeQuads(q)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, rest, rest)
	})
	b.end()
}
