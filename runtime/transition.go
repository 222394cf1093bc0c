package runtime

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

func (c *set) play(i, clip int, o play.Options) {
	if clip == play.Rest {
		clip = c.active.clips()
	}
	fade := o.Fade + float64(o.FadePart*c.active.played[clip].Clock.Seconds)
	waits := c.active.waits(i, &o, fade)
	at := c.active.startOf(i, clip, &o, waits)
	if !waits {
		c.active.setPaused(i, false)
	}
	switch {
	case o.Queue:
		c.enqueue(i, clip, &o, at, fade)
	case fade == 0:
		c.makeRoom(i, o.Layer)
		c.active.replace(i, clip, &o, at)
	case o.Transition == play.Inertialize:
		c.inertialize(i, clip, &o, at, fade)
	default:
		c.active.dropQueued(i, o.Layer)
		if o.Transition != play.CrossFade && !c.hold(i, &o, fade) || !c.active.begin(i, clip, &o, at, fade) {
			c.inertialize(i, clip, &o, at, fade)
		}
	}
	c.active.settle(i)
	c.mix.levels.refresh(i)
}

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

// silence lets instance i rest.
func (c *set) silence(i int) {
	v := &c.active.voices
	for u := v.used[i]; u != 0; u &= u - 1 {
		c.active.free(nil, i, bits.TrailingZeros8(u))
	}
	c.active.offsets.drop(i)
	c.play(i, play.Rest, play.Options{})
}

// hold makes one voice of what a layer plays: the pose that it shows, or with
// DeadBlend the way from it on which it would go. It returns false where one voice
// cannot show that, see layerAt, or there is none for the clip that comes.
//
//	held row 0   the pose
//	held row 1   where its velocity, which halves in HalfLife, would take it
func (c *set) hold(i int, o *play.Options, fade float64) bool {
	v := &c.active.voices
	if _, ok := v.current(i, o.Layer); !ok {
		return true
	}
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	var mean layerMean
	if !c.mix.layerAt(s, s.solo.rows[0], i, o.Layer, 0, 0, &mean) {
		return false
	}
	if mean.shown == 0 {
		return true // it rests
	}
	if bits.OnesCount8(v.used[i])-mean.voices+2 > v.each {
		return false
	}
	place, rows := c.active.held.take()
	n := c.poses.RowValues()
	c.mix.unitRotations(s.solo.rows[0])
	copy(rows, s.solo.rows[0][:n])
	copy(rows[n:], rows[:n])
	half := o.HalfLife
	if half == 0 {
		half = fade / 4
	}
	coasts := o.Transition == play.DeadBlend && half > 0
	if coasts {
		c.mix.layerBefore(s, s.solo.rows[1], s.solo.rows[0], i, o.Layer)
		c.mix.unitRotations(s.solo.rows[1])
		c.mix.coast(rows[n:2*n], s.solo.rows[1], float32(min(half/(velocityStep*math.Ln2), maxFactor)))
		if z := c.mix.scales; z != nil && !z.CanHold(z.Product, rows[n:2*n]) {
			z.Copy(rows[n:2*n], rows[:n])
		}
	}
	c.active.held.seal(place)
	c.active.clearLayer(i, o.Layer)
	k, _ := v.take(i)
	a := v.at(i, k)
	c.active.clip[a] = int32(c.active.clips())
	v.weight[a], v.fade[a], v.rate[a] = mean.weight, float64(mean.shown), 0
	v.mask[a], v.layer[a], v.sync[a], v.how[a], v.more[a] = mean.mask, uint8(o.Layer), 0, uint8(mean.kind)|uint8(play.Straight)<<voiceCurveShift|voiceHeld, uint64(place)
	_ = c.active.clocks.SetClip(a, c.active.heldClock(), simd.ClockClamp)
	c.active.clocks.SetPhase(a, 0)
	c.active.clocks.Pause(a, false)
	c.active.clocks.SetSpeed(a, 0)
	if coasts {
		c.active.clocks.SetSpeed(a, min(1/half, math.MaxFloat32))
	}
	return true
}

// inertialize makes a clip the only one of its layer and lets the difference from what
// the instance shows now die out.
func (c *set) inertialize(i, clip int, o *play.Options, at, seconds float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	if !c.active.hasRoom(i, o.Layer) {
		c.active.endFades(i)
	}
	c.active.replace(i, clip, o, at)
	c.mix.diesOut(s, i, seconds)
}

// makeRoom ends fades where a layer has no room, and lets the difference die out in the
// time that the longest would have taken.
func (c *set) makeRoom(i, layer int) {
	if c.active.hasRoom(i, layer) {
		return
	}
	v, o := &c.active.voices, &c.active.offsets
	left := float32(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if a := v.at(i, bits.TrailingZeros8(u)); v.rate[a] > 0 && !v.queued(a) {
			left = max(left, float32(1-v.fade[a])/v.rate[a])
		}
	}
	if left == 0 { // nothing shows what ends
		c.active.endFades(i)
		return
	}
	if !o.none(i) {
		left = max(left, (1-o.s[i])/o.rate[i])
	}
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	c.active.endFades(i)
	c.mix.diesOut(s, i, float64(left))
}

// replaceMask changes the mask of a voice where no voice is left for the new one: the
// difference dies out.
func (c *set) replaceMask(i, a, mask int, seconds float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	c.active.voices.mask[a] = uint8(mask)
	c.mix.diesOut(s, i, seconds)
}
