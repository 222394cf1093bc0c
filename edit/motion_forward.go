package edit

import (
	"math"
	"slices"
	"sort"

	"github.com/sinew-anim/sinew/internal/exact"
)

// course is the motion by the rule Forward: an even turn, and the joint's way without its sway.
type course struct {
	turn     float64 // radians over the clip
	duration float64 // ticks
	taken    exact.Vec
	start    exact.Vec // the joint's place at the start
	stays    exact.Vec // where it stands in the mover's frame at the start

	tick []float64
	way  []exact.Vec // from the start; nil where it is that of the joint
}

// plan samples the clip and lays its course, unless the context ends.
func (e *extraction) plan() {
	c := &course{duration: e.clip.Duration, tick: e.samples()}
	for i, bit := range []MotionComponents{X, Y, Z} {
		if e.o.Take&bit != 0 {
			c.taken[i] = 1
		}
	}
	p := make([]exact.Vec, len(c.tick))
	var first, last exact.Quat
	turned := 0.
	for i, tick := range c.tick {
		if e.poseAt(tick); e.ended != nil {
			return
		}
		var q exact.Quat
		if p[i], q = e.place(&e.pose); i == 0 {
			first, last, c.start = q, q, p[0]
		}
		turned += float64(turnedBy(last, q))
		p[i], last = p[i].Sub(c.start).Times(c.taken), q
	}
	if e.o.Take&Yaw != 0 {
		c.turn = netTurn(first, last, turned)
	}
	if math.Abs(c.turn) < e.o.MinTurn {
		c.turn = 0
	}
	travels := c.lay(p, e.o.MaxSway)
	if travels && math.Abs(c.turn) < mostDoubt && c.turn != 0 && !e.closes() {
		travels = c.straighten(p, e.o.MaxSway)
	}
	const noise = 1e-6 // metres
	mean, most, _ := c.sway(p)
	if most > e.o.MaxSway || most < noise {
		c.way, mean = nil, exact.Vec{}
	}
	c.stays = c.start
	from := e.position.Sub(c.start.Add(mean)).Times(c.taken)
	if e.o.Reference != Start && (travels || c.way == nil || from.Length() > e.o.MaxSway) {
		c.stays = c.start.Add(from)
	}
	e.course = c
}

// samples lists ticks at which a course is looked at: of the keys, and evenly between two.
func (e *extraction) samples() (list []float64) {
	const (
		least = 4  // parts of the time between two keys
		all   = 64 // of the clip, at least
	)
	moments := e.moments()
	parts := max(least, all/max(len(moments)-1, 1))
	for k, m := range moments {
		a := min(float64(m.Tick), e.clip.Duration)
		list = append(list, a)
		if m.Jump || k+1 == len(moments) {
			continue
		}
		b := min(float64(moments[k+1].Tick), e.clip.Duration)
		for part := 1; part < parts; part++ {
			list = append(list, a+float64((b-a)*float64(part)/float64(parts)))
		}
	}
	return slices.Compact(list)
}

// turnedBy returns the angle about Y of the shorter way from one rotation to another.
func turnedBy(a, b exact.Quat) float64 {
	d := b.NearestSign(a).Mul(a.Conjugate())
	sine := exact.Vec{d[0], d[1], d[2]}.Length()
	if sine == 0 {
		return 0
	}
	return float64(2*exact.Atan2(sine, d[3])) * (d[1] / sine)
}

// netTurn returns the angle about Y from one rotation to another, with the whole turns in between.
func netTurn(a, b exact.Quat, turned float64) float64 {
	const level = 0.1 // the cosine of half the tilt below which there is no heading
	d := b.Mul(a.Conjugate())
	if math.Hypot(d[1], d[3]) < level {
		return turned
	}
	return nearestTurn(float64(2*exact.Atan2(d[1], d[3])), turned)
}

// part returns how far into the clip a tick is, from 0 to 1: at the end in float32 too.
func (c *course) part(tick float64) float64 {
	switch {
	case !(c.duration > 0):
		return 0
	case float32(tick) >= float32(c.duration):
		return 1
	}
	return tick / c.duration
}

// yaw returns the angle at a tick.
func (c *course) yaw(tick float64) float64 { return float64(c.turn * c.part(tick)) }

