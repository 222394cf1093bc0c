package runtime

// interval is the stretch between two keys in which a track stands, and how
// far into it.
type interval struct {
	tick   float64 // the tick that is sampled
	t0, t1 float32 // times of the two keys, t0 ≤ tick < t1
	alpha  float32 // (tick-t0)/(t1-t0)
	key    uint32  // index of the first of them in its track
}

// find looks for the interval of a track whose key times are time, of which
// there is at least one. It returns the key at or before the tick, and whether
// there is an interval: before the first key and from the last one on there is
// none, and the track holds that key's value. cursor says where to look first;
// the answer does not depend on it.
func (iv *interval) find(time []float32, cursor uint32) (key uint32, between bool) {
	last := len(time) - 1
	if !(iv.tick >= float64(time[0])) { // NaN too
		return 0, false
	}
	if iv.tick >= float64(time[last]) {
		return uint32(last), false
	}
	k := iv.search(time, cursor, last)
	if t0, t1 := time[k], time[k+1]; t0 != iv.t0 || t1 != iv.t1 {
		iv.t0, iv.t1 = t0, t1
		iv.alpha = float32((iv.tick - float64(t0)) / (float64(t1) - float64(t0)))
	}
	iv.key = uint32(k)
	return uint32(k), true
}

// search returns the k below last for which time[k] ≤ tick < time[k+1], where
// there is one: it tries the track before, the cursor and its neighbours, and
// halves what remains.
func (iv *interval) search(time []float32, cursor uint32, last int) int {
	if k := int(iv.key); k < last && float64(time[k]) <= iv.tick && iv.tick < float64(time[k+1]) {
		return k
	}
	low, high := 0, last // time[low] ≤ tick < time[high]
	if k := int(min(cursor, uint32(last-1))); float64(time[k]) <= iv.tick {
		low = k
		for step := range 2 {
			if iv.tick < float64(time[k+step+1]) {
				return k + step
			}
			low = k + step + 1
		}
	} else {
		if iv.tick >= float64(time[k-1]) {
			return k - 1
		}
		high = k - 1
	}
	for high-low > 1 {
		middle := int(uint(low+high) >> 1)
		if float64(time[middle]) <= iv.tick {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
