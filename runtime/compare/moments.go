package compare

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// moments are the times, in seconds after the start, at which two clips are
// compared: every key of either, the ends, and the middle between any two of
// these; where that is more than most, as many of them evenly chosen.
func moments(pair [2]*soa.Clip, most int) []float64 {
	times := []float64{0}
	for _, c := range pair {
		times = append(times, c.Seconds())
		for _, t := range c.Time {
			times = append(times, float64(t)/c.TicksPerSecond)
		}
	}
	slices.Sort(times)
	// Key times of two rates that mean the same moment differ by roundings.
	const same = 1e-6
	times = slices.CompactFunc(times, func(a, b float64) bool { return math.Abs(b-a) < same })
	fine := make([]float64, 0, 2*len(times))
	for i, t := range times {
		if i > 0 {
			fine = append(fine, (times[i-1]+t)/2)
		}
		fine = append(fine, t)
	}
	if len(fine) <= most {
		return fine
	}
	some := make([]float64, most)
	for i := range some {
		some[i] = fine[i*(len(fine)-1)/max(1, most-1)]
	}
	return some
}
