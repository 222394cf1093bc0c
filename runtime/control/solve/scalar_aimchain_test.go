package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
)

// An AimChain is joints that share an aim, such as spine, neck, head and eyes.
//
//	root ●───●───●───● tip ── Offset ──► Forward ┄ ┄ target
//	    0.2 0.3 0.5  rest                   shares of what remains
type AimChain struct {
	Links []AimLink // the root first, each below the one before

	Target      [3]float32
	Forward, Up [3]float32 // unit directions of the tip, as it is now
	Offset      [3]float32 // from the tip's place to where its line begins
	Pole        [3]float32 // the direction to which Up turns, of no length: none
	Weight      float32    // of the whole
	// Step is the greatest angle in radians, below 2, by which a joint may turn against
	// its parent from what it did in the last call: a speed times the time between. 0: any.
	Step float32

	// Behind is the half width of a sector behind the chain. A target that passes there
	// from one side to the other is followed on the new side once it has left the sector.
	// Front and Over are directions: where the chain's rest looks, and the axis that it
	// looks around with. The zero Angle: targets are followed the short way always.
	Behind      Angle
	Front, Over [3]float32
}

// An AimLink is a joint of an AimChain.
type AimLink struct {
	Place  [3]float32
	Weight float32    // the part that it turns of what remains; the tip turns all that does
	Limit  Gaze       // in model space, as the joint's parent is now
	Turned [4]float32 // from where the joint's front is Limit.Front to now; zero: not at all
}

// AimLinkTurn is what a link of an AimChain does. Between two calls it is the memory of
// the speed limit; the zero value remembers nothing.
type AimLinkTurn struct {
	Turn  [4]float32 // in model space, after the rotation that the joint has
	Own   [4]float32 // the part of it that its parent does not do: Turn = parent's Turn · Own
	Place [3]float32 // where the joint comes to lie
	last  geom.Quat  // Own of the last call
}

// AimState is what an AimChain remembers of its target.
type AimState struct{ Side int8 } // −1, 1: right or left of Front; 0: nothing

// Solve turns the links so that the tip's line passes through the target. Each link turns
// by its weight of what remains, as far as its limit lets it; what limits keep from the
// tip goes to the other links, from the tip to the root. turns has a value per link, and
// is that of the last call where the chain moves on. The residual is from the target to
// the line, with weight and speed; the reason is without them.
func (c *AimChain) Solve(turns []AimLinkTurn, state *AimState) (residual float32, reason Reason) {
	n := len(c.Links)
	if n == 0 || len(turns) < n {
		return far, Degenerate
	}
	turns = turns[:n]
	target := c.behind(state)
	for i := range turns {
		turns[i].last = geom.QuatOf(turns[i].Own)
	}
	c.share(turns, target)
	c.handOn(turns, target)
	residual = c.walk(turns)
	tip := &c.Links[n-1]
	if r := geom.VecOf(c.Target).Sub(geom.VecOf(tip.Place)).Length(); residual <= float32(1e-4*r) {
		reason = Reached
	} else if reason = Limited; !c.limited() {
		reason = TooNear
	}
	for i := range turns {
		own := part(geom.QuatOf(turns[i].Own), c.Weight)
		if last := turns[i].last; c.Step > 0 && last != (geom.Quat{}) {
			own = step(last, own, c.Step)
		}
		turns[i].Own = own.Array()
	}
	residual = c.walk(turns)
	ok := residual <= far
	for i := range turns {
		ok = ok && finiteQ(geom.QuatOf(turns[i].Turn)) && geom.VecOf(turns[i].Place).Finite()
	}
	if !ok {
		for i := range turns {
			turns[i] = AimLinkTurn{Turn: geom.Identity.Array(), Own: geom.Identity.Array(), Place: c.Links[i].Place}
		}
		return far, Degenerate
	}
	return residual, reason
}

// behind is the target, or one behind the chain on the side that it was on before.
func (c *AimChain) behind(state *AimState) geom.Vec {
	target := geom.VecOf(c.Target)
	if c.Behind == (Angle{}) || state == nil {
		return target
	}
	front, over := geom.VecOf(c.Front).Unit(geom.Vec{}), geom.VecOf(c.Over).Unit(geom.Vec{})
	side := over.Cross(front).Unit(geom.Vec{})
	t := target.Sub(geom.VecOf(c.Links[len(c.Links)-1].Place))
	x, z := t.Dot(front), t.Dot(side)
	h := geom.Sqrt(float32(x*x) + float32(z*z))
	if side == (geom.Vec{}) || !(h > 0) {
		return target
	}
	now := int8(1)
	if z < 0 {
		now = -1
	}
	inside := geom.Abs(halve(x/h, z/h).Sin) > c.Behind.Cos
	if state.Side == 0 || !inside {
		state.Side = now
	}
	if state.Side == now {
		return target
	}
	// As far round as the old side goes: a hair from straight behind.
	return target.AddTimes(front, -x-h).AddTimes(side, float32(float32(h*1e-3)*float32(state.Side))-z)
}

