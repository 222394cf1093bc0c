package codec

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// maxKeys bounds the keys of a grid: their float32 ticks must differ.
const maxKeys = packing.MaxIntervals

// effect returns the largest displacement, relative to the bound, if a track has the value b
// instead of a.
func (e *encoder) effect(t *sourceTrack, a, b exact.Quat, whole bool) float64 {
	if t.Property >= soa.Weight {
		return math.Abs(a[0]-b[0]) / t.unit
	}
	if t.Property == soa.Rotation {
		b = b.NearestSign(a)
	}
	d := exact.Quat{a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]}
	l := &e.lever[t.Target]
	length := d.Length() / e.bound
	switch {
	case t.Property == soa.Translation:
		return float64(length * l.scale)
	case t.Property == soa.Scale:
		return float64(length * l.whole)
	case whole:
		return 2 * float64(length*l.whole)
	}
	return 2 * float64(length*l.turn)
}

// classify chooses the kind and the grid of each track.
func (e *encoder) classify() {
	if e.base < 0 {
		e.base = e.baseIntervals()
	}
	base := e.base
	for _, t := range e.tracks {
		e.check()
		t.kind = soa.PackedNone
		if t.Property >= soa.Weight && !e.measureUnit(t) {
			continue
		}
		e.still(t)
		if t.kind != soa.PackedNone {
			continue
		}
		if t.Interpolation == soa.Step || base == 0 {
			continue
		}
		t.curved = t.Interpolation == soa.Cubic && !e.straight
		for level := coarsest; level <= finest; level++ {
			if n := intervalsAt(base, level); n > 0 && n < maxKeys && t.pays(n) && e.gridError(t, level, n) <= e.gridPart {
				t.kind, t.level = soa.PackedCoded, level
				break
			}
		}
	}
	if !e.o.Small {
		e.joinGrids()
	}
	e.setStrides()
}

// setStrides finds the finest grid, and of each track how far its keys are apart there.
func (e *encoder) setStrides() {
	e.master = 0
	top := coarsest
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			top = max(top, t.level)
			e.master = intervalsAt(e.base, top)
		}
	}
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			t.stride = 1 << (top - t.level)
		}
	}
}

// pays reports whether a track may take fewer bits on a grid of some intervals than exact: a key
// takes at least a quarter of a bit. It avoids sampling clips with weeks between two keys.
func (t *sourceTrack) pays(intervals int) bool { return intervals/4 <= t.exactBits() }

// joinGrids moves tracks from grids of few tracks to the next finer grid of their kind with many,
// since each grid takes time to play.
func (e *encoder) joinGrids() {
	for _, curved := range [...]bool{false, true} {
		var count [finest - coarsest + 1]int
		for _, t := range e.tracks {
			if t.kind == soa.PackedCoded && t.curved == curved {
				count[t.level-coarsest]++
			}
		}
		for i, n := range count {
			to := i + 1
			for to < len(count) && count[to] == 0 {
				to++
			}
			if to == len(count) || n >= packing.Lanes || n > count[to]/4 {
				continue
			}
			count[to] += n
			for _, t := range e.tracks {
				if t.kind == soa.PackedCoded && t.curved == curved && t.level-coarsest == i {
					t.level = to + coarsest
				}
			}
		}
	}
}

// measureUnit computes the bound of a weight or float in its own unit, and reports whether steps
// and float32 can hold it.
func (e *encoder) measureUnit(t *sourceTrack) bool {
	if t.Property == soa.Weight {
		t.unit = e.weightBound
		return true
	}
	low, high := math.Inf(1), math.Inf(-1)
	for k := t.First; k <= t.Last; k++ {
		low, high = min(low, t.Key(k)[0]), max(high, t.Key(k)[0])
	}
	t.span = high - low
	if t.span == 0 {
		return false // one key is as short as a constant
	}
	rounding := float64(max(-low, high) * (1.0 / (1 << 22)))
	t.unit = float64(t.span*e.o.FloatBound) - rounding
	return t.unit >= rounding && t.unit >= 2*float64(packing.Step(math.MaxUint8)) && t.Interpolation != soa.Cubic
}

// intervalsAt returns the number of intervals of a level's grid, 0 if it does not exist.
func intervalsAt(base, level int) int {
	if level >= 0 {
		return base << level
	}
	if base%(1<<-level) != 0 {
		return 0
	}
	return base >> -level
}

// still finds tracks that do not move by more than a fraction of the bound.
func (e *encoder) still(t *sourceTrack) {
	if t.reach == nil {
		t.reach = e.reachOf(t)
	}
	r := t.reach
	t.value = r.middle
	switch {
	case r.fromRest <= e.stillPart:
		t.kind = soa.PackedRest
		t.value = e.skel.Rest.Get(t.Property, t.Target)
	case r.fromMiddle <= e.stillPart:
		t.kind = soa.PackedConstant
	}
}

