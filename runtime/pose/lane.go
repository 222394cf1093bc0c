package pose

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/native/simd"
)

// Lane is the pose of one instance, in a block or in a row, for what changes joints one by
// one.
type Lane struct {
	values         []float32
	step           int // from x to y
	rotation       int // from one rotation column to the next
	others, column int // the first other column, and from one to the next
	block          bool
}

// LaneOf is lane i of a block that Finish, Over or Add made. The block has to be as long
// as one.
func (l *Layout) LaneOf(block []float32, i int) Lane {
	r := l.Rotations()
	return Lane{block[i:], simd.Lanes, 5 * simd.Lanes, 5 * simd.Lanes * r, 4 * simd.Lanes, true}
}

// LaneOfRow is the pose of a row.
func (l *Layout) LaneOfRow(row []float32) Lane {
	return Lane{row, 1, 4, 4 * l.Rotations(), 4, false}
}

// Rotation is the unit quaternion of a slot.
func (p *Lane) Rotation(slot int) vec.Q {
	v := p.values[slot*p.rotation:]
	return vec.Q{v[0], v[p.step], v[2*p.step], v[3*p.step]}.Unit()
}

// SetRotation gives a slot a unit quaternion.
func (p *Lane) SetRotation(slot int, q vec.Q) {
	v := p.values[slot*p.rotation:]
	v[0], v[p.step], v[2*p.step], v[3*p.step] = q[0], q[1], q[2], q[3]
	if p.block {
		v[4*p.step] = 1 / square(q[0], q[1], q[2], q[3])
	}
}

// Other is the first three values of an other column, counted from 0.
func (p *Lane) Other(column int) vec.V {
	v := p.values[p.others+column*p.column:]
	return vec.V{v[0], v[p.step], v[2*p.step]}
}

// SetOther gives an other column its first three values.
func (p *Lane) SetOther(column int, x vec.V) {
	v := p.values[p.others+column*p.column:]
	v[0], v[p.step], v[2*p.step] = x[0], x[1], x[2]
}