// link is where a link lies beside the one before it, or the first of all.
func (c *AimChain) link(i int) geom.Vec {
	if i == 0 {
		return geom.VecOf(c.Links[0].Place)
	}
	return geom.VecOf(c.Links[i].Place).Sub(geom.VecOf(c.Links[i-1].Place))
}

// share turns the links from the root to the tip.
func (c *AimChain) share(turns []AimLinkTurn, target geom.Vec) {
	n := len(c.Links)
	parent, place := geom.Identity, geom.Vec{}
	tip := geom.VecOf(c.Links[n-1].Place).Add(geom.VecOf(c.Offset))
	for i := range n {
		l := &c.Links[i]
		if i == 0 {
			place = c.link(0)
		} else {
			place = place.Add(parent.Rotate(c.link(i)))
		}
		w := l.Weight
		if i == n-1 {
			w = 1
		}
		own := c.aim(parent, target.Sub(place), tip.Sub(geom.VecOf(l.Place)), geom.VecOf(c.Forward), geom.VecOf(c.Up))
		own = l.hold(part(own, w))
		parent = parent.Mul(own)
		turns[i].Turn, turns[i].Own, turns[i].Place = parent.Array(), own.Array(), place.Array()
	}
}

// handOn turns the links from the tip to the root, and then the tip once more, by all
// that remains.
func (c *AimChain) handOn(turns []AimLinkTurn, target geom.Vec) {
	n := len(c.Links)
	// In the space of what the link's own turn applies to:
	offset, forward, up := geom.VecOf(c.Offset), geom.VecOf(c.Forward), geom.VecOf(c.Up)
	for i := n - 1; i >= 0; i-- {
		l, own := &c.Links[i], geom.QuatOf(turns[i].Own)
		if i == n-1 || l.Weight > 0 {
			own = c.more(turns, i, target, offset, forward, up)
			turns[i].Own = own.Array()
		}
		offset, forward, up = own.Rotate(offset), own.Rotate(forward), own.Rotate(up)
		if i > 0 {
			offset = offset.Add(c.link(i))
		}
	}
	c.walk(turns)
	turns[n-1].Own = c.more(turns, n-1, target, geom.VecOf(c.Offset), geom.VecOf(c.Forward), geom.VecOf(c.Up)).Array()
}

// more is a link's own turn with what remains, as far as its limit lets it.
func (c *AimChain) more(turns []AimLinkTurn, i int, target, offset, forward, up geom.Vec) geom.Quat {
	own, parent := geom.QuatOf(turns[i].Own), geom.Identity
	if i > 0 {
		parent = geom.QuatOf(turns[i-1].Turn)
	}
	q := c.aim(parent, target.Sub(geom.VecOf(turns[i].Place)), own.Rotate(offset), own.Rotate(forward), own.Rotate(up))
	return c.Links[i].hold(q.Mul(own).Normal())
}

// aim is a turn in the space that the parent's turn applies to.
func (c *AimChain) aim(parent geom.Quat, t, offset, forward, up geom.Vec) geom.Quat {
	back := parent.Conjugate()
	q, _ := aimAt(back.Rotate(t), offset, forward, up, back.Rotate(geom.VecOf(c.Pole)), Angle{})
	return q
}

func (l *AimLink) hold(turn geom.Quat) geom.Quat {
	turned := geom.QuatOf(l.Turned)
	if turned == (geom.Quat{}) {
		turned = geom.Identity
	}
	return l.Limit.hold(turn, turned)
}

func (c *AimChain) limited() bool {
	for i := range c.Links {
		if c.Links[i].Limit.kind != anywhere {
			return true
		}
	}
	return false
}

// walk makes turns and places of the links' own turns, and measures the residual.
func (c *AimChain) walk(turns []AimLinkTurn) float32 {
	turn, place := geom.Identity, c.link(0)
	for i := range turns {
		if i > 0 {
			place = place.Add(turn.Rotate(c.link(i)))
		}
		turn = turn.Mul(geom.QuatOf(turns[i].Own)).Normal()
		turns[i].Turn, turns[i].Place = turn.Array(), place.Array()
	}
	v, line := geom.VecOf(c.Target).Sub(place.Add(turn.Rotate(geom.VecOf(c.Offset)))), turn.Rotate(geom.VecOf(c.Forward))
	if along := v.Dot(line); along > 0 {
		v = v.AddTimes(line, -along)
	}
	if r := v.Length(); r <= far {
		return r
	}
	return float32(math.Inf(1))
}

// step turns from one rotation towards another by at most an angle, taken by the tangent
// of its quarter: never by more than the angle, and less by a part of angle²/48.
func step(from, to geom.Quat, angle float32) geom.Quat {
	d := to.Toward(from).Mul(from.Conjugate())
	v := geom.XYZ(d.X, d.Y, d.Z)
	s, t := v.Length(), min(float32(angle*0.25), 1)
	if s <= float32(t*(1+d.W)) {
		return to
	}
	square := 1 + float32(t*t)
	v = v.Times((t + t) / square / s)
	return geom.XYZW(v.X, v.Y, v.Z, (1-float32(t*t))/square).Mul(from).Normal()
}