func (e *encoder) reachOf(t *sourceTrack) *valueReach {
	rest := e.skel.Rest.Get(t.Property, t.Target)
	values := slices.Collect(t.Hull())
	if t.Property == soa.Rotation {
		for i, v := range values {
			values[i] = v.NearestSign(rest)
		}
	}
	low, high := values[0], values[0]
	for _, v := range values {
		for c := range v {
			low[c], high[c] = min(low[c], v[c]), max(high[c], v[c])
		}
	}
	middle := low.Lerp(high, 0.5)
	if t.Property == soa.Rotation {
		middle = middle.Unit()
	}
	r := &valueReach{middle: middle}
	for _, v := range values {
		r.fromMiddle = max(r.fromMiddle, e.effect(t, middle, v, true))
		r.fromRest = max(r.fromRest, e.effect(t, rest, v, true))
	}
	return r
}

// gridError returns the largest error between the keys of a level's grid, relative to the bound, or the
// first error above all of gridParts. It is measured once.
func (e *encoder) gridError(t *sourceTrack, level, intervals int) float64 {
	known := &t.off[level-coarsest]
	if *known == 0 {
		*known = max(e.measureGrid(t, intervals), math.SmallestNonzeroFloat64)
	}
	return *known
}

// measureGrid measures the error that off returns.
func (e *encoder) measureGrid(t *sourceTrack, intervals int) (worst float64) {
	c, last := t.Track, e.clip.Duration
	at := func(i int) float64 { return float64(last*float64(i)) / float64(intervals) }
	g := gridValues{t: t}
	fails := func(tick float64) bool {
		i := max(0, min(int(float64(tick*float64(intervals))/last), intervals-1))
		for len(g.keys) <= min(i+2, intervals) {
			g.add(c.At(at(len(g.keys)), false))
		}
		t0, t1 := at(i), at(i+1)
		worst = max(worst, e.effect(t, g.at(i, (tick-t0)/(t1-t0)), t.At(tick, false), false))
		return worst > gridParts[0]
	}
	parts := 2.0
	if t.Interpolation == soa.Cubic {
		parts = 8
	}
	for k := t.First; k < t.Last; k++ {
		for i := range int(parts) {
			if fails(min(t.Tick(k)+float64((t.Tick(k+1)-t.Tick(k))*float64(i))/parts, last)) {
				return worst
			}
		}
	}
	if fails(min(t.Tick(t.Last), last)) {
		return worst
	}
	if t.Interpolation == soa.Cubic || t.Property == soa.Rotation {
		for i := range intervals {
			if fails((at(i) + at(i+1)) / 2) {
				return worst
			}
		}
	}
	return worst
}

// baseIntervals returns the number of intervals of the grid at the clip's own rate, on which
// nearly all of its keys lie, or else about 30 per second.
func (e *encoder) baseIntervals() int {
	last := e.clip.Duration
	if !(last > 0) || last > math.MaxFloat32 {
		return 0
	}
	var keys []float64
	for _, t := range e.tracks {
		for k := t.First; k <= t.Last; k++ {
			if at := t.Tick(k); at > 0 && at <= last {
				keys = append(keys, at)
			}
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	if len(keys) == 0 {
		return 1
	}
	steps := []float64{keys[0]}
	for i := 1; i < len(keys); i++ {
		steps = append(steps, keys[i]-keys[i-1])
	}
	slices.Sort(steps)
	best := 0
	for _, s := range [...]float64{steps[0], steps[len(steps)/10], steps[len(steps)/2], steps[len(steps)-1], keys[0], e.clip.TicksPerSecond / 30} {
		for m := 1.0; m <= 4; m++ {
			n := math.Round(last / (s / m))
			if n < 1 || n > maxKeys || best > 0 && int(n) >= best {
				continue
			}
			if onGrid(keys, n/last) {
				best = int(n)
			}
		}
	}
	if best > 0 {
		return best
	}
	// A key a tick, if that is a usual rate, or a number that can be halved often.
	if n := math.Round(last); n >= 1 && n <= maxKeys && math.Abs(n-last) < 1e-3 && e.clip.TicksPerSecond >= 10 && e.clip.TicksPerSecond <= 120 {
		return int(n)
	}
	return 8 * max(1, int(math.Round(min(e.clip.Seconds()*30/8, maxKeys))))
}

// onGrid reports whether nearly all keys lie on multiples of a rate.
func onGrid(keys []float64, rate float64) bool {
	off := 0
	for _, k := range keys {
		if n := float64(k * rate); math.Abs(n-math.Round(n)) > 0.01 {
			off++
		}
	}
	return off*10 <= len(keys)
}

const steadyPart = 0.5

// gridParts are tried for plan.gridPart: coarse grids leave less of the bound to
// rounding, and need finer steps. Those above steadyPart are for clips with bursts, which would take a
// whole track to a finer grid for the sake of a few moments.
var gridParts = [...]float64{0.9, 0.7, steadyPart, 0.35, 0.2, 0.1, 0.04}
