package active

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/play"
)

// SetWeight gives the layer of active clip a of instance i a weight.
func (c *Table) SetWeight(i, a int, weight float32) {
	v := &c.Clips
	for _, b := range v.All(i) {
		if v.Layer[b] == v.Layer[a] && !v.Queued(b) {
			v.Weight[b] = weight
		}
	}
	c.Settle(i)
}

// SetMask changes the mask of the layer of active clip a: at once, or by a copy of the clip that
// fades in. It returns false where no active clip is left for the copy.
func (c *Table) SetMask(i, a, mask int, seconds float64) bool {
	v := &c.Clips
	if seconds == 0 {
		v.Mask[a] = uint8(mask)
		return true
	}
	k, ok := v.Take(i)
	if ok {
		b := v.At(i, k)
		c.copyClip(b, a)
		v.Fade[b], v.Rate[b], v.Mask[b] = 0, RateOf(seconds), uint8(mask)
		v.Seen[a] = seenShadow
	}
	return ok
}

// Seek moves active clip a of instance i, its copies and group to a time on the file's time line.
func (c *Table) Seek(i, a int, seconds float64) {
	c.eachCopy(i, a, func(b int) {
		c.jump(i, b, func() { c.Clocks.SetPhase(b, seconds-c.Played[c.Clip[b]].Start) })
		c.Clips.Seen[b] &^= seenFresh
	})
	c.regroup(i, a)
}

// SetSpeed gives active clip a of instance i, and its copies, a speed.
func (c *Table) SetSpeed(i, a int, speed float64) {
	c.eachCopy(i, a, func(b int) {
		c.jump(i, b, func() { c.Clocks.SetSpeed(b, speed) })
		c.Clips.More[b] = math.Float64bits(speed)
	})
}

// Stop frees all active clips but that of layer 0, and pauses this one at its start or, where it
// plays backwards, at its end.
func (c *Table) Stop(i int) {
	v := &c.Clips
	main, _ := v.Current(i, 0)
	for k := range v.All(i) {
		if k != main {
			c.Free(nil, i, k)
		}
	}
	c.Offsets.Drop(i)
	a, at := v.At(i, main), 0.
	c.leave(nil, i, a)
	v.Seen[a] = seenStopped
	v.Weight[a], v.Fade[a], v.Rate[a], v.Mask[a], v.Sync[a] = 1, 1, 0, 0, 0
	v.How[a] &= ClipCurve
	c.Settle(i)
	if c.Clocks.Speed(i) < 0 {
		at = c.Played[c.Clip[i]].Clock.Seconds
	}
	c.Clocks.SetPhase(i, at)
	c.Clocks.Pause(i, true)
}

// eachCopy calls do for an active clip and for those that SetMask has made it a copy of.
func (c *Table) eachCopy(i, a int, do func(a int)) {
	v := &c.Clips
	var order [play.MaxLayers]uint8
	sorted := v.Sorted(i, &order)
	k := len(sorted) - 1
	for v.At(i, int(sorted[k])) != a {
		k--
	}
	do(a)
	for k--; k >= 0; k-- {
		b := v.At(i, int(sorted[k]))
		if v.Layer[b] != v.Layer[a] || v.Seen[b]&seenShadow == 0 {
			return
		}
		do(b)
	}
}