// lay computes the way from the joint's places relative to the start. Seen from a mover that turns
// evenly, the joint travels in one direction on the whole: the way has its steps in that direction, and
// what it moves aside is carried along. What is missing at the end is added evenly. A joint that comes no
// farther than some metres does not travel: its way is even. The result says whether it travels.
func (c *course) lay(p []exact.Vec, near float64) bool {
	n := len(p)
	yaw := func(i int) float64 { return c.yaw(c.tick[i]) }
	var ahead exact.Vec
	for i := range n - 1 {
		ahead = ahead.Add(yawQuat(-(yaw(i) + yaw(i+1)) / 2).Rotate(p[i+1].Sub(p[i])))
	}
	c.way = make([]exact.Vec, n)
	travels := ahead.Length() > near
	if travels {
		ahead = ahead.Unit()
		for i := range n - 1 {
			// The step takes the way to where the joint is exactly beside it.
			half := (yaw(i+1) - yaw(i)) / 2
			beside := yawQuat(-yaw(i + 1)).Rotate(p[i+1].Sub(c.way[i]))
			length := beside.Dot(ahead) / max(yawQuat(-half).Rotate(ahead).Dot(ahead), 0.5)
			c.way[i+1] = c.way[i].Add(yawQuat((yaw(i) + yaw(i+1)) / 2).Rotate(ahead.Scale(length)))
		}
	}
	rest := p[n-1].Sub(c.way[n-1])
	for i := range c.way {
		c.way[i] = c.way[i].Add(rest.Scale(c.part(c.tick[i]))).Times(c.taken)
	}
	return travels
}

// sway returns the mean of what the joint moves beside its way, in the mover's frame, the largest distance
// from the mean, and the mean square of the distance.
func (c *course) sway(p []exact.Vec) (mean exact.Vec, most, square float64) {
	beside := func(i int) exact.Vec {
		return yawQuat(-c.yaw(c.tick[i])).Rotate(p[i].Sub(c.way[i]))
	}
	half := func(i int) float64 { return (c.part(c.tick[i+1]) - c.part(c.tick[i])) / 2 }
	for i := range len(p) - 1 {
		mean = mean.Add(beside(i).Add(beside(i + 1)).Scale(half(i)))
	}
	for i := range p {
		off := beside(i).Sub(mean).Length()
		if most = max(most, off); i+1 < len(p) {
			next := beside(i + 1).Sub(mean).Length()
			square += float64((float64(off*off) + float64(next*next)) * half(i))
		}
	}
	return mean, most, square
}

// at returns the motion's place at a tick, where the joint is at p, in model space.
func (c *course) at(tick float64, p exact.Vec) exact.Vec {
	way := p.Sub(c.start)
	if c.way != nil {
		k := sort.SearchFloat64s(c.tick, tick)
		switch {
		case k == len(c.tick):
			way = c.way[k-1]
		case c.tick[k] == tick:
			way = c.way[k]
		default:
			a, b := c.tick[k-1], c.tick[k]
			way = c.way[k-1].Lerp(c.way[k], (tick-a)/(b-a))
		}
	}
	// The mover turns about itself, and the joint stands where it stood.
	way = way.Add(c.stays.Sub(yawQuat(c.yaw(tick)).Rotate(c.stays)))
	return way.Add(c.start.Sub(c.stays)).Times(c.taken)
}

// seen returns the place that a joint at p has in the frame of the motion at a tick: exactly where it
// stands if the motion goes with it.
func (c *course) seen(tick float64, p, m exact.Vec) exact.Vec {
	at := yawQuat(-c.yaw(tick)).Rotate(p.Sub(m))
	if c.way != nil || c.turn != 0 && (c.taken[0] == 0 || c.taken[2] == 0) {
		return at
	}
	for i, taken := range c.taken {
		if taken != 0 {
			at[i] = c.stays[i]
		}
	}
	return at
}

// removeTravel leaves the turn and the net way out of the motion: what a mover that keeps its heading
// goes besides an even pace.
func (c *course) removeTravel(frames []frame) {
	at, local := frames[0].m, frames[0].m
	for i := range frames {
		f := &frames[i]
		if i > 0 {
			middle := (c.yaw(float64(frames[i-1].tick)) + c.yaw(float64(f.tick))) / 2
			local = local.Add(yawQuat(-middle).Rotate(f.m.Sub(at)))
		}
		at, f.m, f.yaw = f.m, local, 0
	}
	first := frames[0].m
	net := local.Sub(first)
	for i := range frames {
		f := &frames[i]
		f.m = first.Add(f.m.Sub(first).Sub(net.Scale(c.part(float64(f.tick)))))
	}
}
