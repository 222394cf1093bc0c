package active

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/internal/phase"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Clips of a group keep one phase, see package phase. An interval takes the weighted mean of the
// clips' times, or that of the leader.

// keeps is the clip that keeps the phase of the group.
func (v *syncClip) keeps() phase.Clip { return phase.Clip{Period: v.period, At: v.at[:v.count]} }

// length is the number of seconds from marker k to the next.
func (v *syncClip) length(k int) float64 {
	c := v.keeps()
	return c.Length(k)
}

// groups calls do for each group of instance i, with the weights of t seconds on.
func (c *Table) groups(s *StepScratch, i int, t float64, do func(g *syncGroup)) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	sorted := v.Sorted(i, &order)
	done := uint(0) // active clips whose group has been seen
	for first, n := range sorted {
		group := v.Sync[v.At(i, int(n))]
		if group == 0 || done>>first&1 != 0 {
			continue
		}
		g := &s.group // a variable would be one of the heap
		g.of, g.first, g.n, g.leader, g.leads = group, first, 0, 0, false
		for k := first; k < len(sorted); k++ {
			if a := v.At(i, int(sorted[k])); v.Sync[a] == group {
				done |= 1 << k
				g.add(c, a, 0)
			}
		}
		if c.weigh(g, i, t); g.n > 0 {
			do(g)
		}
	}
}

// weigh gives the active clips of a group their weights of t seconds on.
func (c *Table) weigh(g *syncGroup, i int, t float64) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float64
	sorted := v.Sorted(i, &order)
	c.sharesAt(i, sorted, t, &share)
	shadow, n := 0., 0 // weight of the active clips that the next one is a copy of
	for k := g.first; k < len(sorted) && n < g.n; k++ {
		a := v.At(i, int(sorted[k]))
		if v.Sync[a] != g.of {
			continue
		}
		w := float64(float64(v.Weight[a])*share[k]) + shadow
		if shadow = 0; v.Seen[a]&seenShadow != 0 {
			shadow, w = w, 0
		}
		if g.clips[n].a == a { // one without a phase is none of them
			g.clips[n].weight = w
			n++
		}
	}
	g.leader = 0
	for k := range g.clips[:g.n] {
		if g.clips[k].weight > g.clips[g.leader].weight {
			g.leader = k
		}
	}
}

// add adds an active clip to a group; those of no length, or that stay at their end, have no phase.
func (g *syncGroup) add(c *Table, a int, weight float64) {
	if !c.keepsPhase(a) {
		return
	}
	v := &g.clips[g.n]
	*v = syncClip{a: a, clip: c.Clip[a], mode: c.Clocks.Mode(a), weight: weight, period: c.Clocks.Period(a)}
	if weight > g.clips[g.leader].weight {
		g.leader = g.n
	}
	g.leads = g.leads || c.Clips.How[a]&clipLead != 0
	g.n++
}

// keepsPhase reports whether an active clip would keep the phase of a group.
func (c *Table) keepsPhase(a int) bool {
	return c.Clocks.Period(a) > 0 && c.Clocks.Mode(a) != clockModes[play.Clamp] && !c.Rests(a) && !c.Clips.HoldsPose(a)
}

// meet finds the markers that all clips of the group share in one order; without any the phase is
// that of whole clips.
func (g *syncGroup) meet(c *Table) {
	common := uint64(math.MaxUint64)
	for k := range g.clips[:g.n] {
		if v := &g.clips[k]; v.mode != clockModes[play.Wrap] {
			common = 0
		} else {
			common &= c.Markers[v.clip].names
		}
	}
	if common != 0 && g.mark(c, common) {
		return
	}
	for k := range g.clips[:g.n] {
		g.clips[k].count, g.clips[k].at[0] = 1, 0
	}
}

// mark gives the active clips the markers of some names, starting with the same one. It reports
// whether their order is the same.
func (g *syncGroup) mark(c *Table, names uint64) bool {
	for k := range g.clips[:g.n] {
		v := &g.clips[k]
		for _, m := range c.Markers[v.clip].list {
			if names>>m.Name&1 == 0 {
				continue
			}
			if v.count == maxSyncMarkers {
				return false
			}
			v.at[v.count], v.names[v.count] = m.Seconds, uint8(m.Name)
			v.count++
		}
		if v.count != g.clips[0].count || !phase.Turn(v.at[:v.count], v.names[:v.count], g.clips[0].names[:v.count], v.period) {
			return false
		}
	}
	return true
}

