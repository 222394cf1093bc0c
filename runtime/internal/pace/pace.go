// Package pace computes how far clips advance at a changing speed.
package pace

import "math"

// Way is how far something goes in t seconds: straight on or, where its speed changes,
// along a cubic.
//
//	s(t) = Speed·t + C2·t² + C3·t³
type Way struct {
	Speed, C2, C3 float64
}

// Curved is the way that leads some way, far, in some seconds, with two speeds at its ends.
func Curved(seconds, far, from, to float64) Way {
	if math.Abs(seconds) < 1e-9 { // it hardly bends, and its square may be nothing
		return Way{Speed: from}
	}
	mean := far / seconds
	return Way{from, (float64(3*mean) - float64(2*from) - to) / seconds, (from + to - float64(2*mean)) / float64(seconds*seconds)}
}

// At is how far it leads in t seconds.
func (w *Way) At(t float64) float64 {
	if w.C2 == 0 && w.C3 == 0 {
		return float64(w.Speed * t)
	}
	return float64(t * (w.Speed + float64(t*(w.C2+float64(t*w.C3)))))
}

// SpeedAt is the speed after t seconds.
func (w *Way) SpeedAt(t float64) float64 {
	if w.C2 == 0 && w.C3 == 0 {
		return w.Speed
	}
	return w.Speed + float64(t*(2*w.C2+float64(3*float64(t*w.C3))))
}

// When is the time, between two of them, by which it leads some way that lies between where
// it leads by these; the speed keeps its sign.
func (w *Way) When(far, from, to float64) float64 {
	if w.C2 == 0 && w.C3 == 0 {
		if w.Speed == 0 {
			return to
		}
		return Clamp(far/w.Speed, from, to)
	}
	low, high := from, to
	a, b := w.At(low)-far, w.At(high)-far
	switch {
	case a == 0:
		return low
	case b == 0 || (a > 0) == (b > 0) && math.Abs(b) <= math.Abs(a): // it ends there, but for rounding
		return high
	case (a > 0) == (b > 0):
		return low
	}
	t := Clamp(low-float64(a*(high-low))/(b-a), from, to)
	for range 60 {
		x := w.At(t) - far
		if x == 0 {
			return t
		}
		if (x > 0) == (b > 0) {
			high = t
		} else {
			low = t
		}
		next := t - x/w.SpeedAt(t)
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

// Clamp brings a time between two others, in either order.
func Clamp(t, a, b float64) float64 { return max(min(a, b), min(t, max(a, b))) }

// Begins is the time between two others from which on something holds that does not at the
// first and does at the last: these are brought together by halves, some times.
func Begins(from, to float64, times int, holds func(t float64) bool) float64 {
	for range times {
		if mid := from + float64((to-from)/2); holds(mid) {
			to = mid
		} else {
			from = mid
		}
	}
	return to
}
