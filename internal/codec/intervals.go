package codec

import "github.com/sinew-anim/sinew/soa"

// WholeIntervals returns the intervals of the finest grid of a clip that can be played from spans alone.
func WholeIntervals(packed *soa.Packed) (intervals int, ok bool) {
	for i := range packed.Exact.Tracks {
		if packed.Exact.Tracks[i].Property != soa.Float {
			return 0, false
		}
	}
	if packed.Coding != soa.PackedSpans || len(packed.Grids) == 0 {
		return 0, false
	}
	for g := range packed.Grids {
		intervals = max(intervals, int(packed.Grids[g].Intervals))
	}
	for g := range packed.Grids {
		if intervals%int(packed.Grids[g].Intervals) != 0 {
			return 0, false
		}
	}
	return intervals, true
}
