package exact

import (
	"iter"

	"github.com/sinew-anim/sinew/soa"
)

// Track evaluates one track of a clip. It caches its position, so each goroutine needs a copy.
type Track struct {
	Property      soa.Property
	Interpolation soa.Interpolation
	Target        int
	First, Last   int // its keys, in the clip's arrays

	clip    *soa.Clip
	tangent int // of the first key
	cursor  int
	arcs    []Arc // of a linear rotation: between its keys
}

// NewTrack prepares track t of a clip.
func NewTrack(clip *soa.Clip, t int) Track {
	c := newTrack(clip, t)
	first := c.First
	if c.Property == soa.Rotation && c.Interpolation == soa.Linear && c.Changes() {
		c.arcs = make([]Arc, c.Last-c.First)
		for k := range c.arcs {
			c.arcs[k] = NewArc(c.Key(first+k), c.Key(first+k+1))
		}
	}
	return c
}

// newTrack returns track t of a clip without its arcs.
func newTrack(clip *soa.Clip, t int) Track {
	tr := &clip.Tracks[t]
	first, end := clip.Keys(t)
	return Track{
		Property: tr.Property, Interpolation: tr.Interpolation, Target: int(tr.Target),
		First: first, Last: end - 1, clip: clip, tangent: int(tr.FirstTangent), cursor: first,
	}
}

// Key returns the value of a key; a rotation is made a unit quaternion.
func (c *Track) Key(k int) Quat {
	if c.Property == soa.Rotation {
		return c.raw(k).Unit()
	}
	return c.raw(k)
}

// raw returns a key as stored; splines interpolate rotations without normalizing keys.
func (c *Track) raw(k int) Quat { return Key(c.clip, k) }

// Key returns key k of a clip's arrays as it is.
func Key(clip *soa.Clip, k int) Quat {
	return Quat{float64(clip.X[k]), float64(clip.Y[k]), float64(clip.Z[k]), float64(clip.W[k])}
}

// Tick returns the time of a key. A last key whose float32 was rounded beyond the
// clip's end is at the end.
func (c *Track) Tick(k int) float64 {
	if c.clip.Time[k] == float32(c.clip.Duration) {
		return c.clip.Duration
	}
	return float64(c.clip.Time[k])
}

// Changes reports whether the track has more than one value.
func (c *Track) Changes() bool {
	first := c.Key(c.First)
	for k := c.First + 1; k <= c.Last; k++ {
		if c.Interpolation == soa.Cubic || c.Key(k) != first {
			return true
		}
	}
	return false
}

// At returns the track's value at a tick after the clip's start or, where left is
// set, its limit from the left, which differs where a step track changes. A
// rotation is a unit quaternion.
func (c *Track) At(tick float64, left bool) Quat {
	if tick <= c.Tick(c.First) {
		return c.Key(c.First)
	}
	if !c.precedes(c.Last, tick, !left) {
		return c.interpolate(c.seek(tick, left), tick)
	}
	return c.Key(c.Last)
}

// precedes reports whether key k is before the tick, or at it where that counts.
func (c *Track) precedes(k int, tick float64, at bool) bool {
	t := c.Tick(k)
	return t < tick || at && t == tick
}

// interpolate interpolates between keys k and k+1.
func (c *Track) interpolate(k int, tick float64) Quat {
	if c.Interpolation == soa.Step {
		return c.Key(k)
	}
	t0, t1 := c.Tick(k), c.Tick(k+1)
	f := (tick - t0) / (t1 - t0)
	switch {
	case c.arcs != nil:
		return c.arcs[k-c.First].At(f)
	case c.Interpolation == soa.Linear && c.Property == soa.Rotation:
		return c.Key(k)
	case c.Interpolation == soa.Linear:
		return c.raw(k).Lerp(c.raw(k+1), f)
	}
	i := c.tangent + k - c.First
	v := Hermite(c.raw(k), c.raw(k+1), Widen(c.clip.Out[i]), Widen(c.clip.In[i+1]), f, t1-t0)
	if c.Property == soa.Rotation {
		return v.Unit()
	}
	return v
}

// Handles returns the two points of a spline's Bézier form between key k and the next: the
// curve stays within the hull of the keys and these. A rotation's are of unit length.
func (c *Track) Handles(k int) (a, b Quat) {
	i := c.tangent + k - c.First
	a, b = Handles(c.raw(k), c.raw(k+1), Widen(c.clip.Out[i]), Widen(c.clip.In[i+1]), c.Tick(k+1)-c.Tick(k))
	if c.Property == soa.Rotation {
		return a.Unit(), b.Unit()
	}
	return a, b
}

// Hull iterates over the values that bound the track: its keys and, for splines, the inner control
// points.
func (c *Track) Hull() iter.Seq[Quat] {
	return func(yield func(Quat) bool) {
		for k := c.First; k <= c.Last; k++ {
			if !yield(c.Key(k)) {
				return
			}
			if c.Interpolation == soa.Cubic && k < c.Last {
				if a, b := c.Handles(k); !yield(a) || !yield(b) {
					return
				}
			}
		}
	}
}

// Handles returns the inner control points of the Bézier form of Hermite.
func Handles(a, b, out, in Quat, ticks float64) (p, q Quat) {
	third := ticks / 3
	for k := range p {
		p[k], q[k] = a[k]+float64(third*out[k]), b[k]-float64(third*in[k])
	}
	return p, q
}

// Widen returns four values as float64.
func Widen(v [4]float32) Quat {
	return Quat{float64(v[0]), float64(v[1]), float64(v[2]), float64(v[3])}
}

// seek returns the key k for which the tick lies in [time k, time k+1), or, for
// the limit from the left, in (time k, time k+1]. There is one.
func (c *Track) seek(tick float64, left bool) int {
	if k := c.cursor; c.precedes(k, tick, !left) {
		for range 3 {
			if !c.precedes(k+1, tick, !left) {
				c.cursor = k
				return k
			}
			if k++; k == c.Last {
				break
			}
		}
	}
	low, high := c.First, c.Last // low precedes the tick, high does not
	for high-low > 1 {
		if middle := (low + high) / 2; c.precedes(middle, tick, !left) {
			low = middle
		} else {
			high = middle
		}
	}
	c.cursor = low
	return low
}
