package compress

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// maxKeys is how many keys a grid may have: float32 ticks must tell them apart.
const maxKeys = soa.MaxPackedIntervals

// effect returns how far, in parts of the bound, it moves something if a track
// has the value b in place of a.
func (e *encoder) effect(t *sourceTrack, a, b exact.Quat, whole bool) float64 {
	if t.Property >= soa.Weight {
		return math.Abs(a[0]-b[0]) / t.unit
	}
	if t.Property == soa.Rotation {
		b = b.Toward(a)
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

// classify decides what becomes of each track, and of which grid it is.
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
			if n := intervalsAt(base, level); n > 0 && n < maxKeys && t.pays(n) && e.off(t, level, n) <= e.gridPart {
				t.kind, t.level = soa.PackedCoded, level
				break
			}
		}
	}
	if !e.o.Small {
		e.joinGrids()
	}
	e.master = 0
	top := coarsest
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			top = max(top, t.level)
			e.master = intervalsAt(base, top)
		}
	}
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded {
			t.stride = 1 << (top - t.level)
		}
	}
}

// pays tells whether a track may take fewer bits on a grid of that many intervals
// than as it is: however little it moves, a key takes a quarter of a bit. What lasts
// for weeks between two keys is not sampled to see that.
func (t *sourceTrack) pays(intervals int) bool { return intervals/4 <= t.exactBits() }

// joinGrids moves the tracks of grids of few to the next finer one of their kind, if
// that has many: each grid takes time to play.
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
			if to == len(count) || n >= soa.PackedLanes || n > count[to]/4 {
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

// measureUnit finds the bound of a weight or float in its own unit, and tells
// whether steps and float32 hold it.
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
	return t.unit >= rounding && t.unit >= 2*float64(soa.PackedStep(math.MaxUint8)) && t.Interpolation != soa.Cubic
}

// intervalsAt returns how many intervals a level's grid has, or 0 where there is
// no such grid.
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
			values[i] = v.Toward(rest)
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

// off returns how far, in parts of the bound, what a level's grid of so many intervals
// has between its keys is off a track at most, or the first that is more than all of
// gridParts. It is measured once.
func (e *encoder) off(t *sourceTrack, level, intervals int) float64 {
	known := &t.off[level-coarsest]
	if *known == 0 {
		*known = max(e.measureGrid(t, intervals), math.SmallestNonzeroFloat64)
	}
	return *known
}

// measureGrid measures what off returns.
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

// baseIntervals returns how many intervals the grid of the clip's own rate has:
// the one that nearly all of its keys stand on or, where there is none, about 30
// a second.
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

// onGrid tells whether nearly all keys lie on multiples of a rate.
func onGrid(keys []float64, rate float64) bool {
	off := 0
	for _, k := range keys {
		if n := float64(k * rate); math.Abs(n-math.Round(n)) > 0.01 {
			off++
		}
	}
	return off*10 <= len(keys)
}

// gridParts are tried for plan.gridPart: coarse grids leave less of the bound to
// rounding, and need finer steps.
var gridParts = [...]float64{0.5, 0.35, 0.2, 0.1, 0.04}
