package active

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/play"
)

// phaseIn is the part of its period that an active clip has played, if it has one.
func (c *Table) phaseIn(a int) (phase float64, ok bool) {
	period := c.Clocks.Period(a)
	if !(period > 0) || c.Clips.HoldsPose(a) {
		return 0, false
	}
	_, x := c.Clocks.Time(a)
	return x / period, true
}

// RateOf is how much a fade of some seconds grows per second.
func RateOf(seconds float64) float32 {
	const most = 1e30 // times no time is nothing, times the least float32 not yet
	return float32(max(1/most, min(1/seconds, most)))
}

// comesInFor is the number of seconds that the fade of an active clip takes, or 0.
func (v *Clips) comesInFor(a int) float64 {
	if r := v.Rate[a]; r > 0 {
		return 1 / float64(r)
	}
	return 0
}

// rounding returns the largest error of timeLeft for active clip k of instance i, in seconds: its
// clock accumulates steps.
func (c *Table) rounding(i, k int, plays bool) float64 {
	const part = 1e-12 // of a period
	a := c.Clips.At(i, k)
	if speed := math.Abs(c.Clocks.Speed(a)); plays && speed > 0 {
		return min(float64(part*c.Clocks.Period(a))/speed, 1e-9)
	}
	return 0
}

// timeLeft returns the seconds until an active clip reaches the end of its clip or period.
func (c *Table) timeLeft(a int) float64 { return c.timeLeftAt(a, c.Clocks.Speed(a)) }

// timeLeftAt is timeLeft at another speed.
func (c *Table) timeLeftAt(a int, speed float64) float64 {
	period := c.Clocks.Period(a)
	if !(period > 0) || c.ClipOf(a) == play.Rest {
		return 0
	}
	if speed == 0 {
		return math.Inf(1)
	}
	_, x := c.Clocks.Time(a)
	if speed > 0 {
		return (period - x) / speed
	}
	if x == 0 && c.Clocks.Mode(a)&kernel.ClockClamp == 0 {
		x = period
	}
	return x / -speed
}

// FadesAt advances fades of instance i by dt seconds without ending any. It stores the previous
// values in before and returns which fades moved.
func (c *Table) FadesAt(i int, dt float64, before *[play.MaxLayers]float64) (moved uint8) {
	v := &c.Clips
	for k, a := range v.All(i) {
		if v.Rate[a] == 0 || v.Queued(a) || c.Clocks.Paused(a) {
			continue
		}
		before[k] = v.Fade[a]
		v.Fade[a] = max(0, min(v.Fade[a]+float64(float64(v.Rate[a])*dt), 1))
		moved |= 1 << k
	}
	return moved
}

func (c *Table) RestoreFades(i int, moved uint8, before *[play.MaxLayers]float64) {
	for ; moved != 0; moved &= moved - 1 {
		k := bits.TrailingZeros8(moved)
		c.Clips.Fade[c.Clips.At(i, k)] = before[k]
	}
}

// ClearOfEnds returns dt, or −dt where only that step crosses no loop end of instance i: a jump at
// a loop's end is no velocity.
func (c *Table) ClearOfEnds(i int, dt float64) float64 {
	if c.startsAgain(i, dt) && !c.startsAgain(i, -dt) {
		return -dt
	}
	return dt
}

func (c *Table) startsAgain(i int, dt float64) bool {
	for _, a := range c.Clips.All(i) {
		if c.Clocks.Mode(a) != kernel.ClockWrap || c.Clocks.Paused(a) {
			continue
		}
		_, x := c.Clocks.Time(a)
		if x += float64(c.Clocks.Speed(a) * dt); x < 0 || x >= c.Clocks.Period(a) {
			return true
		}
	}
	return false
}

// HeldAlpha returns how far a held pose has coasted: 1 − 2^−x after x half-lives.
func (c *Table) HeldAlpha(a int) float32 {
	_, x := c.Clocks.Time(a)
	return float32(1 - exact.Halved(x))
}

