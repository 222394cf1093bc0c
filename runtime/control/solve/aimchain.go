package solve

import (
	"math"

	"github.com/sinew-anim/sinew/internal/vec"
)

// An AimChain is joints that share an aim, such as spine, neck, head and eyes.
//
//	root ●───●───●───● tip ── Offset ──► Forward ┄ ┄ target
//	    0.2 0.3 0.5  rest                   shares of what remains
type AimChain struct {
	Links []AimLink // the root first, each below the one before

	Target      vec.V
	Forward, Up vec.V   // unit directions of the tip, as it is now
	Offset      vec.V   // from the tip's place to where its line begins
	Pole        vec.V   // the direction to which Up turns, of no length: none
	Weight      float32 // of the whole
	// Step is the greatest angle in radians, below 2, by which a joint may turn against
	// its parent from what it did in the last call: a speed times the time between. 0: any.
	Step float32

	// Behind is the half width of a sector behind the chain. A target that passes there
	// from one side to the other is followed on the new side once it has left the sector.
	// Front and Over are directions: where the chain's rest looks, and the axis that it
	// looks around with. The zero Angle: targets are followed the short way always.
	Behind      Angle
	Front, Over vec.V
}

// An AimLink is a joint of an AimChain.
type AimLink struct {
	Place  vec.V
	Weight float32 // the part that it turns of what remains; the tip turns all that does
	Limit  Gaze    // in model space, as the joint's parent is now
	Turned vec.Q   // from where the joint's front is Limit.Front to now; zero: not at all
}

// AimLinkTurn is what a link of an AimChain does. Between two calls it is the memory of
// the speed limit; the zero value remembers nothing.
type AimLinkTurn struct {
	Turn  vec.Q // in model space, after the rotation that the joint has
	Own   vec.Q // the part of it that its parent does not do: Turn = parent's Turn · Own
	Place vec.V // where the joint comes to lie
	last  vec.Q // Own of the last call
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
		turns[i].last = turns[i].Own
	}
	c.share(turns, target)
	c.handOn(turns, target)
	residual = c.walk(turns)
	if r := c.Target.Sub(c.Links[n-1].Place).Length(); residual <= float32(1e-4*r) {
		reason = Reached
	} else if reason = Limited; !c.limited() {
		reason = TooNear
	}
	for i := range turns {
		own := part(turns[i].Own, c.Weight)
		if last := turns[i].last; c.Step > 0 && last != (vec.Q{}) {
			own = step(last, own, c.Step)
		}
		turns[i].Own = own
	}
	residual = c.walk(turns)
	ok := residual <= far
	for i := range turns {
		ok = ok && finiteQ(turns[i].Turn) && turns[i].Place.Finite()
	}
	if !ok {
		for i := range turns {
			turns[i] = AimLinkTurn{Turn: vec.Identity, Own: vec.Identity, Place: c.Links[i].Place}
		}
		return far, Degenerate
	}
	return residual, reason
}

// behind is the target, or one behind the chain on the side that it was on before.
func (c *AimChain) behind(state *AimState) vec.V {
	front, over := c.Front.Unit(vec.V{}), c.Over.Unit(vec.V{})
	side := over.Cross(front).Unit(vec.V{})
	tip := c.Links[len(c.Links)-1].Place
	t := c.Target.Sub(tip)
	x, z := t.Dot(front), t.Dot(side)
	h := vec.Sqrt(float32(x*x) + float32(z*z))
	if c.Behind == (Angle{}) || state == nil || side == (vec.V{}) || !(h > 0) {
		return c.Target
	}
	now := int8(1)
	if z < 0 {
		now = -1
	}
	inside := vec.Abs(halve(x/h, z/h).Sin) > c.Behind.Cos
	if state.Side == 0 || !inside {
		state.Side = now
	}
	if state.Side == now {
		return c.Target
	}
	// As far round as the old side goes: a hair from straight behind.
	return c.Target.AddTimes(front, -x-h).AddTimes(side, float32(float32(h*1e-3)*float32(state.Side))-z)
}

