package phase

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Clip is a clip that keeps a phase.
type Clip struct {
	Period float64   // seconds after which it repeats
	At     []float64 // seconds at which the intervals begin, those of a round
}

// Length is the number of seconds from the start of interval k to that of the next.
func (c *Clip) Length(k int) float64 {
	if k+1 < len(c.At) {
		return c.At[k+1] - c.At[k]
	}
	return c.At[0] + (c.Period - c.At[k])
}

// Find returns the interval of the clip some seconds after its start, the part of it that has
// passed, and its round: −1 before the first marker, otherwise 0.
func (c *Clip) Find(seconds float64) (round int64, k int, part float64) {
	if seconds < c.At[0] {
		seconds += c.Period
		round--
	}
	for k+1 < len(c.At) && seconds >= c.At[k+1] {
		k++
	}
	if l := c.Length(k); l > 0 {
		part = max(0, min((seconds-c.At[k])/l, 1))
	}
	return round, k, part
}

// Second is where the clip is at a part of interval k, in seconds after its start: that may be
// in its next period, see Fold.
func (c *Clip) Second(k int, part float64) float64 { return c.At[k] + float64(part*c.Length(k)) }

// Fold brings seconds that may be in the next period into the first one, and counts that.
func (c *Clip) Fold(seconds float64) (in float64, periods int64) {
	if seconds >= c.Period {
		return min(seconds-c.Period, c.Period), 1
	}
	return seconds, 0
}

// Walk moves a phase, a part of interval k, by some seconds of clips whose intervals have mean
// lengths, over any number of rounds. It returns false where it cannot: where a round takes no
// time, or there are more rounds than can be counted.
func Walk(lengths []float64, k int, part, seconds float64) (rounds int64, to int, rest float64, ok bool) {
	round := 0.
	for _, n := range lengths {
		round += n
	}
	if !(round > 0) {
		return 0, k, part, false
	}
	x := float64(part * lengths[k])
	for _, n := range lengths[:k] {
		x += n
	}
	x += seconds
	whole := math.Floor(x / round)
	if !(math.Abs(whole) < 1<<53) {
		return 0, k, part, false
	}
	switch x -= float64(whole * round); {
	case x < 0:
		x = 0
	case x >= round: // the difference was rounded to it
		x = 0
		whole++
	}
	for to = 0; to+1 < len(lengths) && x >= lengths[to]; to++ {
		x -= lengths[to]
	}
	if l := lengths[to]; l > 0 {
		rest = min(x/l, 1)
	}
	return int64(whole), to, rest, true
}

// Marker is an event at which clips of a phase meet.
type Marker struct {
	Seconds float64
	Name    int
}

// Markers lists the events of a clip of some seconds that have one of some names, in the order
// of time. The clip's end is its start.
func Markers(events []soa.Event, perSecond, seconds float64, names []string) (list []Marker) {
	for k := range events {
		if n := slices.Index(names, events[k].Name); n >= 0 {
			at := float64(events[k].Time) / perSecond
			if at >= seconds {
				at = 0
			}
			list = append(list, Marker{at, n})
		}
	}
	slices.SortStableFunc(list, func(a, b Marker) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return list
}

// Turn makes the names of markers follow each other as others do, or returns false. Markers
// that lie before the first in the clip are those of its next period then.
func Turn[N comparable](at []float64, names, like []N, period float64) bool {
	if len(names) != len(like) {
		return false
	}
	for shift := range names {
		if !slices.Equal(names[shift:], like[:len(like)-shift]) || !slices.Equal(names[:shift], like[len(like)-shift:]) {
			continue
		}
		rotate(at, shift)
		rotate(names, shift)
		for k := len(at) - shift; k < len(at); k++ {
			at[k] += period
		}
		return true
	}
	return false
}

// rotate puts value k of a list first.
func rotate[T any](list []T, k int) {
	slices.Reverse(list[:k])
	slices.Reverse(list[k:])
	slices.Reverse(list)
}