// where returns an active clip's round of the markers, interval, and part of it.
func (v *syncClip) where(c *Table) (round int64, k int, part float64) {
	cycle, x := c.Clocks.Time(v.a)
	of := v.keeps()
	round, k, part = of.Find(x)
	return cycle + round, k, part
}

// mean is the number of seconds that interval k takes at the speed 1.
func (g *syncGroup) mean(k int) float64 {
	if g.leads {
		return g.clips[g.leader].length(k)
	}
	sum, weight := 0., 0.
	for n := range g.clips[:g.n] {
		v := &g.clips[n]
		sum += float64(v.weight * v.length(k))
		weight += v.weight
	}
	if !(weight > 0) { // as they come in
		return g.clips[g.leader].length(k)
	}
	return sum / weight
}

// speed is the mean of the speeds that Play gave the active clips.
func (g *syncGroup) speed(c *Table) float64 {
	speed, weight := 0., 0.
	for k := range g.clips[:g.n] {
		v := &g.clips[k]
		speed += float64(v.weight * c.ownSpeed(v.a))
		weight += v.weight
	}
	if !(weight > 0) {
		return c.ownSpeed(g.clips[g.leader].a)
	}
	return speed / weight
}

// rate is the part of interval k that passes in a second.
func (g *syncGroup) rate(c *Table, k int) float64 {
	if mean := g.mean(k); mean > 0 {
		return g.speed(c) / mean
	}
	return 0
}

// ownSpeed is the speed that Play gave an active clip of a group, small enough for sums.
func (c *Table) ownSpeed(a int) float64 {
	return max(-math.MaxFloat32, min(math.Float64frombits(c.Clips.More[a]), math.MaxFloat32))
}

// walk moves a phase by some seconds at the speed 1, over any number of rounds of the markers.
func (g *syncGroup) walk(k int, part, seconds float64) (rounds int64, to int, rest float64) {
	var lengths [maxSyncMarkers]float64
	count := g.clips[0].count
	for n := range count {
		lengths[n] = g.mean(n)
	}
	rounds, to, rest, _ = phase.Walk(lengths[:count], k, part, seconds)
	return rounds, to, rest
}

// joined returns where a clip that joins a group of instance i has to be for its phase, in seconds
// after its start. Active clip but does not count for the group.
func (c *Table) joined(i int, clip int32, mode kernel.ClockMode, group uint8, but int) (seconds float64, ok bool) {
	v := &c.Clips
	for _, a := range v.All(i) {
		if group == 0 || v.Sync[a] != group || v.Queued(a) || a == but {
			continue
		}
		var g syncGroup
		g.add(c, a, 1)
		g.addClip(c, clip, mode)
		if g.n < 2 {
			continue
		}
		return g.second(c), true
	}
	return 0, false
}

// addClip adds a clip that does not play yet.
func (g *syncGroup) addClip(c *Table, clip int32, mode kernel.ClockMode) {
	period := c.Played[clip].Clock.Seconds
	if !(period > 0) || mode == kernel.ClockClamp {
		return
	}
	if mode == kernel.ClockPingPong {
		period *= 2
	}
	g.clips[g.n] = syncClip{clip: clip, mode: mode, period: period}
	g.n++
}

// regroup puts the other active clips of an active clip's group where it is.
func (c *Table) regroup(i, a int) {
	v := &c.Clips
	for _, b := range v.All(i) {
		if v.Sync[a] == 0 || b == a || v.Sync[b] != v.Sync[a] || v.Queued(b) {
			continue
		}
		var g syncGroup
		g.add(c, a, 1)
		g.add(c, b, 0)
		if g.n < 2 {
			continue
		}
		cycle, _ := c.Clocks.Time(b)
		c.Clocks.SetTime(b, cycle, g.second(c))
		v.Seen[b] &^= seenFresh
	}
}

// second returns where the second active clip of a group has to be for the phase of the first.
func (g *syncGroup) second(c *Table) float64 {
	g.meet(c)
	_, k, part := g.clips[0].where(c)
	of := g.clips[1].keeps()
	x, _ := of.Fold(of.Second(k, part))
	return x
}
