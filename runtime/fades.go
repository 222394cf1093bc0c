package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
)

// phaseIn is the part of its period that a voice has played, if it has one.
func (c *table) phaseIn(a int) (phase float64, ok bool) {
	period := c.clocks.Period(a)
	if !(period > 0) || c.voices.held(a) {
		return 0, false
	}
	_, x := c.clocks.Time(a)
	return x / period, true
}

// rateOf is how much a fade of some seconds grows per second.
func rateOf(seconds float64) float32 {
	const most = 1e30 // times no time is nothing, times the least float32 not yet
	return float32(max(1/most, min(1/seconds, most)))
}

// rounding is the time within which the voice that is waited for, k of instance i, may
// come to its end: its clock adds up steps and may wrap where timeLeft is just more than one.
func (c *table) rounding(i, k int, plays bool) float64 {
	const part = 1e-12 // of a period
	a := c.voices.at(i, k)
	if speed := math.Abs(c.clocks.Speed(a)); plays && speed > 0 {
		return min(float64(part*c.clocks.Period(a))/speed, 1e-9)
	}
	return 0
}

// timeLeft returns the seconds until the clip of a voice comes to its end, or to that
// of its period.
func (c *table) timeLeft(a int) float64 { return c.timeLeftAt(a, c.clocks.Speed(a)) }

// timeLeftAt is timeLeft at another speed.
func (c *table) timeLeftAt(a int, speed float64) float64 {
	period := c.clocks.Period(a)
	if !(period > 0) || c.clipOf(a) == play.Rest {
		return 0
	}
	if speed == 0 {
		return math.Inf(1)
	}
	_, x := c.clocks.Time(a)
	if speed > 0 {
		return (period - x) / speed
	}
	if x == 0 && c.clocks.Mode(a)&simd.ClockClamp == 0 {
		x = period
	}
	return x / -speed
}

// grown is a fade after a step of dt seconds, which has brought it to a value below 1: back
// at its start, but for rounding, it is there.
func grown(fade, dt float64) float64 {
	if dt < 0 && fade < 1e-15 {
		return 0
	}
	return fade
}

// fadesAt lets fades of instance i go on by dt seconds, keeps what they were in
// before and returns which they are. None ends.
func (c *table) fadesAt(i int, dt float64, before *[play.MaxLayers]float64) (moved uint8) {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u)
		a := v.at(i, k)
		if v.rate[a] == 0 || v.queued(a) || c.clocks.Paused(a) {
			continue
		}
		before[k] = v.fade[a]
		v.fade[a] = max(0, min(v.fade[a]+float64(float64(v.rate[a])*dt), 1))
		moved |= 1 << k
	}
	return moved
}

func (c *table) restoreFades(i int, moved uint8, before *[play.MaxLayers]float64) {
	for ; moved != 0; moved &= moved - 1 {
		k := bits.TrailingZeros8(moved)
		c.voices.fade[c.voices.at(i, k)] = before[k]
	}
}

// clearOfEnds returns the step dt, or the one back, in which no clip of instance i
// starts again: what it jumps by then is no velocity.
func (c *table) clearOfEnds(i int, dt float64) float64 {
	if c.startsAgain(i, dt) && !c.startsAgain(i, -dt) {
		return -dt
	}
	return dt
}

func (c *table) startsAgain(i int, dt float64) bool {
	for u := c.voices.used[i]; u != 0; u &= u - 1 {
		a := c.voices.at(i, bits.TrailingZeros8(u))
		if c.clocks.Mode(a) != simd.ClockWrap || c.clocks.Paused(a) {
			continue
		}
		_, x := c.clocks.Time(a)
		if x += float64(c.clocks.Speed(a) * dt); x < 0 || x >= c.clocks.Period(a) {
			return true
		}
	}
	return false
}

// heldAlpha is how far a held pose has gone towards the end of its way: 1 − 2^−x, with
// x the number of half-lives that its clock counts.
func (c *table) heldAlpha(a int) float32 {
	_, x := c.clocks.Time(a)
	return float32(1 - exact.Halved(x))
}

// shares computes which part of its layer's weight each voice has: a voice leaves to
// the older ones what it has not come in yet.
func (c *table) shares(i int, sorted []uint8, share *[play.MaxLayers]float32) {
	v := &c.voices
	if c.graph.of != nil { // whose weights are parts of the whole
		for k := range sorted {
			share[k] = 1
		}
		return
	}
	left, layer := float32(1), -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.at(i, int(sorted[k]))
		if int(v.layer[a]) != layer {
			left, layer = 1, int(v.layer[a])
		}
		w := v.curve(a).Weight(float32(v.fade[a]))
		share[k] = float32(left * w)
		left -= share[k]
	}
}

