package edit

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// thinned returns a track with as few of its keys as stay within a distance of it, of rotations an
// angle: those of its own interpolation or, if that takes less memory, of a spline with the slopes
// that finite differences give the keys. Where the context has ended, the result is of no use.
func (t *Track) thinned(ctx context.Context, within float64) Track {
	if len(t.Keys) < 2 {
		return *t
	}
	if t.Mode == soa.Step {
		return t.withoutRepeats()
	}
	h := newThinner(ctx, t, within)
	best := h.thin(t.Keys, t.Mode)
	if t.Mode == soa.Linear {
		keys := slices.Clone(t.Keys)
		if t.Property == soa.Rotation {
			oneHemisphere(keys)
		}
		given := slices.Clone(keys)
		for k := range keys {
			keys[k].In, keys[k].Out = curved(given, k)
		}
		if bent := h.thin(keys, soa.Cubic); bent.memory() < best.memory() {
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

// thinner thins a track, which it evaluates once.
type thinner struct {
	ctx    context.Context
	track  *Track
	was    []exact.Quat // per interval between two keys: at each of thinParts
	within float64
	over   bool // the context has ended
}

// thinParts are the moments of an interval at which pieces are measured; the last is just before
// the next key.
var thinParts = [...]float64{0, 0.25, 0.5, 0.75, 1}

// Pieces divided more than mostDepth times are halved, so that work grows with the number of keys
// and no faster; spanAsk is the number of intervals measured between two checks of the context.
const (
	mostDepth = 64
	spanAsk   = 1 << 10
)

func newThinner(ctx context.Context, t *Track, within float64) *thinner {
	h := &thinner{ctx: ctx, track: t, was: make([]exact.Quat, 0, len(thinParts)*(len(t.Keys)-1)), within: within}
	for k := range len(t.Keys) - 1 {
		if k%spanAsk == 0 && h.ended() {
			break
		}
		between := newStretch(t.ID, t.Mode, &t.Keys[k], &t.Keys[k+1])
		for _, f := range thinParts {
			h.was = append(h.was, between.at(between.from.Time+float64((between.to.Time-between.from.Time)*f)))
		}
	}
	return h
}

// ended asks the context, until it has ended.
func (h *thinner) ended() bool {
	h.over = h.over || h.ctx.Err() != nil
	return h.over
}

// thin keeps the keys that the track needs to stay within a distance (Ramer, Douglas and Peucker).
// Where the context has ended, the result is of no use.
func (h *thinner) thin(keys []Key, mode soa.Interpolation) Track {
	t, last := h.track, len(keys)-1
	if h.ended() {
		return *t
	}
	still := newStretch(t.ID, soa.Step, &keys[0], &keys[last])
	if h.span(&still, 0, last).off <= h.within {
		return Track{ID: t.ID, Mode: soa.Linear, Keys: []Key{{Time: keys[0].Time, Value: t.unit(keys[0].Value)}}}
	}
	kept := make([]bool, len(keys))
	kept[0], kept[last] = true, true
	for k := 1; k < len(keys); k++ {
		if keys[k].Time == keys[k-1].Time { // both sides of a jump
			kept[k-1], kept[k] = true, true
		}
	}
	for from := 0; from < last; {
		to := from + 1
		for !kept[to] {
			to++
		}
		h.divide(keys, mode, from, to, kept)
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
func (h *thinner) divide(keys []Key, mode soa.Interpolation, from, to int, kept []bool) {
	type part struct{ from, to, depth int }
	stack := []part{{from, to, 0}}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.to-p.from < 2 || h.ended() {
			continue
		}
		piece := newStretch(h.track.ID, mode, &keys[p.from], &keys[p.to])
		worst := h.span(&piece, p.from, p.to)
		if worst.off <= h.within {
			continue
		}
		key := worst.key
		if p.depth >= mostDepth {
			key = (p.from + p.to) / 2
		}
		kept[key] = true
		stack = append(stack, part{p.from, key, p.depth + 1}, part{key, p.to, p.depth + 1})
	}
}

// farthest is the largest distance of a piece from its track, and the inner key nearest to it.
type farthest struct {
	off float64
	key int
}

// span measures a piece at the keys between two keys of the track, and between those.
func (h *thinner) span(p *stretch, from, to int) (worst farthest) {
	worst.key = from + 1
	for k := from; k < to; k++ {
		if (k-from)%spanAsk == spanAsk-1 && h.ended() {
			return worst
		}
		a, b := h.track.Keys[k].Time, h.track.Keys[k+1].Time
		if a == b {
			continue
		}
		for i, f := range thinParts {
			off := h.track.distance(p.at(a+float64((b-a)*f)), h.was[k*len(thinParts)+i])
			if off <= worst.off {
				continue
			}
			worst = farthest{off, min(max(k, from+1), to-1)}
			if f > 0.5 {
				worst.key = min(max(k+1, from+1), to-1)
			}
		}
	}
	return worst
}

// distance is the distance of two values, of rotations the angle in radians.
func (t *Track) distance(a, b exact.Quat) float64 {
	if t.Property == soa.Rotation {
		return 2 * a.Distance(b.NearestSign(a))
	}
	return a.Distance(b)
}
