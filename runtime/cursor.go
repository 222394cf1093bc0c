package runtime

// interval is the stretch between two keys in which a timeline stands, and how
// far into it.
type interval struct {
	tick   float64 // the tick that is sampled
	t0, t1 float32 // times of the two keys, t0 ≤ tick < t1
	alpha  float32 // (tick-t0)/(t1-t0)
	key    uint32  // index of the first of them
}

// find looks for the interval in a timeline of at least one key. It returns the
// key at or before the tick, and whether there is an interval: before the first
// key and from the last one on there is none, and that key's value holds.
// cursor says where to look first; the answer does not depend on it.
func (iv *interval) find(time []float32, cursor uint32) (key uint32, between bool) {
	last := len(time) - 1
	if !(iv.tick >= float64(time[0])) { // NaN too
		return 0, false
	}
	if iv.tick >= float64(time[last]) {
		return uint32(last), false
	}
	k := search(time, iv.tick, int(min(cursor, uint32(last-1))))
	if t0, t1 := time[k], time[k+1]; t0 != iv.t0 || t1 != iv.t1 {
		iv.t0, iv.t1 = t0, t1
		iv.alpha = float32((iv.tick - float64(t0)) / (float64(t1) - float64(t0)))
	}
	iv.key = uint32(k)
	return uint32(k), true
}

// search returns the k for which time[k] ≤ tick < time[k+1], where there is
// one. It tries key near and its neighbours, which is where a clip that plays
// has got to, and halves what remains. near is below the last key.
func search(time []float32, tick float64, near int) int {
	low, high := 0, len(time)-1 // time[low] ≤ tick < time[high]
	if float64(time[near]) <= tick {
		if tick < float64(time[near+1]) {
			return near
		}
		if tick < float64(time[near+2]) { // there is one, since the last key is later than tick
			return near + 1
		}
		low = near + 2
	} else {
		if float64(time[near-1]) <= tick {
			return near - 1
		}
		high = near - 1
	}
	for high-low > 1 {
		middle := int(uint(low+high) >> 1)
		if float64(time[middle]) <= tick {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
