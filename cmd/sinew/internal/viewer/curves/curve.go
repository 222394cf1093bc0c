package curves

import (
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Curve is a track as lines: three of a translation in metres, of a rotation its angles in degrees,
// continuous; one of a weight or a float.
type Curve struct {
	ID    edit.ID
	Lines int  // 3 or 1
	Cubic bool // its keys have slopes
	Time  []float64
	Line  []exact.Vec // per time
	Key   []int       // per key of the track: the index of its time
	track *edit.Track
}

// points is the number of points of a curve between the ends of what is shown.
const points = 240

// sample evaluates a track, which may be nil: then its target is at rest.
func (c *Curve) sample(id edit.ID, t *edit.Track, rest edit.Value, from, to float64) {
	c.ID, c.Lines, c.track, c.Cubic = id, lines(id.Property), t, t != nil && t.Mode == soa.Cubic
	c.Time, c.Line, c.Key = c.Time[:0], c.Line[:0], c.Key[:0]
	if t == nil || len(t.Keys) == 0 {
		for _, at := range [2]float64{from, to} {
			c.add(at, rest)
		}
		return
	}
	k := 0
	keys := func(before float64) {
		for ; k < len(t.Keys) && t.Keys[k].Time <= before; k++ {
			key := &t.Keys[k]
			if t.Mode == soa.Step && k > 0 {
				c.add(key.Time, t.Keys[k-1].Value)
			}
			c.Key = append(c.Key, len(c.Time))
			c.add(key.Time, key.Value)
		}
	}
	for i := range points + 1 {
		at := from + float64((to-from)*float64(i)/points)
		keys(at)
		if n := len(c.Time); n == 0 || c.Time[n-1] < at {
			c.add(at, t.At(at))
		}
	}
	for ; k < len(t.Keys); k++ { // after what is shown, each key alone
		c.Key = append(c.Key, len(c.Time))
		c.add(t.Keys[k].Time, t.Keys[k].Value)
	}
}

// copied returns a curve that stays when this one is sampled again.
func (c *Curve) copied() Curve {
	out := *c
	out.Time, out.Line, out.Key = nil, slices.Clone(c.Line), slices.Clone(c.Key)
	return out
}

func (c *Curve) add(at float64, v edit.Value) {
	var near exact.Vec
	if n := len(c.Line); n > 0 {
		near = c.Line[n-1]
	}
	c.Time, c.Line = append(c.Time, at), append(c.Line, line(c.ID.Property, v, near))
}

// Keys returns the keys of the track.
func (c *Curve) Keys() []edit.Key {
	if c.track == nil {
		return nil
	}
	return c.track.Keys
}

// lines returns the lines' values of key k.
func (c *Curve) lines(k int) exact.Vec { return c.Line[c.Key[k]] }

// slopes returns the slopes of the lines before and after key k.
func (c *Curve) slopes(k int) (in, out exact.Vec) {
	key, at := &c.track.Keys[k], c.lines(k)
	return lineSlope(c.ID.Property, key.Value, key.In, at), lineSlope(c.ID.Property, key.Value, key.Out, at)
}

// span returns the least and the greatest value from one time to another.
func (c *Curve) span(from, to float64) (low, high float64) {
	first := true
	for i, at := range c.Time {
		if at < from || at > to {
			continue
		}
		l := c.Line[i]
		least, most := slices.Min(l[:c.Lines]), slices.Max(l[:c.Lines])
		if first {
			low, high, first = least, most, false
		}
		low, high = min(low, least), max(high, most)
	}
	return low, high
}
