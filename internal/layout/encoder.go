package layout

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Values is the number of values of a row.
func (l *Columns) Values() int { return 4 * (l.Rotations + l.others) }

// Encoder writes rows of columns.
type Encoder struct {
	*Columns
	plan *Plan
	// What the row yields, per slot: its rotation and translation.
	turn  []exact.Quat
	place []exact.Vec
}

// NewEncoder returns an encoder for one goroutine.
func (p *Plan) NewEncoder(l *Columns) *Encoder {
	return &Encoder{l, p, make([]exact.Quat, l.slots), make([]exact.Vec, l.slots)}
}

// Encode writes the row of a pose. Quaternions are in the hemisphere of those
// that the row holds already.
func (e *Encoder) Encode(pose *exact.Pose, row []float64) {
	others := row[4*e.Rotations:]
	if e.form == soa.Rig {
		e.rigid(pose, row, others)
	} else {
		e.general(pose, row, others)
	}
	for s := e.slots; s < e.Rotations; s++ {
		row[4*s+3] = 1
	}
	for w, column := range e.Weight {
		if column >= 0 {
			others[4*column] = pose.Weight[w]
		}
	}
	for column := range e.others {
		others[4*column+3] = 1
	}
}

// rigid stores, for every slot, the rotation and translation of its palette matrix relative to the
// parent's. The slots below compensate for a missing column or float32's rounding, so that errors
// do not accumulate.
func (e *Encoder) rigid(pose *exact.Pose, row, others []float64) {
	turn, place := e.turn, e.place
	for s := range e.slots {
		slot := &e.plan.Slots[s]
		m := e.plan.slotMatrix(s, pose)
		above, from := exact.IdentityQuat(), exact.Vec{}
		if slot.Parent >= 0 {
			above, from = turn[slot.Parent], place[slot.Parent]
		}
		own := m.Rotation(e.k)
		turn[s] = above.Mul(store(row[4*s:], round32Quat(above.Conjugate().Mul(own)))).Unit()
		at := e.pivot[s]
		if column := e.translation[s]; column >= 0 {
			way := m.Point(e.pivot[s]).Sub(from).Scale(1 / e.k)
			back := above.Conjugate().Matrix()
			moved := round32(back.Direction(way).Sub(e.pivot[s]))
			copy(others[4*column:], moved[:])
			at = at.Add(moved)
		}
		forth, back := above.Matrix(), turn[s].Matrix()
		place[s] = from.Add(forth.Direction(at).Sub(back.Direction(e.pivot[s])).Scale(e.k))
	}
}

// general stores local transforms.
func (e *Encoder) general(pose *exact.Pose, row, others []float64) {
	p := e.plan
	for s := range e.slots {
		i := p.Slots[s].Joint
		q := pose.Q[i]
		if p.further(s) || p.Skeleton.Static[i] != nil {
			q = exact.IdentityQuat()
		}
		store(row[4*s:], q)
		if column := e.translation[s]; column >= 0 {
			copy(others[4*column:], pose.T[i][:])
		}
		if column := e.scale[s]; column >= 0 {
			copy(others[4*column:], pose.S[i][:])
		}
	}
}

// store writes a quaternion in the hemisphere of what was there before, and returns it.
func store(quad []float64, q exact.Quat) exact.Quat {
	q = q.NearestSign(exact.Quat(quad[:4]))
	copy(quad, q[:])
	return q
}
