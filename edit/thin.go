package edit

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// thinned returns a track with as few of its keys as stay within a distance of it, of rotations an
// angle: those of its own interpolation or, if that takes less memory, of a spline with the slopes
// that finite differences give the keys.
func (t *Track) thinned(within float64) Track {
	if len(t.Keys) < 2 {
		return *t
	}
	if t.Mode == soa.Step {
		return t.withoutRepeats()
	}
	best := t.thin(t.Keys, t.Mode, within)
	if t.Mode == soa.Linear {
		keys := slices.Clone(t.Keys)
		if t.Property == soa.Rotation {
			oneHemisphere(keys)
		}
		given := slices.Clone(keys)
		for k := range keys {
			keys[k].In, keys[k].Out = curved(given, k)
		}
		if bent := t.thin(keys, soa.Cubic, within); bent.memory() < best.memory() {
			best = bent
		}
	}
	return best
}

// curved returns the slopes of Auto, and at an end, or beside a jump, that of the parabola there.
func curved(keys []Key, k int) (in, out Value) {
	in, out = slopes(keys, k, Auto, 0)
	before, spanBefore := secant(keys, k-1, 0)
	after, spanAfter := secant(keys, k, 0)
	switch {
	case spanBefore == 0 && spanAfter > 0:
		next, span := secant(keys, k+1, 0)
		out = endSlope(after, spanAfter, next, span)
	case spanAfter == 0 && spanBefore > 0:
		last, span := secant(keys, k-2, 0)
		in = endSlope(before, spanBefore, last, span)
	}
	return in, out
}

// endSlope is the slope at the end of the first of two secants.
func endSlope(first Value, span float64, second Value, beyond float64) Value {
	if beyond > 0 {
		for c := range first {
			first[c] += float64((first[c] - second[c]) * (span / (span + beyond)))
		}
	}
	return first
}

// memory is the numbers that a track holds.
func (t *Track) memory() int {
	if t.Mode == soa.Cubic {
		return 13 * len(t.Keys)
	}
	return 5 * len(t.Keys)
}

// withoutRepeats returns a step track without keys that change nothing.
func (t *Track) withoutRepeats() Track {
	out := *t
	out.Keys = t.Keys[:1:1]
	for _, k := range t.Keys[1:] {
		if k.Value != out.Keys[len(out.Keys)-1].Value {
			out.Keys = append(out.Keys, k)
		}
	}
	return out
}

// thin keeps the keys that a track needs to stay within a distance of t (Ramer, Douglas and
// Peucker).
func (t *Track) thin(keys []Key, mode soa.Interpolation, within float64) Track {
	one := Track{ID: t.ID, Mode: soa.Linear, Keys: keys[:1:1]}
	if t.span(&one, 0, len(t.Keys)-1).off <= within {
		one.Keys = []Key{{Time: keys[0].Time, Value: t.unit(keys[0].Value)}}
		return one
	}
	kept := make([]bool, len(keys))
	kept[0], kept[len(keys)-1] = true, true
	for k := 1; k < len(keys); k++ {
		if keys[k].Time == keys[k-1].Time { // both sides of a jump
			kept[k-1], kept[k] = true, true
		}
	}
	for from := 0; from < len(keys)-1; {
		to := from + 1
		for !kept[to] {
			to++
		}
		t.divide(keys, mode, within, from, to, kept)
		from = to
	}
	out := Track{ID: t.ID, Mode: mode}
	for k, key := range keys {
		if kept[k] {
			out.Keys = append(out.Keys, key)
		}
	}
	return out
}

// divide keeps keys between two kept ones.
func (t *Track) divide(keys []Key, mode soa.Interpolation, within float64, from, to int, kept []bool) {
	stack := [][2]int{{from, to}}
	for len(stack) > 0 {
		from, to = stack[len(stack)-1][0], stack[len(stack)-1][1]
		stack = stack[:len(stack)-1]
		if to-from < 2 {
			continue
		}
		piece := Track{ID: t.ID, Mode: mode, Keys: []Key{keys[from], keys[to]}}
		worst := t.span(&piece, from, to)
		if worst.off > within {
			kept[worst.key] = true
			stack = append(stack, [2]int{from, worst.key}, [2]int{worst.key, to})
		}
	}
}

// farthest is the largest distance of a piece from its track, and the inner key nearest to it.
type farthest struct {
	off float64
	key int
}

// span measures a piece at the keys between two keys of the track, and between those.
func (t *Track) span(piece *Track, from, to int) (worst farthest) {
	worst.key = from + 1
	for k := from; k < to; k++ {
		a, b := t.Keys[k].Time, t.Keys[k+1].Time
		if a == b {
			continue
		}
		for _, f := range [...]float64{0, 0.25, 0.5, 0.75, 1} {
			at := a + float64((b-a)*f)
			want := exact.Quat(t.At(at))
			if f == 1 {
				want = t.Before(at)
			}
			if off := t.apart(piece.At(at), want); off > worst.off {
				worst.off = off
				worst.key = min(max(k, from+1), to-1)
				if f > 0.5 {
					worst.key = min(max(k+1, from+1), to-1)
				}
			}
		}
	}
	return worst
}

// apart is the distance of two values, of rotations the angle in radians.
func (t *Track) apart(a, b exact.Quat) float64 {
	if t.Property == soa.Rotation {
		return 2 * a.Distance(b.Toward(a))
	}
	return a.Distance(b)
}
