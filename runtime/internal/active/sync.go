package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Clips of a group keep one phase. It counts the intervals between the markers that all
// of them have, or whole clips where they have none in common:
//
//	walk   │ L      R        │ L      R        │     markers at 0.1 s and 0.5 s of 0.8 s
//	run    │   L  R  │   L  R  │   L  R  │           0.15 s and 0.3 s of 0.5 s
//	phase    0      1          2      3              even: a left foot
//
// An interval takes as long as it takes the clips in the mean by their weights, or the
// leader.

// length is the number of seconds from marker k to the next.
func (v *syncVoice) length(k int) float64 {
	if k+1 < v.count {
		return v.at[k+1] - v.at[k]
	}
	return v.at[0] + (v.period - v.at[k])
}

// groups calls do for each group of instance i, with the weights of t seconds on.
func (c *Table) groups(s *StepScratch, i int, t float64, do func(g *syncGroup)) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float64
	sorted := v.Sorted(i, &order)
	c.sharesAt(i, sorted, t, &share)
	done := uint(0) // voices whose group has been seen
	for first, n := range sorted {
		group := v.Sync[v.At(i, int(n))]
		if group == 0 || done>>first&1 != 0 {
			continue
		}
		g := &s.group // a variable would be one of the heap
		g.of, g.first, g.n = group, first, 0
		for k := first; k < len(sorted); k++ {
			if a := v.At(i, int(sorted[k])); v.Sync[a] == group {
				done |= 1 << k
			}
		}
		if c.gather(g, i, sorted, &share); g.n > 0 {
			do(g)
		}
	}
}

// gather lists the voices of a group with their weights.
func (c *Table) gather(g *syncGroup, i int, sorted []uint8, share *[play.MaxLayers]float64) {
	v := &c.Clips
	g.n, g.leader, g.leads = 0, 0, false
	shadow := 0. // weight of the voices that the next one is a copy of
	for k := g.first; k < len(sorted); k++ {
		a := v.At(i, int(sorted[k]))
		if v.Sync[a] != g.of {
			continue
		}
		w := float64(float64(v.Weight[a]) * share[k])
		if v.Seen[a]&SeenShadow != 0 {
			shadow += w
			g.add(c, a, 0)
			continue
		}
		g.add(c, a, w+shadow)
		shadow = 0
	}
}

// weigh gives the voices of a group their weights of t seconds on.
func (c *Table) weigh(g *syncGroup, i int, t float64) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float64
	sorted := v.Sorted(i, &order)
	c.sharesAt(i, sorted, t, &share)
	shadow, n := 0., 0
	for k := g.first; k < len(sorted) && n < g.n; k++ {
		a := v.At(i, int(sorted[k]))
		if v.Sync[a] != g.of {
			continue
		}
		w := float64(float64(v.Weight[a])*share[k]) + shadow
		if shadow = 0; v.Seen[a]&SeenShadow != 0 {
			shadow, w = w, 0
		}
		if g.voices[n].a == a { // one without a phase is none of them
			g.voices[n].weight = w
			n++
		}
	}
	g.leader = 0
	for k := range g.voices[:g.n] {
		if g.voices[k].weight > g.voices[g.leader].weight {
			g.leader = k
		}
	}
}

// add adds a voice to a group; those of no length, or that stay at their end, have no
// phase.
func (g *syncGroup) add(c *Table, a int, weight float64) {
	period := c.Clocks.Period(a)
	if !(period > 0) || c.Clocks.Mode(a) == clockModes[play.Clamp] || c.Rests(a) || c.Clips.Held(a) {
		return
	}
	v := &g.voices[g.n]
	*v = syncVoice{a: a, clip: c.Clip[a], mode: c.Clocks.Mode(a), weight: weight, period: period}
	if weight > g.voices[g.leader].weight {
		g.leader = g.n
	}
	g.leads = g.leads || c.Clips.How[a]&clipLead != 0
	g.n++
}

// meet finds the markers that all clips of the group have, in one order; without any the
// phase is that of whole clips.
func (g *syncGroup) meet(c *Table) {
	common := uint64(math.MaxUint64)
	for k := range g.voices[:g.n] {
		if v := &g.voices[k]; v.mode != clockModes[play.Wrap] {
			common = 0
		} else {
			common &= c.Markers[v.clip].names
		}
	}
	if common != 0 && g.mark(c, common) {
		return
	}
	for k := range g.voices[:g.n] {
		g.voices[k].count, g.voices[k].at[0] = 1, 0
	}
}

// mark gives the voices the markers of some names, from the same one on. It reports
// whether they follow each other alike.
func (g *syncGroup) mark(c *Table, names uint64) bool {
	for k := range g.voices[:g.n] {
		v := &g.voices[k]
		for _, m := range c.Markers[v.clip].list {
			if names>>m.name&1 == 0 {
				continue
			}
			if v.count == maxSyncMarkers {
				return false
			}
			v.at[v.count], v.names[v.count] = m.at, m.name
			v.count++
		}
		if v.count != g.voices[0].count || !v.turn(&g.voices[0]) {
			return false
		}
	}
	return true
}

