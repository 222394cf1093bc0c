package neon

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/kernel/gen/layout"
)

// Records of intervals: where the next one's tick is, and from there one over the length.
const (
	recordBytes = 16
	recordNext  = 4
	recordOver  = 4
)

// keys searches the lines of a clip.
type keys struct {
	*kernel
	values, cells, line, count gp
	begin, at, base            gp
}

func newKeys(k *kernel) *keys {
	return &keys{kernel: k, values: k.load("values"), cells: k.load("cells"), line: k.load("lines"), count: k.load("count"),
		begin: k.gp(), at: k.gp(), base: k.gp()}
}

// each runs body for every line.
func (k *keys) each(body func()) {
	k.label("line")
	body()
	k.text("ADD $%d, %s, %s", layout.Size("keyLine"), k.line, k.line)
	k.text("SUBS $1, %s, %s", k.count, k.count)
	k.text("BNE line")
	k.text("RET")
}

// find writes the address of the row where the interval of a tick begins to row, and
// how far into the interval tick and rest are to lane 0 of the result.
func (k *keys) find(row gp, tick, rest *vec, label string) *vec {
	// The tick's cell, unsigned: 0 for NaN and below.
	x := k.inLane0("FMULS", tick, k.scalar(k.line, keyField("scale")))
	k.op(nil, "FCVTZUSW %f, %s", x, k.at)
	k.text("MOVWU %d(%s), %s", keyField("cells"), k.line, k.base)
	k.text("SUB $1, %s, %s", k.base, k.base)
	k.text("CMP %s, %s", k.base, k.at)
	k.text("CSEL LO, %s, %s, %s", k.at, k.base, k.at)
	k.text("MOVW %d(%s), %s", keyField("cell"), k.line, k.base)
	k.text("ADD %s, %s, %s", k.base, k.at, k.at)
	k.text("MOVW (%s)(%s<<2), %s", k.cells, k.at, k.at)
	// Its interval, or one of those after it.
	k.text("MOVD %d(%s), %s", keyField("records"), k.line, k.begin)
	k.text("ADD %s, %s, %s", k.values, k.begin, k.begin)
	k.text("ADD %s<<4, %s, %s", k.at, k.begin, k.at)
	k.text("SUB $%d, %s, %s", recordBytes-recordNext, k.at, k.at)
	k.label(label)
	next := new(vec)
	k.op(next, "FMOVS.W 16(%s), %f", k.at, next)
	k.op(nil, "FCMPS %f, %f", next, tick)
	k.text("BGE %s", label)
	alpha := k.inLane0("FADDS", k.inLane0("FSUBS", tick, k.scalar(k.at, -recordNext)), rest)
	alpha = k.inLane0("FMULS", alpha, k.scalar(k.at, recordOver))
	// Its row.
	k.text("SUB %s, %s, %s", k.begin, k.at, k.at)
	k.text("LSR $4, %s, %s", k.at, k.at)
	k.text("MOVWU %d(%s), %s", keyField("stride"), k.line, k.base)
	k.text("MOVD %d(%s), %s", keyField("rows"), k.line, k.begin)
	k.text("ADD %s, %s, %s", k.values, k.begin, k.begin)
	k.text("MADD %s, %s, %s, %s", k.base, k.begin, k.at, row)
	return alpha
}

// SampleKeys1 writes the kernel behind SampleKeys.
func SampleKeys1(k *kernel) {
	s := newKeys(k)
	pose, quads := k.load("pose"), k.load("quads")
	from, next, left, quad, other := k.gp(), k.gp(), k.gp(), k.gp(), k.gp()
	tick, rest := k.number("tick"), k.number("rest")
	s.each(func() {
		alpha := s.find(from, tick, rest, "walk")
		k.text("MOVW %d(%s), %s", keyField("next"), s.line, next)
		k.text("ADD %s, %s, %s", from, next, next)
		k.text("LDPSW %d(%s), (%s, %s)", keyField("packs"), s.line, left, other)
		k.text("ADD %s, %s, %s", other, left, left)
		k.label("pack")
		for range 2 {
			a0, a1 := k.rowsNext(from)
			b0, b1 := k.rowsNext(next)
			k.text("LDPSW.P 8(%s), (%s, %s)", quads, quad, other)
			k.text("ADD %s<<2, %s, %s", quad, pose, quad)
			k.text("ADD %s<<2, %s, %s", other, pose, other)
			k.storeRow(k.add(k.scale(k.sub(b0, a0), alpha, 0), a0), quad, 0)
			k.storeRow(k.add(k.scale(k.sub(b1, a1), alpha, 0), a1), other, 0)
		}
		k.text("SUBS $1, %s, %s", left, left)
		k.text("BNE pack")
		k.keep(alpha)
	})
	k.keep(tick, rest)
}

// SampleKeys writes the kernel behind SampleKeys16.
func SampleKeys(k *kernel) { sampleKeys4(k, false) }

// SampleKeysMasked writes one for some of the lanes.
func SampleKeysMasked(k *kernel) {
	k.remark("It writes those whose mask is -1.")
	sampleKeys4(k, true)
}

// sampleKeys4 samples four lanes of a block; masked, it writes those whose mask is -1.
func sampleKeys4(k *kernel, masked bool) {
	s := newKeys(k)
	pose, out, at := k.load("pose"), k.load("out"), k.load("at")
	left, to := k.gp(), k.gp()
	b := &bank{kernel: k, row: k.gp4(), a: k.gp(), b: k.gp()}
	b.one = k.constant(math.Float32bits(1), left)
	var mask *vec
	if masked {
		mask = k.row(k.load("mask"), 0)
	}
	loop := func(count int, label string, column func() []*vec) {
		k.text("MOVW %d(%s), %s", count, s.line, left)
		k.text("CBZ %s, %sDone", left, label)
		k.text("LSL $2, %s, %s", left, left)
		k.label(label)
		v := column()
		b.next()
		k.text("MOVW.P 4(%s), %s", out, to)
		k.text("ADD %s, %s, %s", pose, to, to)
		for i, v := range v {
			if masked {
				k.unless(mask, v, k.row(to, i*laneBytes))
			}
			k.storeRow(v, to, i*laneBytes)
		}
		k.text("SUBS $1, %s, %s", left, left)
		k.text("BNE %s", label)
		k.label(label + "Done")
	}
	s.each(func() {
		for l := range lanes {
			alpha := s.find(b.row[l], k.scalar(at, 4*l), k.scalar(at, layout.Offset("Ticks", "Rest")+4*l), fmt.Sprint("walk", l))
			if l == 0 {
				b.weight = alpha
			} else {
				k.insert(b.weight, l, alpha, 0)
			}
		}
		k.text("MOVD ZR, %s", b.a)
		k.text("MOVW %d(%s), %s", keyField("next"), s.line, b.b)
		loop(keyField("packs"), "rotations", func() []*vec { v := b.rotation(); return v[:] })
		loop(keyField("otherPacks"), "others", func() []*vec { v := b.other(b.a, b.b); return v[:] })
		b.endPass()
	})
	b.end()
	if masked {
		k.keep(mask)
	}
}
