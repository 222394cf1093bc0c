package neon

import (
	"fmt"
	"math"
)

// blend adds up poses, all lanes of a column before the next column.
type blend struct {
	*kernel
	to, columns gp
	minus, one  *vec
	// of kernels that complete a sum
	zero, threshold *vec
}

// finishing loads what all kernels that complete a sum need.
func (b *blend) finishing() {
	b.one, b.zero = b.constant(math.Float32bits(1), b.columns), b.constant(0, b.columns)
	b.threshold = b.spread(b.number("threshold"), 0)
}

func newBlend(name, about string, args ...argument) *blend {
	k := &kernel{name: name, about: about}
	k.args = append([]argument{pointer("sum", "float32"), integer("rotations"), integer("others")}, args...)
	b := &blend{kernel: k, to: k.load("sum"), columns: k.gp()}
	b.minus = k.constant(minus, b.columns)
	return b
}

// each writes a loop over so many columns of a kind at a time.
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
	return b.flip(v, b.binary("VAND", "B16", b.compare0(fcmlt, "FCMLT", d), b.minus))
}

// missing is what sums of weights lack of the threshold, or 0, and the lanes in which
// they lack some of it.
func (b *blend) missing(u *vec) (r, more *vec) {
	r = b.sub(b.threshold, u)
	more = b.compare0(fcmgt, "FCMGT", r)
	return b.binary("VAND", "B16", r, more), more
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

// accumulatePose writes the kernel behind AccumulatePose16, eight lanes of a column
// after the other eight.
func accumulatePose() *kernel {
	b := newBlend("accumulatePoseNEON", "accumulatePoseNEON is accumulatePose16Go. maskStep is in bytes, 0 where one value is the mask of all columns.",
		pointer("pose", "float32"), pointer("weight", "float32"), pointer("mask", "float32"), integer("maskStep"),
		pointer("reference", "float32"), integer("first"))
	pose, weight, mask, step, reference, first := b.load("pose"), b.load("weight"), b.load("mask"), b.load("maskStep"), b.load("reference"), b.load("first")
	bits := b.gp()
	weights := b.quads(weight)
	for _, kind := range []struct {
		name       string
		size, rows int
	}{{"rotations", rotationSize, 5}, {"others", otherSize, 4}} {
		rotation := kind.rows == 5
		b.each(kind.name, 1, kind.size, func() {
			b.text("MOVWU (%s), %s", mask, bits)
			b.text("TSTW $0x7fffffff, %s", bits)
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
	b.keep(append(weights[:], b.minus)...)
	b.text("RET")
	return b.kernel
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
			p := func(i int) *vec { return b.scale(q[g][i], r, i) }
			v = b.negated(u, b.add(b.add(p(0), p(1)), b.add(p(2), p(3))))
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

// finishPose writes the kernel behind FinishPose16.
func finishPose() *kernel {
	b := newBlend("finishPoseNEON", "finishPoseNEON is finishPose16Go.", pointer("rest", "float32"), pointer("reference", "float32"), number32("threshold"))
	rest, reference := b.load("rest"), b.load("reference")
	b.finishing()
	// both is two rows of four lanes; fill adds what is missing of row i.
	type both = [2]*vec
	load := func(i, half int) (v both) {
		v[0], v[1] = b.rows(b.to, i*laneBytes+2*groupBytes*half)
		return v
	}
	store := func(v both, i, half int) { b.storeRows(v[0], v[1], b.to, i*laneBytes+2*groupBytes*half) }
	b.each("rotations", 1, rotationSize, func() {
		still := b.row(rest, 0)
		d := b.mul(still, b.row(reference, 0))
		d = b.pairs(d, d)
		d = b.pairs(d, d)
		for half := range 2 {
			var q [4]both
			for i := range q {
				q[i] = load(i, half)
			}
			n := load(4, half)
			for g := range n {
				missing, _ := b.missing(n[g])
				r := b.negated(missing, d)
				var v [4]*vec
				for i := range v {
					v[i] = b.add(b.add(q[i][g], b.scale(r, still, i)), b.zero)
					q[i][g] = v[i]
				}
				n[g] = b.div(b.one, b.square(v))
			}
			for i := range q {
				store(q[i], i, half)
			}
			store(n, 4, half)
		}
		b.text("ADD $%d, %s, %s", quadBytes, rest, rest)
		b.text("ADD $%d, %s, %s", quadBytes, reference, reference)
	})
	b.each("others", 1, otherSize, func() {
		still := b.row(rest, 0)
		for half := range 2 {
			var p [4]both
			for i := range p {
				p[i] = load(i, half)
			}
			for g := range p[3] {
				missing, more := b.missing(p[3][g])
				total := b.where(more, p[3][g], b.threshold)
				for i := range 3 {
					p[i][g] = b.add(b.div(b.add(p[i][g], b.scale(missing, still, i)), total), b.zero)
				}
			}
			for i := range 3 {
				store(p[i], i, half)
			}
			store(both{b.one, b.one}, 3, half)
		}
		b.text("ADD $%d, %s, %s", quadBytes, rest, rest)
	})
	b.keep(b.one, b.zero, b.threshold, b.minus)
	b.text("RET")
	return b.kernel
}

// accumulateRow writes the kernel behind AccumulateRow, four columns at a time. A mask
// has a value per column, or where it has a step of 0 four for all.
func accumulateRow() *kernel {
	b := newBlend("accumulateRowNEON", "accumulateRowNEON is accumulateRowGo. maskStep is in bytes over four columns, 0 where four values other than 0 serve all.",
		pointer("row", "float32"), pointer("weights", "float32"), pointer("mask", "float32"), integer("maskStep"),
		pointer("reference", "float32"), integer("first"), number32("weight"))
	from, weights, mask, step, reference, first := b.load("row"), b.load("weights"), b.load("mask"), b.load("maskStep"), b.load("reference"), b.load("first")
	zero, weight := b.constant(0, b.columns), b.number("weight")
	for _, kind := range []string{"rotations", "others"} {
		rotations := kind == "rotations"
		b.each(kind, lanes, lanes*quadBytes, func() {
			m := b.row(mask, 0)
			u, masked := b.scale(m, weight, 0), b.compare0(fcmeq, "FCMEQ", m)
			v, q := u, b.quads(from)
			if rotations {
				v = b.negated(u, b.dots(q, b.quads(reference)))
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
			instead(func(int) *vec { return zero })
			b.label(kind + "Store")
			b.storeRows(sums[0], sums[1], b.to, 0)
			b.storeRows(sums[2], sums[3], b.to, 2*quadBytes)
			if rotations {
				b.storeRow(u, weights, 0)
				b.text("ADD $%d, %s, %s", quadBytes, weights, weights)
				b.text("ADD $%d, %s, %s", lanes*quadBytes, reference, reference)
			}
			b.text("ADD $%d, %s, %s", lanes*quadBytes, from, from)
			b.text("ADD %s, %s, %s", step, mask, mask)
		})
	}
	b.keep(zero, weight, b.minus)
	b.text("RET")
	return b.kernel
}

// finishRow writes the kernel behind FinishRow.
func finishRow() *kernel {
	b := newBlend("finishRowNEON", "finishRowNEON is finishRowGo.",
		pointer("weights", "float32"), pointer("rest", "float32"), pointer("reference", "float32"), number32("threshold"))
	weights, rest, reference := b.load("weights"), b.load("rest"), b.load("reference")
	b.finishing()
	store := func(q [4]*vec) {
		b.storeRows(q[0], q[1], b.to, 0)
		b.storeRows(q[2], q[3], b.to, 2*quadBytes)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, rest, rest)
	}
	b.each("rotations", lanes, lanes*quadBytes, func() {
		q, still := b.quads(b.to), b.quads(rest)
		missing, _ := b.missing(b.row(weights, 0))
		r := b.negated(missing, b.dots(still, b.quads(reference)))
		for i := range q {
			q[i] = b.add(b.add(q[i], b.scale(still[i], r, i)), b.zero)
		}
		store(q)
		b.text("ADD $%d, %s, %s", quadBytes, weights, weights)
		b.text("ADD $%d, %s, %s", lanes*quadBytes, reference, reference)
	})
	b.each("others", lanes, lanes*quadBytes, func() {
		q, still := b.quads(b.to), b.quads(rest)
		for i, p := range q {
			u := b.spread(p, 3)
			missing, more := b.missing(u)
			total := b.where(more, u, b.threshold)
			p = b.div(b.add(p, b.mul(still[i], missing)), total)
			q[i] = b.insert(b.add(p, b.zero), 3, b.one, 3)
		}
		store(q)
	})
	b.keep(b.one, b.zero, b.threshold, b.minus)
	b.text("RET")
	return b.kernel
}
