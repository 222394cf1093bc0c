package frame

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

func (c *Set) Play(i, clip int, o play.Options) {
	if clip == play.Rest {
		clip = c.Active.Sources()
	}
	fade := o.Fade + float64(o.FadePart*c.Active.Played[clip].Clock.Seconds)
	waits := c.Active.Waits(i, &o, fade)
	at := c.Active.StartOf(i, clip, &o, waits)
	if !waits {
		c.Active.SetPaused(i, false)
	}
	switch {
	case o.Queue:
		c.enqueue(i, clip, &o, at, fade)
	case fade == 0:
		c.makeRoom(i, o.Layer)
		c.Active.Replace(i, clip, &o, at)
	case o.Transition == play.Inertialize:
		c.inertialize(i, clip, &o, at, fade)
	default:
		c.Active.DropQueued(i, o.Layer)
		if o.Transition != play.CrossFade && !c.hold(i, &o, fade) || !c.Active.Begin(i, clip, &o, at, fade) {
			c.inertialize(i, clip, &o, at, fade)
		}
	}
	c.Active.Settle(i)
	c.Mix.LODs.Refresh(i)
}

// enqueue queues a clip for its layer. Where all active clips are in use, fades end or the youngest
// queued clip is replaced.
func (c *Set) enqueue(i, clip int, o *play.Options, at, fade float64) {
	v := &c.Active.Clips
	if !c.Active.Waits(i, o, fade) {
		c.makeRoom(i, o.Layer)
		c.Active.Replace(i, clip, o, at)
		return
	}
	c.makeRoom(i, soa.None)
	k, _ := v.Take(i)
	c.Active.Start(i, k, clip, o, at)
	a := v.At(i, k)
	if fade > 0 {
		v.Rate[a] = active.RateOf(fade)
	}
	v.Fade[a] = 0
	v.How[a] |= active.ClipQueued
	c.Active.Clocks.Pause(a, true)
}

// Silence lets instance i rest.
func (c *Set) Silence(i int) {
	for k := range c.Active.Clips.All(i) {
		c.Active.Free(nil, i, k)
	}
	c.Active.Offsets.Drop(i)
	c.Play(i, play.Rest, play.Options{})
}

// hold replaces what a layer plays by one active clip: the layer's pose or, with DeadBlend, the way
// on which it would continue. It returns false where one active clip cannot show that, see LayerAt,
// or none is left for the clip that comes.
//
//	held row 0   the pose
//	held row 1   where its velocity, which halves in HalfLife, would take it
func (c *Set) hold(i int, o *play.Options, fade float64) bool {
	v := &c.Active.Clips
	if _, ok := v.Current(i, o.Layer); !ok {
		return true
	}
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	s := c.Mix.AloneScratch()
	var mean mix.LayerMean
	if !c.Mix.LayerAt(s, s.Shown[0], i, o.Layer, 0, 0, &mean) {
		return false
	}
	if mean.Shown == 0 {
		return true // it rests
	}
	if bits.OnesCount8(v.Used[i])-mean.Clips+2 > v.Each {
		return false
	}
	place, rows := c.Active.HeldPoses.Take()
	n := c.Poses.RowValues()
	c.Mix.UnitRotations(s.Shown[0])
	copy(rows, s.Shown[0][:n])
	copy(rows[n:], rows[:n])
	half := o.HalfLife
	if half == 0 {
		half = fade / 4
	}
	coasts := o.Transition == play.DeadBlend && half > 0
	if coasts {
		c.Mix.LayerBefore(s, s.Shown[1], s.Shown[0], i, o.Layer)
		c.Mix.UnitRotations(s.Shown[1])
		c.Mix.Coast(rows[n:2*n], s.Shown[1], float32(min(half/(mix.VelocityStep*math.Ln2), mix.MaxFactor)))
		if z := c.Mix.Scales; z != nil && !z.CanHold(z.Product, rows[n:2*n]) {
			z.Copy(rows[n:2*n], rows[:n])
		}
	}
	c.Active.HeldPoses.Seal(place)
	c.Active.ClearLayer(i, o.Layer)
	k, _ := v.Take(i)
	a := v.At(i, k)
	c.Active.Clip[a] = int32(c.Active.Sources())
	v.Weight[a], v.Fade[a], v.Rate[a] = mean.Weight, float64(mean.Shown), 0
	v.Mask[a], v.Layer[a], v.Sync[a], v.How[a], v.More[a] = mean.Mask, uint8(o.Layer), 0, uint8(mean.Kind)|uint8(play.Straight)<<active.ClipCurveShift|active.ClipHeld, uint64(place)
	_ = c.Active.Clocks.SetClip(a, c.Active.HeldClock(), kernel.ClockClamp)
	c.Active.Clocks.SetPhase(a, 0)
	c.Active.Clocks.Pause(a, false)
	c.Active.Clocks.SetSpeed(a, 0)
	if coasts {
		c.Active.Clocks.SetSpeed(a, min(1/half, math.MaxFloat32))
	}
	return true
}

// inertialize makes a clip the only one of its layer, with an offset from the current pose.
func (c *Set) inertialize(i, clip int, o *play.Options, at, seconds float64) {
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	s := c.Mix.AloneScratch()
	c.Mix.Shown(s, i)
	if !c.Active.HasRoom(i, o.Layer) {
		c.Active.EndFades(i)
	}
	c.Active.Replace(i, clip, o, at)
	c.Mix.DiesOut(s, i, seconds)
}

// makeRoom ends fades where a layer has no room. The difference dies out in the remaining time of the
// longest.
func (c *Set) makeRoom(i, layer int) {
	if c.Active.HasRoom(i, layer) {
		return
	}
	v, o := &c.Active.Clips, &c.Active.Offsets
	left := float32(0)
	for _, a := range v.All(i) {
		if v.Rate[a] > 0 && !v.Queued(a) {
			left = max(left, float32(1-v.Fade[a])/v.Rate[a])
		}
	}
	if left == 0 { // nothing shows what ends
		c.Active.EndFades(i)
		return
	}
	if !o.None(i) {
		left = max(left, (1-o.Progress[i])/o.Rate[i])
	}
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	s := c.Mix.AloneScratch()
	c.Mix.Shown(s, i)
	c.Active.EndFades(i)
	c.Mix.DiesOut(s, i, float64(left))
}

// ReplaceMask changes the mask of an active clip at once and inertializes the difference. It is
// used when no active clip is free to fade to.
func (c *Set) ReplaceMask(i, a, mask int, seconds float64) {
	c.Mix.AloneLock.Lock()
	defer c.Mix.AloneLock.Unlock()
	s := c.Mix.AloneScratch()
	c.Mix.Shown(s, i)
	c.Active.Clips.Mask[a] = uint8(mask)
	c.Mix.DiesOut(s, i, seconds)
}