// turn makes the markers of v follow each other as those of w, or returns false. The
// first may lie before others in the clip then.
func (v *syncVoice) turn(w *syncVoice) bool {
	for shift := range v.count {
		same := true
		for k := range v.count {
			same = same && v.names[(k+shift)%v.count] == w.names[k]
		}
		if !same {
			continue
		}
		at := v.at
		for k := range v.count {
			v.at[k], v.names[k] = at[(k+shift)%v.count], w.names[k]
			if k+shift >= v.count {
				v.at[k] += v.period
			}
		}
		return true
	}
	return false
}

// where returns the interval that a voice is in, how far, and in which round of the
// markers.
func (v *syncVoice) where(c *Table) (round int64, k int, part float64) {
	round, x := c.Clocks.Time(v.a)
	if x < v.at[0] {
		x += v.period
		round--
	}
	for k+1 < v.count && x >= v.at[k+1] {
		k++
	}
	if l := v.length(k); l > 0 {
		part = max(0, min((x-v.at[k])/l, 1))
	}
	return round, k, part
}

// mean is the number of seconds that interval k takes at the speed 1.
func (g *syncGroup) mean(k int) float64 {
	if g.leads {
		return g.voices[g.leader].length(k)
	}
	sum, weight := 0., 0.
	for n := range g.voices[:g.n] {
		v := &g.voices[n]
		sum += float64(v.weight * v.length(k))
		weight += v.weight
	}
	if !(weight > 0) { // as they come in
		return g.voices[g.leader].length(k)
	}
	return sum / weight
}

// speed is the mean of the speeds that Play gave the voices.
func (g *syncGroup) speed(c *Table) float64 {
	speed, weight := 0., 0.
	for k := range g.voices[:g.n] {
		v := &g.voices[k]
		speed += float64(v.weight * c.ownSpeed(v.a))
		weight += v.weight
	}
	if !(weight > 0) {
		return c.ownSpeed(g.voices[g.leader].a)
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

// ownSpeed is the speed that Play gave a voice of a group, small enough for sums.
func (c *Table) ownSpeed(a int) float64 {
	return max(-math.MaxFloat32, min(math.Float64frombits(c.Clips.More[a]), math.MaxFloat32))
}

// walk moves a phase by some seconds at the speed 1, over any number of rounds of the
// markers.
func (g *syncGroup) walk(k int, part, seconds float64) (rounds int64, to int, rest float64) {
	count := g.voices[0].count
	round := 0.
	for n := range count {
		round += g.mean(n)
	}
	if !(round > 0) {
		return 0, k, part
	}
	x := float64(part * g.mean(k))
	for n := range k {
		x += g.mean(n)
	}
	x += seconds
	whole := math.Floor(x / round)
	if math.Abs(whole) > 1<<53 {
		return 0, k, part
	}
	switch x -= float64(whole * round); {
	case x < 0:
		x = 0
	case x >= round: // the difference was rounded to it
		x = 0
		whole++
	}
	for to = 0; to+1 < count && x >= g.mean(to); to++ {
		x -= g.mean(to)
	}
	if l := g.mean(to); l > 0 {
		rest = min(x/l, 1)
	}
	return int64(whole), to, rest
}

// joined returns where a clip that plays in a group of instance i has to be for the
// group's phase, in seconds after its start, if there is one but a voice.
func (c *Table) joined(i int, clip int32, mode simd.ClockMode, group uint8, but int) (seconds float64, ok bool) {
	v := &c.Clips
	for u := v.Used[i]; u != 0 && group != 0; u &= u - 1 {
		a := v.At(i, bits.TrailingZeros8(u))
		if v.Sync[a] != group || v.Queued(a) || a == but {
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
func (g *syncGroup) addClip(c *Table, clip int32, mode simd.ClockMode) {
	period := c.Played[clip].Clock.Seconds
	if !(period > 0) || mode == simd.ClockClamp {
		return
	}
	if mode == simd.ClockPingPong {
		period *= 2
	}
	g.voices[g.n] = syncVoice{clip: clip, mode: mode, period: period}
	g.n++
}

// Regroup puts the other voices of a voice's group where it is.
func (c *Table) Regroup(i, a int) {
	v := &c.Clips
	for u := v.Used[i]; u != 0 && v.Sync[a] != 0; u &= u - 1 {
		b := v.At(i, bits.TrailingZeros8(u))
		if b == a || v.Sync[b] != v.Sync[a] || v.Queued(b) {
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
		v.Seen[b] &^= SeenFresh
	}
}

// second is where the second voice of a group has to be for the phase of the first, in
// seconds after its clip's start.
func (g *syncGroup) second(c *Table) float64 {
	g.meet(c)
	_, k, part := g.voices[0].where(c)
	v := &g.voices[1]
	x := v.at[k] + float64(part*v.length(k))
	if x >= v.period {
		x -= v.period
	}
	return min(x, v.period)
}
