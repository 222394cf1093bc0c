package fbx

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// Curve is an animation curve: a number over time. Times are in FBX's unit, a second being
// 46,186,158,000 of them: float64 holds those of keys exactly.
type Curve struct {
	times         []float64 // of its keys, ascending; curves with the same ones share them
	keys          []curveKey
	before, after extrapolation
	weighted      bool // some piece is no polynomial of time
	notFinite     int  // keys that were left out
}

// Side is the side from which a moment is approached. A curve may jump there: one that
// steps to its next key's value has a key's own value at its moment alone.
type Side = fit.Side

// rawCurve is the arrays of an AnimationCurve.
type rawCurve struct {
	time          []float64
	shared        bool // time is finite and ascends, and is not to be changed
	value         []float64
	flags         []int64
	count         []int64   // how many keys have each of flags and data
	slope         []float64 // four each: after the key, before the next; or tension, continuity, bias
	pack          []uint32  // the same as bits; the third are weights
	before, after extrapolation
}

// The bits of a key's flags.
const (
	stepped       = 0x2
	bent          = 0x8   // cubic, with tangents
	stepNext      = 0x100 // of a stepped key: it has the next one's value
	tcb           = 0x200
	userSlopes    = 0x400
	evenTimes     = 0x2000 // automatic slopes do not look at how far keys are apart
	clamped       = 0x1000
	clampedMore   = 0x4000
	weightedRight = 0x1000000
	weightedNext  = 0x2000000
)

// third is the weight of a tangent with which a Bézier curve is Hermite's.
const third = 1. / 3

// curveKey is a key of a curve, without its time.
type curveKey struct {
	value                   float64
	left, right             float64 // slopes per second
	weightLeft, weightRight float64
	tension, cont, bias     float32
	flags                   uint32
}

// keys lays out flags and data per key.
func (c *rawCurve) keys() ([]curveKey, error) {
	if len(c.time) == 0 || len(c.time) != len(c.value) {
		return nil, malformed("a curve of %d times and %d values", len(c.time), len(c.value))
	}
	keys := make([]curveKey, len(c.time))
	next := 0
	for i, n := range c.count {
		for ; n > 0 && next < len(keys); n-- {
			k := &keys[next]
			if i < len(c.flags) {
				k.flags = uint32(c.flags[i])
			}
			k.data(c, i)
			if next+1 < len(keys) {
				keys[next+1].fromBefore(k, c, i)
			}
			next++
		}
	}
	for i := range keys {
		keys[i].value = c.value[i]
		if i >= next && len(c.flags) > 0 { // where no counts say otherwise the last one holds
			keys[i].flags = uint32(c.flags[len(c.flags)-1])
		}
		if keys[i].weightLeft == 0 {
			keys[i].weightLeft = third
		}
		if keys[i].weightRight == 0 {
			keys[i].weightRight = third
		}
	}
	return keys, nil
}

// data reads the right side of the key from set i of the data.
func (k *curveKey) data(c *rawCurve, i int) {
	if 4*i+3 >= len(c.slope) {
		return
	}
	k.right = c.slope[4*i]
	if k.flags&tcb != 0 {
		k.tension, k.cont, k.bias = float32(c.slope[4*i]), float32(c.slope[4*i+1]), float32(c.slope[4*i+2])
	}
	if k.flags&weightedRight != 0 && k.isBent() {
		k.weightRight = weight(c.pack[4*i+2] & 0xffff)
	}
}

// fromBefore reads the left side of the key from the data of the key before.
func (k *curveKey) fromBefore(before *curveKey, c *rawCurve, i int) {
	if 4*i+3 >= len(c.slope) || before.flags&tcb != 0 {
		return
	}
	k.left = c.slope[4*i+1]
	if before.flags&weightedNext != 0 && before.isBent() {
		k.weightLeft = weight(c.pack[4*i+2] >> 16)
	}
}

// weight returns a tangent's weight from ten thousandths.
func weight(v uint32) float64 { return math.Min(math.Max(float64(v)/10000, 1e-4), 1) }

func (k *curveKey) isStepped() bool { return k.flags&stepped != 0 }
func (k *curveKey) isBent() bool    { return k.flags&bent != 0 && k.flags&stepped == 0 }

