package runtime

import (
	"math"
	"math/bits"
)

// syncSum is what the voices of one group of instance i have in common.
type syncSum struct {
	group               uint8
	leader              int // the voice of greatest weight, the oldest of those
	best                float32
	weight, length, own float64 // Σ weight, Σ weight·length, Σ weight·speed
}

// eachSync calls do for each group of instance i whose clips keep one phase.
func (c *Crowd) eachSync(i int, do func(g *syncSum)) {
	v := &c.voices
	groups := [MaxLayers]uint8{}
	n := 0
	for u := v.used[i]; u != 0; u &= u - 1 {
		a := v.at(i, bits.TrailingZeros8(u))
		if g := v.sync[a]; g != 0 && !v.queued(a) {
			known := false
			for _, other := range groups[:n] {
				known = known || other == g
			}
			if !known {
				groups[n] = g
				n++
			}
		}
	}
	if n == 0 {
		return
	}
	var order [MaxLayers]uint8
	var share [MaxLayers]float32
	sorted := v.sorted(i, &order)
	c.shares(i, sorted, &share)
	for _, g := range groups[:n] {
		sum := syncSum{group: g, leader: -1}
		for k, n := range sorted {
			a := v.at(i, int(n))
			if v.sync[a] != g || !(c.clocks.Period(a) > 0) {
				continue
			}
			w := float32(v.weight[a] * share[k])
			if sum.leader < 0 || w > sum.best {
				sum.leader, sum.best = a, w
			}
			sum.weight += float64(w)
			sum.length += float64(float64(w) * c.clocks.Period(a))
			sum.own += float64(float64(w) * float64(math.Float32frombits(v.more[a])))
		}
		if sum.leader >= 0 {
			do(&sum)
		}
	}
}

// tune gives the clips of each group of instance i the speeds at which they take
// equally long: as long as the mean of their lengths.
func (c *Crowd) tune(i int) {
	c.eachSync(i, func(g *syncSum) {
		if !(g.weight > 0) {
			return
		}
		own, length := g.own/g.weight, g.length/g.weight
		for k := range c.voices.each {
			if a := c.voices.at(i, k); c.follows(i, k, g.group) {
				c.clocks.SetSpeed(a, own*c.clocks.Period(a)/length)
			}
		}
	})
}

// follows reports whether voice k of instance i belongs to a group.
func (c *Crowd) follows(i, k int, group uint8) bool {
	v := &c.voices
	a := v.at(i, k)
	return v.used[i]>>k&1 != 0 && v.sync[a] == group && !v.queued(a) && c.clocks.Period(a) > 0
}

// lock puts the clips of each group to the phase of its leader: rounding does not
// take them apart.
func (c *Crowd) lock(i int, places *[MaxLayers]place) {
	c.eachSync(i, func(g *syncSum) {
		_, x := c.clocks.Time(g.leader)
		phase := x / c.clocks.Period(g.leader)
		for k := range c.voices.each {
			a := c.voices.at(i, k)
			if a == g.leader || !c.follows(i, k, g.group) {
				continue
			}
			period := c.clocks.Period(a)
			cycle, own := c.clocks.Time(a)
			switch ahead := phase - own/period; {
			case ahead < -0.5:
				cycle++
			case ahead > 0.5:
				cycle--
			}
			c.clocks.SetTime(a, cycle, float64(phase*period))
			places[k] = c.placeNow(a, 0)
		}
	})
}

// join puts a voice that begins to the phase of its group.
func (c *Crowd) join(i, a int) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		b := v.at(i, bits.TrailingZeros8(u))
		if b == a || v.sync[b] != v.sync[a] || v.queued(b) || !(c.clocks.Period(b) > 0) {
			continue
		}
		_, x := c.clocks.Time(b)
		c.clocks.SetTime(a, 0, float64(x/c.clocks.Period(b)*c.clocks.Period(a)))
		return
	}
}
