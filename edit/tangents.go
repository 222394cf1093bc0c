package edit

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Tangent derives the slopes of a key from its neighbours.
type Tangent uint8

const (
	// Auto is the slope of the parabola through the key and its neighbours, the finite difference
	// of second order; 0 at the ends.
	Auto Tangent = iota
	// Clamped is Auto, but 0 where the key is above or below both neighbours, and at most three
	// times the smaller secant, so that no value leaves the range of its two keys (Fritsch and
	// Carlson).
	Clamped
	// Lines points at the neighbours: in and out are the secants.
	Lines
	// Flat is 0.
	Flat
	// Free keeps the slopes of the curve, for SetTangents.
	Free
	// Hold keeps the value up to the next key, where the track jumps.
	Hold
)

var tangentNames = []string{"auto", "clamped", "linear", "flat", "free", "step"}

// TangentNames returns the names of tangents in documents.
func TangentNames() []string { return slices.Clone(tangentNames) }

func (k Tangent) String() string {
	if int(k) < len(tangentNames) {
		return tangentNames[k]
	}
	return fmt.Sprintf("tangent(%d)", uint8(k))
}

// Tangents gives the keys of a track from one time to another, both included, slopes of a kind.
// The track becomes cubic, see Cubic, or a step track if all its keys get Hold. In a loop the
// neighbours of the first and the last key are across the seam. The error wraps ErrTrack, ErrTime
// or soa.ErrOption.
func Tangents(c *Clip, id ID, from, to float64, kind Tangent) (*Clip, error) {
	old := c.Track(id)
	if old == nil {
		return nil, fmt.Errorf("tangents: %w", c.noTrack(id))
	}
	if kind > Hold {
		return nil, fmt.Errorf("tangents: %w: %v", soa.ErrOption, kind)
	}
	if !(old.countBefore(from-sameTime, false) < old.countBefore(to+sameTime, true)) {
		return nil, fmt.Errorf("tangents: %w: the %v has no key from %v s to %v s", ErrTime, id, from, to)
	}
	if t := *old; kind == Hold && old.countBefore(from-sameTime, false) == 0 && old.countBefore(to+sameTime, true) == len(old.Keys) {
		t.Mode, t.Keys = soa.Step, slices.Clone(t.Keys)
		for k := range t.Keys {
			t.Keys[k].In, t.Keys[k].Out = Value{}, Value{}
		}
		return c.with(t), nil
	}
	t := old.cubic()
	t.Keys = slices.Clone(t.Keys)
	if t.Property == soa.Rotation {
		oneHemisphere(t.Keys)
	}
	first, end := t.countBefore(from-sameTime, false), t.countBefore(to+sameTime, true)
	seam := t.seam(c.Loop)
	given := slices.Clone(t.Keys)
	for k := first; k < end; k++ {
		t.Keys[k].In, t.Keys[k].Out = slopes(given, k, kind, seam)
	}
	if kind == Hold {
		t.Keys = held(t.Keys, first, end)
	}
	return c.with(t), nil
}

// slopes returns the slopes of key k.
func slopes(keys []Key, k int, kind Tangent, seam float64) (in, out Value) {
	if kind == Free {
		return keys[k].In, keys[k].Out
	}
	if kind == Flat || kind == Hold {
		return Value{}, Value{}
	}
	before, spanBefore := secant(keys, k-1, seam)
	after, spanAfter := secant(keys, k, seam)
	for c := range in {
		d, e := before[c], after[c]
		switch {
		case kind == Lines:
			in[c], out[c] = d, e
			continue
		case spanBefore == 0 || spanAfter == 0:
			continue
		}
		m := (float64(spanBefore*e) + float64(spanAfter*d)) / (spanBefore + spanAfter)
		if kind == Clamped {
			m = clamped(m, d, e)
		}
		in[c], out[c] = m, m
	}
	return in, out
}

// clamped limits a slope by the secants before and after it.
func clamped(m, d, e float64) float64 {
	if float64(d*e) <= 0 {
		return 0
	}
	limit := 3 * min(math.Abs(d), math.Abs(e))
	return max(-limit, min(limit, m))
}

// secant returns the slope of the line from key k to the next, and its length in seconds: 0 where
// there is none or a jump. With a seam the last key is followed by the second, times its sign.
func secant(keys []Key, k int, seam float64) (slope Value, span float64) {
	n, sign := len(keys)-1, 1.
	if (k < 0 || k >= n) && seam != 0 {
		k, sign = (k+n)%n, seam
	}
	if k < 0 || k >= n {
		return slope, 0
	}
	a, b := &keys[k], &keys[k+1]
	if span = b.Time - a.Time; span <= 0 {
		return slope, 0
	}
	for c := range slope {
		slope[c] = float64(sign*(b.Value[c]-a.Value[c])) / span
	}
	return slope, span
}

