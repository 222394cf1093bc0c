package runtime

import (
	"math"
	"math/bits"
)

// way is how far a voice goes in a part of a step, in seconds of its clip: straight on or,
// in a group whose pace changes, along a cubic.
//
//	s(t) = speed·t + c2·t² + c3·t³
type way struct {
	speed, c2, c3 float64
}

// curved is the way that leads as far as way in some seconds, with two speeds at its ends.
func curved(seconds, far, from, to float64) way {
	if math.Abs(seconds) < 1e-9 { // it hardly bends, and its square may be nothing
		return way{speed: from}
	}
	mean := far / seconds
	return way{from, (float64(3*mean) - float64(2*from) - to) / seconds, (from + to - float64(2*mean)) / float64(seconds*seconds)}
}

// at is how far it leads in t seconds.
func (w *way) at(t float64) float64 {
	if w.c2 == 0 && w.c3 == 0 {
		return float64(w.speed * t)
	}
	return float64(t * (w.speed + float64(t*(w.c2+float64(t*w.c3)))))
}

// speedAt is the speed after t seconds.
func (w *way) speedAt(t float64) float64 {
	if w.c2 == 0 && w.c3 == 0 {
		return w.speed
	}
	return w.speed + float64(t*(2*w.c2+float64(3*float64(t*w.c3))))
}

// when is the time, between two of them, by which it leads some way that lies between where
// it leads by these; the speed keeps its sign.
func (w *way) when(far, from, to float64) float64 {
	if w.c2 == 0 && w.c3 == 0 {
		if w.speed == 0 {
			return to
		}
		return inside(far/w.speed, from, to)
	}
	low, high := from, to
	a, b := w.at(low)-far, w.at(high)-far
	switch {
	case a == 0:
		return low
	case b == 0 || (a > 0) == (b > 0) && math.Abs(b) <= math.Abs(a): // it ends there, but for rounding
		return high
	case (a > 0) == (b > 0):
		return low
	}
	t := inside(low-float64(a*(high-low))/(b-a), from, to)
	for range 60 {
		x := w.at(t) - far
		if x == 0 {
			return t
		}
		if (x > 0) == (b > 0) {
			high = t
		} else {
			low = t
		}
		next := t - x/w.speedAt(t)
		if !(next > min(low, high) && next < max(low, high)) {
			next = low + float64((high-low)/2)
		}
		if math.Abs(next-t) <= 1e-15*max(math.Abs(from), math.Abs(to)) {
			return next
		}
		t = next
	}
	return t
}

// inside brings a time between two others, in either order.
func inside(t, a, b float64) float64 { return max(min(a, b), min(t, max(a, b))) }

// weight64 is Curve.Weight in float64.
func (c Curve) weight64(s float64) float64 {
	switch c {
	case Smooth:
		return float64(float64(s*s) * (3 - (s + s)))
	case EaseIn:
		return float64(s * s)
	case EaseOut:
		return float64(s * (2 - s))
	}
	return s
}

// sharesAt computes what shares does, as fades stand t seconds on, in float64.
func (c *Crowd) sharesAt(i int, sorted []uint8, t float64, share *[MaxLayers]float64) {
	v := &c.voices
	if c.graph.of != nil {
		for k := range sorted {
			share[k] = 1
		}
		return
	}
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
		share[k] = float64(left * v.curve(a).weight64(s))
		left -= share[k]
	}
}

// weightAt is the weight that a voice of instance i has in the pose t seconds on, with
// that of the voices that it is a copy of.
func (c *Crowd) weightAt(i, a int, t float64) float32 {
	var order [MaxLayers]uint8
	var share [MaxLayers]float64
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

// fades returns the seconds that the shortest fade at hand of instance i takes, and the
// number of them; without any the time is infinite.
func (c *Crowd) fades(i int) (shortest float64, n int) {
	v := &c.voices
	most := float32(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if k := bits.TrailingZeros8(u); v.rate[v.at(i, k)] > 0 && !v.queued(v.at(i, k)) {
			most = max(most, v.rate[v.at(i, k)])
			n++
		}
	}
	return 1 / float64(most), n
}
