package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// enqueue lets a clip wait for its layer. Where no voice is left fades end, or it
// replaces the youngest that waits.
func (c *set) enqueue(i, clip int, o *play.Options, at, fade float64) {
	v := &c.active.voices
	if !c.active.waits(i, o, fade) {
		c.makeRoom(i, o.Layer)
		c.active.replace(i, clip, o, at)
		return
	}
	c.makeRoom(i, soa.None)
	k, _ := v.take(i)
	c.active.start(i, k, clip, o, at)
	a := v.at(i, k)
	if fade > 0 {
		v.rate[a] = rateOf(fade)
	}
	v.fade[a] = 0
	v.how[a] |= voiceQueued
	c.active.clocks.Pause(a, true)
}

// firstQueued returns the voice that has waited longest in a layer.
func (v *voices) firstQueued(i, layer int) (k int, ok bool) {
	rank := math.MaxUint8
	for u := v.used[i]; u != 0; u &= u - 1 {
		n := bits.TrailingZeros8(u)
		if a := v.at(i, n); v.queued(a) && int(v.layer[a]) == layer && int(v.rank[a]) < rank {
			k, rank = n, int(v.rank[a])
		}
	}
	return k, rank < math.MaxUint8
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
