package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
)

// inGroup reports whether an active clip keeps the phase of a group.
func (c *Table) inGroup(a int) bool { return c.Clips.Sync[a] != 0 && c.keepsPhase(a) }

// timeLeftInGroup is timeLeft at the current pace of the group: the clock still has that of the step
// before.
func (c *Table) timeLeftInGroup(s *StepScratch, i, a int) (left float64) {
	left = c.timeLeft(a)
	c.groups(s, i, 0, func(g *syncGroup) {
		for n := range g.clips[:g.n] {
			if v := &g.clips[n]; v.a == a {
				g.meet(c)
				k, _ := g.place(c, g.isReversed(c, 1))
				left = c.timeLeftAt(a, float64(v.length(k)*g.rate(c, k)))
				return
			}
		}
	})
	return left
}

// limitGroups shortens a substep to the next marker, change of leader or end of an awaited clip of
// the instance's groups, and finds the ways of their active clips.
func (x *Substep) limitGroups(c *Table, s *StepScratch, n int) {
	if c.Clips.Flags[x.Instance]&InstanceSyncs == 0 {
		return
	}
	shortest, fades := c.fades(x.Instance, x.Seconds)
	if fades > 0 {
		if part := shortest / substepsOfFade; math.Abs(x.Seconds) > part {
			x.shorten(math.Copysign(part, x.Seconds))
		}
	}
	steady := fades == 0
	c.groups(s, x.Instance, 0, func(g *syncGroup) {
		g.meet(c)
		if !steady {
			c.limitToLeader(g, x)
			c.limitToSmooth(g, x)
		}
		if !steady || (n < markerSubsteps || c.Clips.waits(x.Instance)) && g.clips[0].count > 1 {
			c.limitToMarker(g, x, steady)
		}
		c.limitToWaited(g, x, steady)
	})
	c.groups(s, x.Instance, 0, func(g *syncGroup) {
		g.meet(c)
		c.follow(g, x, steady)
	})
}

// shorten ends the substep earlier.
func (x *Substep) shorten(dt float64) { x.Seconds, x.due, x.ends = dt, 0, 0 }

// limitToLeader ends a substep where another active clip of the group becomes the leader.
func (c *Table) limitToLeader(g *syncGroup, x *Substep) {
	if g.n < 2 || x.Seconds == 0 {
		return
	}
	c.weigh(g, x.Instance, float64(x.Seconds*1e-9))
	lead := g.leader
	if c.weigh(g, x.Instance, x.Seconds); g.leader != lead {
		x.shorten(pace.Begins(0, x.Seconds, 48, func(t float64) bool {
			c.weigh(g, x.Instance, t)
			return g.leader != lead
		}))
	}
	c.weigh(g, x.Instance, float64(x.Seconds/2))
}

// place returns the interval that a group goes on in, and the part of it that has passed.
func (g *syncGroup) place(c *Table, back bool) (k int, part float64) {
	const same = 1e-12
	_, k, part = g.clips[g.leader].where(c)
	count := g.clips[0].count
	switch {
	case count == 1:
	case !back && part > 1-same:
		return (k + 1) % count, 0
	case back && part < same:
		return (k + count - 1) % count, 1
	}
	return k, part
}

// passedPart returns the part of interval k that passes in t seconds, and the rates at their start and
// end.
func (g *syncGroup) passedPart(c *Table, i, k int, t float64, steady bool) (part, from, to float64) {
	if steady || t == 0 {
		rate := g.rate(c, k)
		return float64(rate * t), rate, rate
	}
	leader := g.leader
	part = g.passes(c, i, k, 0, t)
	g.weighFor(c, i, float64(t*1e-9), leader)
	from = g.rate(c, k)
	g.weighFor(c, i, t, leader)
	to = g.rate(c, k)
	return part, from, to
}

// passes returns the part of interval k that passes from one time to another, by Gauss's method.
func (g *syncGroup) passes(c *Table, i, k int, from, to float64) (part float64) {
	leader := g.leader
	for j, at := range motion.Moments {
		g.weighFor(c, i, from+float64(at*(to-from)), leader)
		part += float64([3]float64{5. / 18, 4. / 9, 5. / 18}[j] * g.rate(c, k))
	}
	return float64(part * (to - from))
}

// limitToSmooth shortens a substep until its way is a cubic: the pace of clips that fade in together
// from weight 0 bends much at first.
func (c *Table) limitToSmooth(g *syncGroup, x *Substep) {
	const bound = 1e-9 // of an interval
	k, _ := g.place(c, g.isReversed(c, x.Seconds))
	for range 24 {
		half := x.Seconds / 2
		far, from, to := g.passedPart(c, x.Instance, k, x.Seconds, false)
		first := g.passes(c, x.Instance, k, 0, half)
		way := pace.Curved(x.Seconds, far, from, to)
		if math.Abs(far-first-g.passes(c, x.Instance, k, half, x.Seconds)) <= bound && math.Abs(way.At(half)-first) <= bound {
			return
		}
		x.shorten(half)
	}
}

// weighFor is weigh under a leader.
func (g *syncGroup) weighFor(c *Table, i int, t float64, leader int) {
	c.weigh(g, i, t)
	g.leader = leader
}

// isReversed reports whether a group goes back in a substep.
func (g *syncGroup) isReversed(c *Table, dt float64) bool { return (g.speed(c) < 0) != (dt < 0) }

