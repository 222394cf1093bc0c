package inspect

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// comparedTimes returns the times, in seconds after the start, at which two clips are compared:
// every key of either, the ends, and times that divide the intervals between into equal
// parts; of more than most times an even selection.
func comparedTimes(pair [2]*soa.Clip, most, parts int) []float64 {
	times := []float64{0}
	for _, c := range pair {
		times = append(times, c.Seconds())
		for _, t := range c.Time {
			times = append(times, float64(t)/c.TicksPerSecond)
		}
	}
	slices.Sort(times)
	// Equal key times at different rates differ by rounding.
	const same = 1e-6
	times = slices.CompactFunc(times, func(a, b float64) bool { return math.Abs(b-a) < same })
	fine := make([]float64, 0, parts*len(times))
	for i, t := range times {
		if i > 0 {
			for part := 1; part < parts; part++ {
				fine = append(fine, times[i-1]+(t-times[i-1])*float64(part)/float64(parts))
			}
		}
		fine = append(fine, t)
	}
	if len(fine) <= most {
		return fine
	}
	some := make([]float64, most)
	for i := range some {
		some[i] = fine[int64(i)*int64(len(fine)-1)/int64(max(1, most-1))]
	}
	return some
}