// Shares computes the part of its layer's weight that each active clip has: the youngest takes its
// fade, and the older ones share the rest.
func (c *Table) Shares(i int, sorted []uint8, share *[play.MaxLayers]float32) {
	v := &c.Clips
	if c.Graph.Of != nil { // whose weights are parts of the whole
		for k := range sorted {
			share[k] = 1
		}
		return
	}
	left, layer := float32(1), -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.At(i, int(sorted[k]))
		if int(v.Layer[a]) != layer {
			left, layer = 1, int(v.Layer[a])
		}
		w := v.curve(a).Weight(float32(v.Fade[a]))
		share[k] = float32(left * w)
		left -= share[k]
	}
}

// fadeEnd returns when the first fade of instance i ends within dt seconds, forwards or
// back, or dt.
func (c *Table) fadeEnd(i int, dt float64) float64 {
	v := &c.Clips
	for _, a := range v.All(i) {
		if v.Rate[a] == 0 || v.Queued(a) {
			continue
		}
		if dt > 0 {
			dt = min(dt, (1-v.Fade[a])/float64(v.Rate[a]))
		} else if v.Fade[a] > 0 {
			dt = max(dt, -v.Fade[a]/float64(v.Rate[a]))
		}
	}
	return dt
}

// sharesAt is Shares t seconds on, in float64.
func (c *Table) sharesAt(i int, sorted []uint8, t float64, share *[play.MaxLayers]float64) {
	v := &c.Clips
	left, layer := 1., -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.At(i, int(sorted[k]))
		if int(v.Layer[a]) != layer {
			left, layer = 1, int(v.Layer[a])
		}
		s := v.Fade[a]
		if v.Rate[a] > 0 {
			s = max(0, min(s+float64(float64(v.Rate[a])*t), 1))
		}
		share[k] = float64(left * v.curve(a).At(s))
		left -= share[k]
	}
}

// shares is sharesAt t seconds after the start of a substep. With a graph shares are weights.
func (x *Substep) shares(c *Table, sorted []uint8, t float64, share *[play.MaxLayers]float64) {
	switch {
	case x.Driver == nil:
		c.sharesAt(x.Instance, sorted, t, share)
	case x.Fade == 0:
		for k, n := range sorted {
			share[k] = float64(c.Clips.Weight[c.Clips.At(x.Instance, int(n))])
		}
	default:
		x.Driver.WeightsAt(t, &x.weights)
		for k, n := range sorted {
			share[k] = x.weights[n]
		}
	}
}

// weightAt returns the weight of an active clip in the pose t seconds after the start of a substep.
func (x *Substep) weightAt(c *Table, a int, t float64) float32 {
	switch {
	case x.Driver == nil:
		return c.weightAt(x.Instance, a, t)
	case x.Fade == 0:
		return c.Clips.Weight[a]
	}
	x.Driver.WeightsAt(t, &x.weights)
	return float32(x.weights[c.Clips.slot(a)])
}

// weightAt returns the weight of an active clip of instance i in the pose t seconds on, including
// that of the clips that it is a copy of.
func (c *Table) weightAt(i, a int, t float64) float32 {
	if c.Graph.Of != nil {
		return c.Clips.Weight[a]
	}
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float64
	sorted := c.Clips.Sorted(i, &order)
	c.sharesAt(i, sorted, t, &share)
	w := 0.
	for k, n := range sorted {
		b := c.Clips.At(i, int(n))
		w += float64(float64(c.Clips.Weight[b]) * share[k])
		if b == a {
			break
		}
		if c.Clips.Seen[b]&seenShadow == 0 {
			w = 0
		}
	}
	return float32(w)
}

// fades returns the duration of the shortest fade of instance i that moves in a step of dt, infinite
// without any, and the number of such fades.
func (c *Table) fades(i int, dt float64) (shortest float64, n int) {
	v := &c.Clips
	most := float32(0)
	for _, a := range v.All(i) {
		if v.Rate[a] > 0 && !v.Queued(a) && (dt >= 0 || v.Fade[a] > 0) {
			most = max(most, v.Rate[a])
			n++
		}
	}
	return 1 / float64(most), n
}