// curve sorts the keys, leaves out those that are not finite, and solves their slopes.
func (c *rawCurve) curve() (*Curve, error) {
	keys, err := c.keys()
	if err != nil {
		return nil, err
	}
	all := len(keys)
	out := &Curve{times: c.time, keys: keys, before: c.before, after: c.after}
	if !c.shared || slices.ContainsFunc(keys, func(k curveKey) bool { return !k.finite() }) {
		out.order()
	}
	if len(out.keys) == 0 {
		return nil, malformed("a curve of no finite key")
	}
	out.solve()
	out.weighted = slices.ContainsFunc(out.keys, func(k curveKey) bool {
		return k.isBent() && (k.weightLeft != third || k.weightRight != third)
	})
	out.notFinite = all - len(out.keys)
	return out, nil
}

func (k *curveKey) finite() bool {
	return k.value-k.value == 0 && k.left-k.left == 0 && k.right-k.right == 0
}

// order sorts the keys by time, stably, and drops those that are not finite.
func (c *Curve) order() {
	list := make([]int, 0, len(c.keys))
	for i := range c.keys {
		if c.keys[i].finite() && isMoment(c.times[i]) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(c.times[a], c.times[b]) })
	times, keys := make([]float64, len(list)), make([]curveKey, len(list))
	for to, from := range list {
		times[to], keys[to] = c.times[from], c.keys[from]
	}
	c.times, c.keys = times, keys
}

// isMoment reports whether a time is within the range of int64.
func isMoment(t float64) bool { return math.Abs(t) <= 1<<62 }

// Len returns the number of keys.
func (c *Curve) Len() int { return len(c.keys) }

// still reports whether the curve never changes.
func (c *Curve) still() bool {
	for i := range c.keys {
		k := &c.keys[i]
		if k.value != c.keys[0].value {
			return false
		}
		if i+1 < len(c.keys) && k.isBent() && (k.right != 0 || c.keys[i+1].left != 0) {
			return false
		}
	}
	first, last := &c.keys[0], &c.keys[len(c.keys)-1]
	return len(c.keys) == 1 || !(c.before.mode == 'K' && first.right != 0) && !(c.after.mode == 'K' && last.left != 0)
}

// jumps reports whether the curve may be discontinuous.
func (c *Curve) jumps() bool {
	if c.before.repeats() || c.after.repeats() {
		return true
	}
	for i := range c.keys[:len(c.keys)-1] {
		if c.keys[i].isStepped() || c.times[i] == c.times[i+1] {
			return true
		}
	}
	return false
}

// At returns the curve's value at a time.
func (c *Curve) At(time float64, side Side) float64 {
	last := len(c.keys) - 1
	switch {
	case last == 0:
		return c.keys[0].value
	case time < c.times[0] || time == c.times[0] && side == fit.Before:
		return c.extrapolate(&c.before, true, time, side)
	case time > c.times[last] || time == c.times[last] && side == fit.After:
		return c.extrapolate(&c.after, false, time, side)
	}
	return c.interpolate(time, side)
}

// interpolate is At between the first and the last key.
func (c *Curve) interpolate(time float64, side Side) float64 {
	// Keys i−1 and i are around the time.
	i := fit.Search(c.times, time, side)
	switch {
	case i == 0:
		return c.keys[0].value
	case i == len(c.keys), side == fit.At && c.times[i-1] == time:
		return c.keys[i-1].value
	}
	a, b := &c.keys[i-1], &c.keys[i]
	span := c.times[i] - c.times[i-1]
	switch u := (time - c.times[i-1]) / span; {
	case a.isStepped() && a.flags&stepNext != 0:
		return b.value
	case a.isStepped():
		return a.value
	case !a.isBent():
		return a.value + float64(u*(b.value-a.value))
	default:
		return cubic(a, b, u, span/second)
	}
}

// cubic returns the value at the part u of the span in seconds from a to b: a Bézier curve whose
// tangents have the keys' slopes and weights.
func cubic(a, b *curveKey, u, span float64) float64 {
	if math.Abs(a.weightRight-third) > 1e-6 || math.Abs(b.weightLeft-third) > 1e-6 {
		u = fit.BezierParameter(a.weightRight, 1-b.weightLeft, u)
	}
	y := [4]float64{a.value, a.value + float64(a.right*a.weightRight*span), b.value - float64(b.left*b.weightLeft*span), b.value}
	v, _ := fit.Bezier(&y, u)
	return v
}

func isTooLarge(err error) bool { return errors.Is(err, soa.ErrTooLarge) }

func finite(v []float64) bool {
	for _, x := range v {
		if x-x != 0 {
			return false
		}
	}
	return true
}