// fadeOn lets the fades of instance i go on by dt seconds, if none of them ends by then,
// forwards or back. It reports whether it has.
func (c *table) fadeOn(s *stepScratch, i int, dt float64) bool {
	v, to, moving := &c.voices, &s.fades, uint8(0)
	for u := v.fading[i]; u != 0; u &= u - 1 {
		k := bits.TrailingZeros8(u) & (play.MaxLayers - 1)
		a := v.at(i, k)
		if v.queued(a) || c.clocks.Paused(a) {
			continue
		}
		fade := v.fade[a]
		end := fade + float64(float64(v.rate[a])*dt)
		if end >= 1 || end <= 0 && fade > 0 {
			return false
		}
		if end = grown(end, dt); moving == 0 && u&(u-1) == 0 { // the only one
			v.fade[a] = end
			return true
		}
		to[k] = end
		moving |= 1 << k
	}
	for ; moving != 0; moving &= moving - 1 {
		k := bits.TrailingZeros8(moving) & (play.MaxLayers - 1)
		v.fade[v.at(i, k)] = to[k]
	}
	return true
}

// fadeEnds reports whether a fade of instance i ends within dt seconds, forwards or back.
func (c *table) fadeEnds(i int, dt float64) bool {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		a := v.at(i, bits.TrailingZeros8(u))
		rate, fade := float64(v.rate[a]), v.fade[a]
		if rate == 0 {
			continue
		}
		if end := fade + float64(rate*dt); (end >= 1 || end <= 0 && fade > 0) && !v.queued(a) {
			return true
		}
	}
	return false
}

// fadeEnd returns when the first fade of instance i ends within dt seconds, forwards or
// back, or dt.
func (c *table) fadeEnd(i int, dt float64) float64 {
	v := &c.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		a := v.at(i, bits.TrailingZeros8(u))
		if v.rate[a] == 0 || v.queued(a) {
			continue
		}
		if dt > 0 {
			dt = min(dt, (1-v.fade[a])/float64(v.rate[a]))
		} else if v.fade[a] > 0 {
			dt = max(dt, -v.fade[a]/float64(v.rate[a]))
		}
	}
	return dt
}

// sharesAt computes what shares does, as fades stand t seconds on, in float64.
func (c *table) sharesAt(i int, sorted []uint8, t float64, share *[play.MaxLayers]float64) {
	v := &c.voices
	left, layer := 1., -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.at(i, int(sorted[k]))
		if int(v.layer[a]) != layer {
			left, layer = 1, int(v.layer[a])
		}
		s := v.fade[a]
		if v.rate[a] > 0 {
			s = max(0, min(s+float64(float64(v.rate[a])*t), 1))
		}
		share[k] = float64(left * v.curve(a).At(s))
		left -= share[k]
	}
}

// shares computes what sharesAt does, t seconds after the start of a substep. Those of what
// a graph plays are weights.
func (x *substep) shares(c *table, sorted []uint8, t float64, share *[play.MaxLayers]float64) {
	switch {
	case x.driver == nil:
		c.sharesAt(x.i, sorted, t, share)
	case x.fade == 0:
		for k, n := range sorted {
			share[k] = float64(c.voices.weight[c.voices.at(x.i, int(n))])
		}
	default:
		x.driver.WeightsAt(t, &x.weights)
		for k, n := range sorted {
			share[k] = x.weights[n]
		}
	}
}

// weightAt is the weight that a voice has in the pose t seconds after the start of a
// substep.
func (x *substep) weightAt(c *table, a int, t float64) float32 {
	switch {
	case x.driver == nil:
		return c.weightAt(x.i, a, t)
	case x.fade == 0:
		return c.voices.weight[a]
	}
	x.driver.WeightsAt(t, &x.weights)
	return float32(x.weights[c.voices.slot(a)])
}

// weightAt is the weight that a voice of instance i has in the pose t seconds on, with
// that of the voices that it is a copy of.
func (c *table) weightAt(i, a int, t float64) float32 {
	if c.graph.of != nil {
		return c.voices.weight[a]
	}
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float64
	sorted := c.voices.sorted(i, &order)
	c.sharesAt(i, sorted, t, &share)
	w := 0.
	for k, n := range sorted {
		b := c.voices.at(i, int(n))
		w += float64(float64(c.voices.weight[b]) * share[k])
		if b == a {
			break
		}
		if c.voices.seen[b]&seenShadow == 0 {
			w = 0
		}
	}
	return float32(w)
}

// fades returns the seconds that the shortest fade of instance i that goes on in a step of dt
// takes, and the number of them; without any the time is infinite. Back at its start a fade
// stays there.
func (c *table) fades(i int, dt float64) (shortest float64, n int) {
	v := &c.voices
	most := float32(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		a := v.at(i, bits.TrailingZeros8(u))
		if v.rate[a] > 0 && !v.queued(a) && (dt >= 0 || v.fade[a] > 0) {
			most = max(most, v.rate[a])
			n++
		}
	}
	return 1 / float64(most), n
}
