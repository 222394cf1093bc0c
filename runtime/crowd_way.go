package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/play"
)

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
