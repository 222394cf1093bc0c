package pose

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
)

// Lane is the pose of one instance in a block, to change joints one by one.
type Lane struct {
	values []float32
	others int // the first other column
}

const (
	rotationValues = 5 * simd.Lanes // of a column in a block
	otherValues    = 4 * simd.Lanes
)

// LaneOf returns lane i of a block of Finish, FinishOver or Add. The block must have BlockValues
// values.
func (l *Layout) LaneOf(block []float32, i int) Lane {
	return Lane{block[i:], rotationValues * l.Rotations()}
}

// Rotation is the unit quaternion of a slot.
func (p *Lane) Rotation(slot int) [4]float32 {
	v := p.values[slot*rotationValues:]
	return geom.XYZW(v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes]).Unit().Array()
}

// SetRotation gives a slot a unit quaternion.
func (p *Lane) SetRotation(slot int, q [4]float32) {
	v := p.values[slot*rotationValues:]
	v[0], v[simd.Lanes], v[2*simd.Lanes], v[3*simd.Lanes] = q[0], q[1], q[2], q[3]
	v[4*simd.Lanes] = 1 / geom.QuatOf(q).Dot(geom.QuatOf(q))
}

// Other is the first three values of an other column, counted from 0.
func (p *Lane) Other(column int) [3]float32 {
	v := p.values[p.others+column*otherValues:]
	return [3]float32{v[0], v[simd.Lanes], v[2*simd.Lanes]}
}

// SetOther gives an other column its first three values.
func (p *Lane) SetOther(column int, x [3]float32) {
	v := p.values[p.others+column*otherValues:]
	v[0], v[simd.Lanes], v[2*simd.Lanes] = x[0], x[1], x[2]
}
