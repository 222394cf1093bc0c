package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// stand is a place and a rotation.
type stand struct {
	place geom.Vec
	turn  geom.Quat
}

// matrix is that of a stand.
func (s *stand) matrix() soa.Affine { return s.turn.Matrix(s.place) }

// rest is what is left of the distance between two stands after a switch from one to the
// other: of its place, and of its rotation as modified Rodrigues parameters, with their
// speeds along themselves, as pose.Transition has them.
type rest struct {
	place, turn           geom.Vec
	placeSpeed, turnSpeed float32
	s                     float32 // the part of the time that has passed; 1: nothing is left
}

// begin makes the rest of a switch at which one stand, and the other, are where they are
// and were some parts of its duration before: rate is 1 by that, 0 for no speed.
func (r *rest) begin(from, to, fromBefore, toBefore *stand, rate float32) {
	r.s = 0
	r.place = from.place.Sub(to.place)
	r.placeSpeed = speedAlong(r.place, fromBefore.place.Sub(toBefore.place), rate)
	now, before := from.turn.Mul(to.turn.Conjugate()), fromBefore.turn.Mul(toBefore.turn.Conjugate())
	now = now.Toward(geom.Identity)
	r.turn = rodrigues(now)
	r.turnSpeed = speedAlong(r.turn, rodrigues(before.Toward(now)), rate)
}

// after is a stand with what is left.
func (r *rest) after(to *stand) stand {
	if !(r.s < 1) {
		return *to
	}
	f, g, _ := pose.OffsetBasis(r.s)
	m := r.turn.Times(f + float32(r.turnSpeed*g))
	square := m.Dot(m)
	turn := geom.XYZW(m.X+m.X, m.Y+m.Y, m.Z+m.Z, 1-square).Unit()
	return stand{to.place.AddTimes(r.place, f+float32(r.placeSpeed*g)), turn.Mul(to.turn)}
}

// rodrigues is tan(angle/4) along the axis of a unit quaternion.
func rodrigues(q geom.Quat) geom.Vec {
	if n := 1 + q.W; n > 1e-6 {
		return geom.XYZ(q.X/n, q.Y/n, q.Z/n)
	}
	return geom.Vec{}
}

// fastest is the greatest speed with which a rest goes straight to 0, see pose.Transition.
const fastest = 5

// speedAlong is the speed of what was one vector and is another now, along the latter.
func speedAlong(now, before geom.Vec, rate float32) float32 {
	k := float32((1 - now.Dot(before)/now.Dot(now)) * rate)
	if !(k < 0) { // nothing is left, too
		return 0
	}
	return max(k, -fastest)
}
