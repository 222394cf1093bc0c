package fit

import (
	"math"
	"slices"
	"sync"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Func is a function of time. Rotations are unit quaternions; vectors are padded with zeros.
type Func func(time float64, side Side) exact.Quat

// Side is the side from which a moment is approached. The value at a jump may differ from both
// limits.
type Side uint8

// The sides of a moment.
const (
	Before Side = iota // the limit from before
	At                 // the moment itself
	After              // the limit from after
)

// Search returns the number of ascending times before a moment, or also at it unless side is
// Before.
func Search(times []float64, moment float64, side Side) int {
	i, high := 0, len(times)
	for i < high {
		middle := int(uint(i+high) >> 1)
		if t := times[middle]; t > moment || side == Before && t == moment {
			high = middle
		} else {
			i = middle + 1
		}
	}
	return i
}

// Track is keys of one interpolation. A jump in a track that is not stepped is two or three keys
// at one time with different Sides.
type Track struct {
	Mode    soa.Interpolation
	Time    []float64
	Side    []Side
	Value   []exact.Quat
	In, Out []exact.Quat // of a cubic track: slopes per unit of time before and after each key
	// Error is the largest measured distance from the function.
	Error float64
}

// Place is a function's value and its slope per unit of time at a moment. Pace is the sum of the
// magnitudes of its rates about all axes, in radians.
type Place struct {
	Value, Slope exact.Quat
	Pace         float64
}

// Options are the bounds of Approximate.
type Options struct {
	Rotation bool
	// Error is the bound: a distance, or between rotations an angle in radians.
	Error float64
	// Span is the shortest interval that is divided.
	Span float64
	// Extra is the most keys that may be added to those at knots. If they do not suffice the
	// bound is exceeded: see Track.Error.
	Extra int
	// Ended reports that the track is not wanted any more: it gets no more keys. It may be nil.
	Ended func() bool
	// Smooth promises that the function does not jump.
	Smooth bool
	// Slopes is the function with its slopes, and promises that between knots it is a
	// polynomial of degree 3 at most, or a rotation about axes by angles that are. It is
	// asked for the limits at knots and for moments between them. It may be nil.
	Slopes func(time float64, side Side) Place
}

// Approximate returns a track through the function between the first and the last knot.
// Knots ascend; there is at least one.
func Approximate(f Func, knots []float64, o Options) Track {
	t := tracers.Get().(*tracer)
	t.f, t.o = f, o
	track := t.approximate(knots)
	*t = tracer{at: t.at[:0]}
	tracers.Put(t)
	return track
}

// ApproximateAs is Approximate with keys of one interpolation, linear or cubic. If Extra keys do not suffice for
// straight lines it returns those at knots alone.
func ApproximateAs(mode soa.Interpolation, f Func, knots []float64, o Options) Track {
	t := tracers.Get().(*tracer)
	t.f, t.o = f, o
	t.knots(knots)
	track, ok := t.trace(mode, len(t.at)+t.doubled+o.Extra)
	if !ok {
		t.o.Error = math.MaxFloat64
		track, _ = t.trace(mode, len(t.at)+t.doubled)
	}
	*t = tracer{at: t.at[:0]}
	tracers.Put(t)
	return track
}

// tracers is a pool of tracers, which reuse their knots.
var tracers = sync.Pool{New: func() any { return new(tracer) }}

func (t *tracer) approximate(knots []float64) Track {
	t.knots(knots)
	if t.still() {
		return Track{Mode: soa.Linear, Time: knots[:1:1], Side: []Side{At}, Value: []exact.Quat{t.at[0].at}}
	}
	if t.flat() {
		return t.steps()
	}
	t.trim()
	least := len(t.at) + t.doubled
	lines := t.lines()
	if lines <= least {
		if straight, ok := t.trace(soa.Linear, least); ok {
			return straight
		}
	}
	bent, _ := t.trace(soa.Cubic, least+t.o.Extra)
	// A key of a spline has the memory of 13 numbers, another of 5.
	if most := len(bent.Time) * 13 / 5; lines <= most {
		if straight, ok := t.trace(soa.Linear, most); ok && straight.Error <= max(t.o.Error, bent.Error) {
			return straight
		}
	}
	return bent
}

// lines is how many keys a straight track needs, about, by how far the middles of the
// stretches between knots are from straight: a quarter of that in halves.
func (t *tracer) lines() int {
	n := 1 + t.doubled
	for i := range t.at[1:] {
		a, b := &t.at[i], &t.at[i+1]
		end := b.before.Value
		if t.o.Rotation {
			end = end.NearestSign(a.after.Value)
		}
		line := a.after.Value.Lerp(end, 0.5)
		if t.o.Rotation {
			line = line.Unit()
		}
		off := t.distance(line, a.middle.Value)
		switch pieces := math.Sqrt(off / (seen * t.o.Error)); {
		case pieces <= 1, t.o.Rotation && off > 0.2: // so far turned that the middle tells nothing
			n++
		case pieces < 1e6:
			n += int(math.Ceil(pieces))
		default:
			return math.MaxInt
		}
	}
	return n
}

// knot is a moment at which the function may bend or jump.
type knot struct {
	time             float64
	before, after    Place
	at               exact.Quat
	middle           Place // between it and the next
	jumpTo, jumpFrom bool  // to the value at the moment, and from it
}

func (k *knot) jumps() bool { return k.jumpTo || k.jumpFrom }

// tracer is the state of Approximate.
type tracer struct {
	f       Func
	o       Options
	at      []knot
	doubled int // jumps

	out   Track
	spare int // keys that may still be added
}

// knots evaluates the function at its knots and between them.
func (t *tracer) knots(times []float64) {
	apart := func(a, b exact.Quat) bool {
		if t.distance(a, b) > t.o.Error*1e-3 {
			t.doubled++
			return true
		}
		return false
	}
	t.at = slices.Grow(t.at, len(times))[:len(times)]
	for i, time := range times {
		k := &t.at[i]
		*k = knot{time: time}
		if t.o.Slopes == nil || !t.o.Smooth || len(times) == 1 {
			k.at = t.f(time, At)
			k.before.Value, k.after.Value = k.at, k.at
		}
		if i > 0 && (t.o.Slopes != nil || !t.o.Smooth) {
			k.before = t.place(time, Before)
		}
		if i+1 < len(times) {
			if t.o.Slopes != nil || !t.o.Smooth {
				k.after = t.place(time, After)
			}
			if t.o.Rotation || t.o.Slopes == nil {
				k.middle = t.place(time+float64((times[i+1]-time)/2), At)
			}
		}
		if i > 0 && !t.o.Rotation && t.o.Slopes != nil {
			t.at[i-1].halve(k)
		}
		switch {
		case !t.o.Smooth:
			k.jumpTo = i > 0 && apart(k.before.Value, k.at)
			k.jumpFrom = i+1 < len(times) && apart(k.at, k.after.Value)
		case t.o.Slopes != nil && i > 0:
			k.at = k.before.Value
		case t.o.Slopes != nil && len(times) > 1:
			k.at = k.after.Value
		}
	}
}

// halve computes the value halfway to the next knot of a polynomial function.
func (k *knot) halve(next *knot) {
	span := next.time - k.time
	a, b := &k.after, &next.before
	for c := range k.middle.Value {
		k.middle.Value[c] = float64((a.Value[c]+b.Value[c])/2) + float64((a.Slope[c]-b.Slope[c])*(span/8))
		k.middle.Slope[c] = float64((b.Value[c]-a.Value[c])*(1.5/span)) - float64((a.Slope[c]+b.Slope[c])/4)
	}
}

// place evaluates the function, with its slope where that is known.
func (t *tracer) place(time float64, side Side) Place {
	if t.o.Slopes != nil {
		return t.o.Slopes(time, side)
	}
	return Place{Value: t.f(time, side)}
}

// distance returns the distance of two values.
func (t *tracer) distance(a, b exact.Quat) float64 {
	if t.o.Rotation {
		return 2 * a.Distance(b.NearestSign(a))
	}
	return a.Distance(b)
}

// probes are where a piece is compared with the function: at its middle, where the
// error of a short one is largest, and at places that no period of the function hides.
var probes = [...]float64{0.5, 0.2113, 0.7887}

// seen is the part of the largest distance that a probe sees, at least.
const seen = 0.9

// same reports whether two values count as equal.
func (t *tracer) same(a, b exact.Quat) bool {
	return t.distance(a, b) <= float64(1e-9*t.o.Error)+float64(1e-15*a.Distance(exact.Quat{}))
}

// constant reports whether the function keeps its value from knot i to the next.
func (t *tracer) constant(i int) bool {
	a, b := &t.at[i], &t.at[i+1]
	v := a.after.Value
	if !t.same(v, b.before.Value) || !t.same(v, a.middle.Value) {
		return false
	}
	span := b.time - a.time
	if t.o.Slopes != nil {
		return t.same(v, added(v, a.after.Slope, span)) && t.same(v, added(v, b.before.Slope, span))
	}
	for _, u := range probes[1:] {
		if !t.same(v, t.f(a.time+float64(u*span), At)) {
			return false
		}
	}
	return true
}

// added returns a value plus a slope times a time.
func added(v, slope exact.Quat, by float64) exact.Quat {
	for c := range v {
		v[c] += float64(slope[c] * by)
	}
	return v
}

// still reports whether the function never changes.
func (t *tracer) still() bool { return t.doubled == 0 && t.flat() }

// flat reports whether the function changes in jumps alone.
func (t *tracer) flat() bool {
	for i := range t.at[1:] {
		if !t.constant(i) {
			return false
		}
	}
	return true
}

// steps returns the track of a flat function.
func (t *tracer) steps() Track {
	out := Track{Mode: soa.Step}
	add := func(time float64, side Side, v exact.Quat) {
		out.Time, out.Side, out.Value = append(out.Time, time), append(out.Side, side), append(out.Value, t.nearestSign(v, out.Value))
	}
	for i := range t.at {
		k := &t.at[i]
		if i == 0 || k.jumpTo {
			add(k.time, At, k.at)
		}
		if k.jumpFrom {
			add(k.time, After, k.after.Value)
		}
	}
	return out
}

// nearestSign returns a rotation in the hemisphere of the last of a list.
func (t *tracer) nearestSign(v exact.Quat, list []exact.Quat) exact.Quat {
	if t.o.Rotation && len(list) > 0 {
		return v.NearestSign(list[len(list)-1])
	}
	return v
}

// trim leaves out knots at the ends between which the function keeps its value: tracks
// hold their first and last.
func (t *tracer) trim() {
	for len(t.at) > 2 && !t.at[0].jumps() && !t.at[1].jumps() && t.constant(0) {
		t.at = t.at[1:]
	}
	for n := len(t.at); n > 2 && !t.at[n-1].jumps() && !t.at[n-2].jumps() && t.constant(n-2); n = len(t.at) {
		t.at = t.at[:n-1]
	}
}
