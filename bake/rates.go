package bake

import (
	"math"
	"slices"
)

// multiples of the rate at which a clip has keys are tried as frame rates, before ever greater
// ones. The first is the likeliest: what it yields bounds the work on the others.
var multiples = [...]float64{1, 1. / 2, 1. / 4, 1. / 8, 2, 3, 4}

// rates lists the frame rates to try for the clip, in cells per tick: those
// that put frames on its keys or, where the keys follow no rate, powers of two.
func (b *clipBuilder) rates() []float64 {
	end := b.clip.Duration
	if end == 0 {
		return []float64{1}
	}
	if len(b.exact.Tracks) == 0 {
		return []float64{1 / end}
	}
	limit := b.c.o.MaxRate / b.clip.TicksPerSecond
	var rates []float64
	add := func(r float64) {
		if r <= limit && float64(r*end) >= 1-1e-9 {
			rates = append(rates, r)
		}
	}
	own, first := b.keyRate(limit/maxParts), 8.
	if own > 0 {
		for _, m := range multiples {
			add(float64(own * m))
		}
	} else {
		own, first = 1/b.clip.TicksPerSecond, 64
		for r := 32.; r >= 1; r /= 2 {
			add(float64(own * r))
		}
	}
	// Beyond, cells can be divided down to the fastest frames of all.
	for r := float64(own * first); r <= limit*8/maxParts; r *= 2 {
		add(r)
	}
	if len(rates) == 0 {
		rates = append(rates, min(1/end, limit))
	}
	return rates
}

// keyRate returns the lowest rate, in cells per tick, at which nearly all of
// the clip's keys fall on frames, or 0 where there is none up to a limit. Any
// times are multiples of a short enough step: that of their float32.
func (b *clipBuilder) keyRate(limit float64) float64 {
	inner := b.keys[1 : len(b.keys)-1]
	if len(inner) == 0 {
		return 1 / b.clip.Duration
	}
	var steps []float64
	for i := 1; i < len(b.keys); i++ {
		steps = append(steps, b.keys[i]-b.keys[i-1])
	}
	slices.Sort(steps)
	middle := steps[len(steps)/2]
	candidates := []float64{inner[0], middle, steps[len(steps)/10], steps[0]}
	for _, fps := range [...]float64{24, 25, 30, 50, 60, 100, 120} {
		candidates = append(candidates, b.clip.TicksPerSecond/fps)
	}
	best := 0.0
	for _, c := range candidates {
		for m := 1.0; m <= 8; m++ {
			if step := c / m; step > best && float64(step*limit) >= 1 && b.fits(inner, step) {
				best = step
			}
		}
	}
	if best == 0 {
		return 0
	}
	return 1 / b.refine(inner, best)
}

// fits tells whether nearly all keys lie on multiples of a step.
func (b *clipBuilder) fits(keys []float64, step float64) bool {
	off := 0
	for _, k := range keys {
		if n := float64(k / step); math.Abs(n-math.Round(n)) > 0.01 {
			off++
		}
	}
	return off*10 <= len(keys)
}

// refine removes the rounding of one key's time from a step: the last key that
// fits it counts the most steps.
func (b *clipBuilder) refine(keys []float64, step float64) float64 {
	for range 2 {
		for i := len(keys) - 1; i >= 0; i-- {
			n := math.Round(keys[i] / step)
			if n > 0 && math.Abs(keys[i]/step-n) <= 0.01 {
				step = keys[i] / n
				break
			}
		}
	}
	return step
}
