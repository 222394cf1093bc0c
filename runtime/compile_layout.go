package runtime

import (
	"errors"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// errLayout says that what a layout leaves out of the rows is missed.
var errLayout = errors.New("the layout leaves out too much")

// layout says what the quads of a row are.
type layout struct {
	form      soa.Form
	k         float64
	slots     int // without those that only fill
	rotations int // with them
	others    int // columns, a multiple of four

	translation []int       // per slot: column, or -1
	scale       []int       // General: the same
	pivot       []exact.Vec // per slot, as the bank holds it
	constant    []exact.Vec // General: scale without a column, as the bank holds it
	weight      []int       // per weight: value among the others, or -1
	rest        []float64   // per weight, where it has none

	survey *survey
	last   bool // there is no layout that leaves out less
}

// layOut decides what moves: more than tolerance, a part of the error bound.
func (c *compiler) layOut(v *survey, form soa.Form, tolerance float64) *layout {
	n := len(c.slots.slots)
	l := &layout{
		form: form, k: v.k, slots: n, rotations: roundUp(n, 4), survey: v, last: tolerance == 0,
		translation: make([]int, n), scale: make([]int, n), pivot: make([]exact.Vec, n), constant: make([]exact.Vec, n),
		weight: make([]int, len(v.weight)), rest: make([]float64, len(v.weight)),
	}
	limit := float64(tolerance * c.o.ErrorBound)
	columns := 0
	column := func(moves bool) int {
		if !moves {
			return -1
		}
		columns++
		return columns - 1
	}
	for s := range n {
		l.pivot[s] = round32(c.pivotOf(s, form, v))
		l.translation[s] = column(c.translates(s, form, v) > limit || c.reserved(s).Translation)
	}
	for s := range n {
		l.scale[s] = -1
		if form == soa.General {
			l.constant[s] = round32(c.scaleOfSlot(s, v))
			l.scale[s] = column(c.scales(s, v) > limit || c.reserved(s).Scale)
		}
	}
	for w, r := range v.weight {
		l.weight[w], l.rest[w] = column(r.half() > float64(tolerance*c.o.WeightBound)), float64(float32(r.middle()))
	}
	l.others = roundUp(columns, 4)
	return l
}

// reserved returns what the options reserve for the joint of a slot.
func (c *compiler) reserved(s int) (all pose.Reservation) {
	for _, r := range c.o.Reserve {
		if r.Joint == c.skel.Joint[c.slots.slots[s].joint] && !c.further(s) {
			all.Translation, all.Scale = all.Translation || r.Translation, all.Scale || r.Scale
		}
	}
	return all
}

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// round32 rounds to what a bank's float32 constants hold.
func round32(v exact.Vec) exact.Vec {
	for i := range v {
		v[i] = float64(float32(v[i]))
	}
	return v
}

// round32Quat rounds a quaternion to float32.
func round32Quat(q exact.Quat) exact.Quat {
	for i := range q {
		q[i] = float64(float32(q[i]))
	}
	return q
}

// further tells a slot that hangs below the first slot of its joint.
func (c *compiler) further(s int) bool {
	return c.slots.first[c.slots.slots[s].joint] != s
}

// pivotOf returns soa.Bank.Pivot of a slot.
func (c *compiler) pivotOf(s int, form soa.Form, v *survey) exact.Vec {
	slot := &c.slots.slots[s]
	if form == soa.Rig {
		return slot.bind.Translation()
	}
	if c.further(s) {
		return exact.Vec{}
	}
	j := &v.joint[slot.joint]
	return exact.Vec{j.t[0].middle(), j.t[1].middle(), j.t[2].middle()}
}

// scaleOfSlot returns soa.Bank.Scale of a slot.
func (c *compiler) scaleOfSlot(s int, v *survey) exact.Vec {
	if c.further(s) {
		return exact.Vec{1, 1, 1}
	}
	j := &v.joint[c.slots.slots[s].joint]
	return exact.Vec{j.s[0].middle(), j.s[1].middle(), j.s[2].middle()}
}

// translates returns how far, in metres, a slot strays from its pivot.
func (c *compiler) translates(s int, form soa.Form, v *survey) float64 {
	if form == soa.Rig {
		return v.slot[s].moves
	}
	i := c.slots.slots[s].joint
	if c.further(s) || c.skel.Static[i] != nil {
		return 0
	}
	j := &v.joint[i]
	return exact.Vec{j.t[0].half(), j.t[1].half(), j.t[2].half()}.Length() * j.stands
}

// scales returns how far, in metres, a slot's changing scale moves things.
func (c *compiler) scales(s int, v *survey) float64 {
	i := c.slots.slots[s].joint
	if c.further(s) || c.skel.Static[i] != nil {
		return 0
	}
	j := &v.joint[i]
	size := max(c.subtree[i], c.o.ErrorDistance)
	if c.tight { // factors count for themselves
		size = c.o.ErrorBound / tightBound
	}
	worst := 0.0
	for a := range 3 {
		if greatest := max(-j.s[a].low, j.s[a].high); greatest > 0 {
			worst = max(worst, j.s[a].half()/greatest)
		}
	}
	return worst * size
}

// values is the number of values of a row.
func (l *layout) values() int { return 4 * (l.rotations + l.others) }

// encode writes the row of a pose. Quaternions are in the hemisphere of those
// that the row holds already. turn and place are scratch of one entry per slot.
func (l *layout) encode(c *compiler, p *exact.Pose, row []float64, turn []exact.Quat, place []exact.Vec) {
	others := row[4*l.rotations:]
	if l.form == soa.Rig {
		l.encodeRigid(c, p, row, turn, place)
	} else {
		l.encodeGeneral(c, p, row)
	}
	for s := l.slots; s < l.rotations; s++ {
		row[4*s+3] = 1
	}
	for w, column := range l.weight {
		if column >= 0 {
			others[4*column] = p.Weight[w]
		}
	}
	for c := range l.others {
		others[4*c+3] = 1
	}
}

// encodeRigid stores, for every slot, the rotation and translation of its palette
// matrix relative to the parent's. turn and place become the rotation and translation that the row will yield: a slot is not
// quite where the tracks put it, for want of a column or by float32's rounding,
// and the slots below make up for it, so that errors do not add up.
func (l *layout) encodeRigid(c *compiler, p *exact.Pose, row []float64, turn []exact.Quat, place []exact.Vec) {
	others := row[4*l.rotations:]
	for s := range l.slots {
		slot := &c.slots.slots[s]
		m := c.slotMatrix(s, p)
		above, from := exact.IdentityQuat(), exact.Vec{}
		if slot.parent >= 0 {
			above, from = turn[slot.parent], place[slot.parent]
		}
		own := m.Rotation(l.k)
		turn[s] = above.Mul(store(row[4*s:], round32Quat(above.Conjugate().Mul(own)))).Unit()
		at := l.pivot[s]
		if column := l.translation[s]; column >= 0 {
			way := m.Point(l.pivot[s]).Sub(from).Scale(1 / l.k)
			back := above.Conjugate().Matrix()
			moved := round32(back.Direction(way).Sub(l.pivot[s]))
			copy(others[4*column:], moved[:])
			at = at.Add(moved)
		}
		forth, back := above.Matrix(), turn[s].Matrix()
		place[s] = from.Add(forth.Direction(at).Sub(back.Direction(l.pivot[s])).Scale(l.k))
	}
}

// encodeGeneral stores local transforms.
func (l *layout) encodeGeneral(c *compiler, p *exact.Pose, row []float64) {
	others := row[4*l.rotations:]
	for s := range l.slots {
		i := c.slots.slots[s].joint
		q := p.Q[i]
		if c.further(s) || c.skel.Static[i] != nil {
			q = exact.IdentityQuat()
		}
		store(row[4*s:], q)
		if column := l.translation[s]; column >= 0 {
			copy(others[4*column:], p.T[i][:])
		}
		if column := l.scale[s]; column >= 0 {
			copy(others[4*column:], p.S[i][:])
		}
	}
}

// store writes a quaternion in the hemisphere of what was there before, and
// returns it.
func store(quad []float64, q exact.Quat) exact.Quat {
	q = q.Toward(exact.Quat(quad[:4]))
	copy(quad, q[:])
	return q
}
