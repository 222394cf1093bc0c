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

func (s *stand) matrix() soa.Affine { return s.turn.Matrix(s.place) }

// rest is the decaying offset after a switch from one stand to another: of its place and of its
// rotation, as modified Rodrigues parameters, with the speeds along them, as in pose.Transition.
type rest struct {
	place, turn           geom.Vec
	placeSpeed, turnSpeed float32
	s                     float32 // the part of the time that has passed; 1: no offset
}

// begin starts the offset of a switch between stands, given those before too: 1/rate is the part
// of the duration between them, rate 0 means no speed.
func (r *rest) begin(from, to, fromBefore, toBefore *stand, rate float32) {
	r.s = 0
	r.place = from.place.Sub(to.place)
	r.placeSpeed = speedAlong(r.place, fromBefore.place.Sub(toBefore.place), rate)
	now, before := from.turn.Mul(to.turn.Conjugate()), fromBefore.turn.Mul(toBefore.turn.Conjugate())
	now = now.Toward(geom.Identity)
	r.turn = rodrigues(now)
	r.turnSpeed = speedAlong(r.turn, rodrigues(before.Toward(now)), rate)
}

// after adds the offset to a stand.
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

// fastest is the greatest speed at which an offset decays without overshoot, see pose.Transition.
const fastest = 5

// speedAlong is the speed of a vector along itself, as a part of it, given the one before.
func speedAlong(now, before geom.Vec, rate float32) float32 {
	k := float32((1 - now.Dot(before)/now.Dot(now)) * rate)
	if !(k < 0) { // NaN, for no offset, too
		return 0
	}
	return max(k, -fastest)
}
