package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// int16One is the greatest value of a component of an int16 row.
const int16One = 32767

// quantizer rounds rows to int16. In the form Rig it rounds each slot relative
// to its parent as rounded, so that errors do not add up along a limb; whole
// rotations do not have that problem. In both translations make up for what the
// rotations above them lost.
type quantizer struct {
	c    *compiler
	l    *layout
	bank *soa.Bank

	turnUnit []float64 // per slot: units per 1
	low      []float64 // per value of the others: the middle of its range
	unit     []float64 // per value: its step, 0 where it is constant

	exact, rounded chain
}

// chain is the rotations and translations of the palette's matrices.
type chain struct {
	turn  []exact.Quat
	place []exact.Vec
}

func makeChain(slots int) chain {
	return chain{make([]exact.Quat, slots), make([]exact.Vec, slots)}
}

// quantize fills the bank's int16 rows.
func (c *compiler) quantize(l *layout, bank *soa.Bank, built []*clipRows) {
	q := &quantizer{c: c, l: l, bank: bank, exact: makeChain(l.slots), rounded: makeChain(l.slots)}
	q.ranges(built)
	rows := 0
	for _, r := range built {
		rows += len(r.real)
	}
	bank.Rows16 = make([]int16, rows*l.values())
	to := bank.Rows16
	for _, r := range built {
		for i, isPose := range r.real {
			q.round(to, r.values[i*l.values():(i+1)*l.values()], isPose && l.form.Rigid())
			to = to[l.values():]
		}
	}
}

// ranges finds what a step of each value is.
func (q *quantizer) ranges(built []*clipRows) {
	n, first := q.l.values(), 4*q.l.rotations
	spans := make([]span, n)
	for i := range spans {
		spans[i] = emptySpan()
	}
	for _, r := range built {
		for i, v := range r.values {
			spans[i%n].add(v)
		}
	}
	q.turnUnit = make([]float64, q.l.rotations)
	for s := range q.turnUnit {
		if q.l.form == soa.Absolute {
			q.turnUnit[s] = int16One // the length matters
			continue
		}
		greatest := 0.0
		for _, v := range spans[4*s : 4*s+4] {
			greatest = max(greatest, -v.low, v.high)
		}
		// The relative rounding below may exceed the range by its own steps.
		q.turnUnit[s] = (int16One - 4) / greatest
	}
	q.low, q.unit = make([]float64, n-first), make([]float64, n-first)
	q.bank.Scale16 = make([]float32, 2*(n-first))
	room := q.room()
	for i, v := range spans[first:] {
		if v.low > v.high {
			continue // no clips
		}
		scale := float32(float64(v.half()+room[i]) / (int16One * int16One))
		middle := float32(v.middle())
		q.bank.Scale16[i/4*8+i%4], q.bank.Scale16[i/4*8+4+i%4] = scale, middle
		q.low[i], q.unit[i] = float64(middle), float64(float64(scale)*int16One)
	}
}

// room returns, per value of the others, how far beyond its range translations
// may go to make up for rounded rotations above them.
func (q *quantizer) room() []float64 {
	room := make([]float64, 4*q.l.others)
	if q.l.form.Rigid() {
		for _, column := range q.l.translation {
			for k := range 3 {
				if column >= 0 {
					room[4*column+k] = 2 * q.c.o.ErrorBound / math.Abs(q.l.k)
				}
			}
		}
	}
	return room
}

// round writes a row; in relative fashion where it is a pose of a rig.
func (q *quantizer) round(to []int16, row []float64, relative bool) {
	for s := range q.l.rotations {
		q.roundTurn(to, s, exact.Quat(row[4*s:4*s+4]))
	}
	for i, v := range row[4*q.l.rotations:] {
		to[4*q.l.rotations+i] = q.step(i, v)
	}
	if relative {
		q.roundRelative(to, row)
	}
}

// roundTurn writes a rotation.
func (q *quantizer) roundTurn(to []int16, s int, turn exact.Quat) {
	for k, v := range turn {
		to[4*s+k] = nearest16(float64(v * q.turnUnit[s]))
	}
}

// step returns the integer for value i of the others.
func (q *quantizer) step(i int, v float64) int16 {
	if q.unit[i] == 0 {
		return 0
	}
	return nearest16((v - q.low[i]) / q.unit[i])
}

// nearest16 rounds to the nearest integer in range.
func nearest16(v float64) int16 {
	return int16(max(-int16One, min(int16One, math.Round(v))))
}

// roundRelative writes the rotations and translations that take each slot from
// where its parent is after rounding to where the slot is before.
func (q *quantizer) roundRelative(to []int16, row []float64) {
	for s := range q.l.slots {
		kept, rounded := q.exact.above(q.c, s), q.rounded.above(q.c, s)
		pivot := q.l.pivot[s]

		turn := exact.Quat(row[4*s : 4*s+4])
		own := turn.Unit()
		if q.l.form == soa.Rig {
			own = kept.turn.Mul(turn).Unit()
			q.roundTurn(to, s, rounded.turn.Conjugate().Mul(own).Toward(turn))
		}
		got := exact.Quat{float64(to[4*s]), float64(to[4*s+1]), float64(to[4*s+2]), float64(to[4*s+3])}.Unit()
		if q.l.form == soa.Rig {
			got = rounded.turn.Mul(got).Unit()
		}

		at, gotAt := pivot, pivot
		if column := q.l.translation[s]; column >= 0 {
			first := 4 * (q.l.rotations + column)
			at = pivot.Add(exact.Vec(row[first : first+3]))
			joint := kept.point(at, q.l.k)
			back := rounded.turn.Conjugate().Matrix()
			moved := back.Direction(joint.Sub(rounded.place).Scale(1 / q.l.k)).Sub(pivot)
			for k := range 3 {
				i := 4*column + k
				to[first+k] = q.step(i, moved[k])
				moved[k] = q.low[i] + float64(float64(to[first+k])*q.unit[i])
			}
			gotAt = pivot.Add(moved)
		}
		q.exact.set(s, own, kept.point(at, q.l.k), pivot, q.l.k)
		q.rounded.set(s, got, rounded.point(gotAt, q.l.k), pivot, q.l.k)
	}
}

// link is the rotation and translation of one palette matrix.
type link struct {
	turn  exact.Quat
	place exact.Vec
}

// above returns the link of a slot's parent.
func (h *chain) above(c *compiler, s int) link {
	if p := c.slots.slots[s].parent; p >= 0 {
		return link{h.turn[p], h.place[p]}
	}
	return link{turn: exact.IdentityQuat()}
}

// point applies the palette matrix to a point.
func (l link) point(v exact.Vec, k float64) exact.Vec {
	m := l.turn.Matrix()
	return l.place.Add(m.Direction(v).Scale(k))
}

// set places slot s with its rotation and where its pivot goes.
func (h *chain) set(s int, turn exact.Quat, joint, pivot exact.Vec, k float64) {
	m := turn.Matrix()
	h.turn[s], h.place[s] = turn, joint.Sub(m.Direction(pivot).Scale(k))
}