// limitToMarker ends a substep where the group comes to its next marker.
func (c *Table) limitToMarker(g *syncGroup, x *Substep, steady bool) {
	if g.clips[0].count == 1 || x.Seconds == 0 {
		return
	}
	back := g.isReversed(c, x.Seconds)
	k, part := g.place(c, back)
	want := 1 - part
	if back {
		want = -part
	}
	x.limitTo(func(t float64) bool {
		far, _, _ := g.passedPart(c, x.Instance, k, t, steady)
		return math.Abs(far) >= math.Abs(want)
	})
}

// limitTo ends a substep where holds becomes true, and reports whether it does by the end.
func (x *Substep) limitTo(holds func(t float64) bool) bool {
	if !holds(x.Seconds) {
		return false
	}
	if t := pace.Begins(0, x.Seconds, 52, holds); math.Abs(t) < math.Abs(x.Seconds) {
		x.shorten(t)
	}
	return true
}

// limitToWaited ends a substep where a clip that waits for one of the group begins.
func (c *Table) limitToWaited(g *syncGroup, x *Substep, steady bool) {
	v, i := &c.Clips, x.Instance
	if v.Flags[i]&InstanceQueues == 0 || !(x.Seconds > 0) {
		return
	}
	for n := range g.clips[:g.n] {
		b := g.clips[n].a
		layer := int(v.Layer[b])
		q, waits := v.firstQueued(i, layer)
		cur, _ := v.Current(i, layer)
		if !waits || v.At(i, cur) != b || x.due>>layer&1 != 0 {
			continue
		}
		fade := v.comesInFor(v.At(i, q))
		back := g.isReversed(c, x.Seconds)
		k, _ := g.place(c, back)
		_, at := c.Clocks.Time(b)
		rest := g.clips[n].period - at
		if back {
			if rest = at; at == 0 {
				rest = g.clips[n].period
			}
		}
		length := g.clips[n].length(k)
		if x.limitTo(func(t float64) bool {
			far, _, rate := g.passedPart(c, i, k, t, steady)
			return rest-math.Abs(float64(far*length)) <= math.Abs(float64(fade*rate)*length)+float64(1e-12*rest)
		}) {
			x.due |= 1 << layer
			if fade == 0 {
				x.ends |= 1 << cur
			}
		}
	}
}

// follow finds the ways of the active clips of a group, and where they come to.
func (c *Table) follow(g *syncGroup, x *Substep, steady bool) {
	if !steady {
		c.weigh(g, x.Instance, float64(x.Seconds/2))
	}
	back := g.isReversed(c, x.Seconds)
	k, part := g.place(c, back)
	var from, to float64
	rounds, end, rest := int64(0), k, part
	if steady && g.clips[0].count > 0 {
		from = g.rate(c, k)
		rounds, end, rest = g.walk(k, part, float64(g.speed(c)*x.Seconds))
		to = from
	} else {
		var far float64
		far, from, to = g.passedPart(c, x.Instance, k, x.Seconds, false)
		rounds, end, rest = g.carry(k, part+far)
	}
	for n := range g.clips[:g.n] {
		v := &g.clips[n]
		round, own, ownPart := v.where(c)
		switch off := float64(own-k) + (ownPart - part); { // at a marker rounding may have left it on the other side
		case off > float64(v.count)/2:
			round++
		case off < -float64(v.count)/2:
			round--
		}
		of := v.keeps()
		at, periods := of.Fold(of.Second(end, rest))
		m := moment{round + rounds + periods, at}
		slot := c.Clips.slot(v.a)
		x.targets[slot], x.curved = m, x.curved|1<<slot
		if steady && v.count > 1 && (rounds != 0 || end != k) {
			x.lapped |= 1 << slot
			g.lapsOf(c, &x.laps[slot], v, k, part, back)
		}
		length := v.length(k)
		cycle, phase := c.Clocks.Time(v.a)
		total := float64(float64(m.cycle-cycle)*v.period) + (m.phase - phase)
		if steady || x.Seconds == 0 {
			x.way[slot] = pace.Way{Speed: float64(length * from)}
			if math.Abs(x.Seconds) > 1e-9 {
				x.way[slot].Speed = total / x.Seconds
			}
		} else {
			x.way[slot] = pace.Curved(x.Seconds, total, float64(length*from), float64(length*to))
		}
		if l := v.length(end); steady {
			c.Clocks.SetSpeed(v.a, float64(l*g.rate(c, end)))
		} else {
			c.Clocks.SetSpeed(v.a, float64(length*to))
		}
	}
}

// carry brings a part of interval k into an interval, at most one further.
func (g *syncGroup) carry(k int, part float64) (rounds int64, to int, rest float64) {
	const same = 1e-12
	count := g.clips[0].count
	if count == 1 {
		whole := math.Floor(part)
		return int64(max(-1<<53, min(whole, 1<<53))), 0, max(0, min(part-whole, 1))
	}
	switch {
	case part > 1-same:
		if k++; k == count {
			k, rounds = 0, 1
		}
		return rounds, k, max(0, min(part-1, 1))
	case part < 0:
		part = 0
	}
	return 0, k, part
}

// findLeads notes which active clips lead their groups in a substep, or have none.
func (c *Table) findLeads(s *StepScratch, x *Substep) {
	x.lead = math.MaxUint8
	if c.Clips.Flags[x.Instance]&InstanceSyncs == 0 {
		return
	}
	c.groups(s, x.Instance, float64(x.Seconds/2), func(g *syncGroup) {
		for k := range g.clips[:g.n] {
			if k != g.leader {
				x.lead &^= 1 << c.Clips.slot(g.clips[k].a)
			}
		}
	})
}