// seam is the sign of the first key where it follows the last one of a loop, or 0.
func (t *Track) seam(loop bool) float64 {
	n := len(t.Keys) - 1
	switch {
	case !loop || n < 1:
		return 0
	case t.Property == soa.Rotation && exact.Quat(t.Keys[0].Value).Dot(t.Keys[n].Value) < 0:
		return -1
	}
	return 1
}

// held adds a key of the same value where the next one is, after each key of a range.
func held(keys []Key, first, end int) (out []Key) {
	for k, key := range keys {
		if k > first && k <= end && keys[k-1].Time < key.Time {
			out = append(out, Key{Time: key.Time, Value: keys[k-1].Value})
		}
		out = append(out, key)
	}
	return out
}

// oneHemisphere gives each rotation the sign that is nearer to the one before, with its slopes.
func oneHemisphere(keys []Key) (flipped int) {
	for k := 1; k < len(keys); k++ {
		if exact.Quat(keys[k].Value).Dot(keys[k-1].Value) < 0 {
			key := &keys[k]
			key.Value, key.In, key.Out = exact.Quat(key.Value).Negate(), exact.Quat(key.In).Negate(), exact.Quat(key.Out).Negate()
			flipped++
		}
	}
	return flipped
}

// SetTangents sets the slopes before and after a key, in units per second. The track becomes
// cubic. The error wraps ErrTrack, ErrTime or soa.ErrOption.
func SetTangents(c *Clip, id ID, seconds float64, in, out Value) (*Clip, error) {
	if err := finite("a slope", slices.Concat(in[:], out[:])...); err != nil {
		return nil, fmt.Errorf("set tangents: %w", err)
	}
	old, _, _, err := c.keyed(id, seconds)
	if err != nil {
		return nil, fmt.Errorf("set tangents: %w", err)
	}
	t := old.cubic()
	t.Keys = slices.Clone(t.Keys)
	first, end, _ := t.keysNear(seconds)
	t.Keys[first].In, t.Keys[end-1].Out = in, out
	return c.with(t), nil
}

// easings are curves from 0 to 1 as the two inner control points of a Bézier curve of values: their
// times are a third and two thirds.
var easings = []struct {
	name         string
	first, other float64
}{
	{"linear", 1. / 3, 2. / 3}, {"ease", 0, 1}, {"in", 0, 1. / 3}, {"out", 2. / 3, 1}, {"inCubic", 0, 0}, {"outCubic", 1, 1},
	{"back", -0.4, 1.4}, {"inBack", -0.4, 0.2}, {"outBack", 0.8, 1.4},
}

// EasingNames lists the names of Ease.
func EasingNames() (names []string) {
	for _, e := range easings {
		names = append(names, e.name)
	}
	return names
}

// Ease gives the segment from the key at a time to the next one a named easing, expanded to the
// slopes of a cubic track. in and out are of second degree, inCubic and outCubic of third, ease is slow
// at both ends, back goes beyond. The error wraps ErrTrack, ErrTime or soa.ErrOption.
func Ease(c *Clip, id ID, seconds float64, name string) (*Clip, error) {
	kind := slices.Index(EasingNames(), name)
	if kind < 0 {
		return nil, fmt.Errorf("ease: %w: %.60q%s", soa.ErrOption, name, suggest.Hint(EasingNames(), name))
	}
	old, _, _, err := c.keyed(id, seconds)
	if err != nil {
		return nil, fmt.Errorf("ease: %w", err)
	}
	t := old.cubic()
	t.Keys = slices.Clone(t.Keys)
	if t.Property == soa.Rotation {
		oneHemisphere(t.Keys)
	}
	_, end, _ := t.keysNear(seconds)
	if end >= len(t.Keys) {
		return nil, fmt.Errorf("ease: %w: the key of the %v at %v s is its last", ErrTime, id, seconds)
	}
	slope, _ := secant(t.Keys, end-1, 0)
	for k := range slope {
		t.Keys[end-1].Out[k], t.Keys[end].In[k] = float64(3*easings[kind].first*slope[k]), float64(3*(1-easings[kind].other)*slope[k])
	}
	return c.with(t), nil
}