// share turns the links from the root to the tip.
func (c *AimChain) share(turns []AimLinkTurn, target vec.V) {
	n := len(c.Links)
	parent := vec.Identity
	tip := c.Links[n-1].Place.Add(c.Offset)
	for i := range n {
		l := &c.Links[i]
		place := l.Place
		if i > 0 {
			place = turns[i-1].Place.Add(parent.Rotate(l.Place.Sub(c.Links[i-1].Place)))
		}
		w := l.Weight
		if i == n-1 {
			w = 1
		}
		own := c.aim(parent, target.Sub(place), tip.Sub(l.Place), c.Forward, c.Up)
		own = l.hold(part(own, w))
		turns[i].Turn, turns[i].Own, turns[i].Place = parent.Mul(own), own, place
		parent = turns[i].Turn
	}
}

// handOn turns the links from the tip to the root, and then the tip once more, by all
// that remains.
func (c *AimChain) handOn(turns []AimLinkTurn, target vec.V) {
	n := len(c.Links)
	offset, forward, up := c.Offset, c.Forward, c.Up // in the space of what the link's own turn applies to
	for i := n - 1; i >= 0; i-- {
		l, parent := &c.Links[i], vec.Identity
		if i > 0 {
			parent = turns[i-1].Turn
		}
		own := turns[i].Own
		if i == n-1 || l.Weight > 0 {
			more := c.aim(parent, target.Sub(turns[i].Place), own.Rotate(offset), own.Rotate(forward), own.Rotate(up))
			own = l.hold(unitQ(more.Mul(own)))
		}
		turns[i].Own = own
		offset, forward, up = own.Rotate(offset), own.Rotate(forward), own.Rotate(up)
		if i > 0 {
			offset = offset.Add(l.Place.Sub(c.Links[i-1].Place))
		}
	}
	c.walk(turns)
	last, parent := &turns[n-1], vec.Identity
	if n > 1 {
		parent = turns[n-2].Turn
	}
	more := c.aim(parent, target.Sub(last.Place), last.Own.Rotate(c.Offset), last.Own.Rotate(c.Forward), last.Own.Rotate(c.Up))
	last.Own = c.Links[n-1].hold(unitQ(more.Mul(last.Own)))
}

// aim is a turn in the space that the parent's turn applies to.
func (c *AimChain) aim(parent vec.Q, t, offset, forward, up vec.V) vec.Q {
	back := parent.Conjugate()
	q, _ := aimAt(back.Rotate(t), offset, forward, up, back.Rotate(c.Pole), Angle{})
	return q
}

func (l *AimLink) hold(turn vec.Q) vec.Q {
	turned := l.Turned
	if turned == (vec.Q{}) {
		turned = vec.Identity
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
	turn, place := vec.Identity, c.Links[0].Place
	for i := range turns {
		if i > 0 {
			place = place.Add(turn.Rotate(c.Links[i].Place.Sub(c.Links[i-1].Place)))
		}
		turn = unitQ(turn.Mul(turns[i].Own))
		turns[i].Turn, turns[i].Place = turn, place
	}
	v, line := c.Target.Sub(place.Add(turn.Rotate(c.Offset))), turn.Rotate(c.Forward)
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
func step(from, to vec.Q, angle float32) vec.Q {
	d := to.Toward(from).Mul(from.Conjugate())
	v := vec.V{d[0], d[1], d[2]}
	s, t := v.Length(), min(float32(angle*0.25), 1)
	if s <= float32(t*(1+d[3])) {
		return to
	}
	square := 1 + float32(t*t)
	v = v.Times((t + t) / square / s)
	return unitQ(vec.Q{v[0], v[1], v[2], (1 - float32(t*t)) / square}.Mul(from))
}
