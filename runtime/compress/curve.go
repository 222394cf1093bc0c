package compress

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// curve evaluates one track of a clip in float64. It remembers where it looked
// last.
type curve struct {
	clip        *soa.Clip
	track       *soa.Track
	first, last int // its keys
	cursor      int
}

func newCurve(clip *soa.Clip, t int) curve {
	first, end := clip.Keys(t)
	return curve{clip: clip, track: &clip.Tracks[t], first: first, last: end - 1, cursor: first}
}

// key returns the value of a key; a rotation is made a unit quaternion.
func (c *curve) key(k int) exact.Quat {
	v := exact.Quat{float64(c.clip.X[k]), float64(c.clip.Y[k]), float64(c.clip.Z[k]), float64(c.clip.W[k])}
	if c.track.Property == soa.Rotation {
		return v.Unit()
	}
	return v
}

// tick returns when a key is. A last key whose float32 was rounded beyond the
// clip's end is at the end.
func (c *curve) tick(k int) float64 {
	if c.clip.Time[k] == float32(c.clip.Duration) {
		return c.clip.Duration
	}
	return float64(c.clip.Time[k])
}

// value returns the track's value at a tick.
func (c *curve) value(tick float64) exact.Quat {
	switch {
	case tick <= c.tick(c.first):
		return c.key(c.first)
	case tick >= c.tick(c.last):
		return c.key(c.last)
	}
	k := c.seek(tick)
	if c.track.Interpolation == soa.Step {
		return c.key(k)
	}
	t0, t1 := c.tick(k), c.tick(k+1)
	f := (tick - t0) / (t1 - t0)
	switch {
	case c.track.Interpolation == soa.Cubic:
		return c.spline(k, t1-t0, f)
	case c.track.Property == soa.Rotation:
		return exact.Slerp(c.key(k), c.key(k+1), f)
	}
	return c.key(k).Lerp(c.key(k+1), f)
}

// spline evaluates a cubic track after key k, f of the way to the next.
func (c *curve) spline(k int, ticks, f float64) exact.Quat {
	at := int(c.track.FirstTangent) + k - c.first
	raw := func(k int) [4]float64 {
		return [4]float64{float64(c.clip.X[k]), float64(c.clip.Y[k]), float64(c.clip.Z[k]), float64(c.clip.W[k])}
	}
	slope := func(t soa.Tangent) (v [4]float64) {
		for i := range v {
			v[i] = float64(t[i])
		}
		return v
	}
	v := exact.Hermite(raw(k), raw(k+1), slope(c.clip.Out[at]), slope(c.clip.In[at+1]), f, ticks)
	if c.track.Property == soa.Rotation {
		return v.Unit()
	}
	return v
}

// seek returns the key k for which the tick lies in [time k, time k+1). There
// is one.
func (c *curve) seek(tick float64) int {
	if k := c.cursor; c.tick(k) <= tick {
		for range 3 {
			if c.tick(k+1) > tick {
				c.cursor = k
				return k
			}
			if k++; k == c.last {
				break
			}
		}
	}
	low, high := c.first, c.last // tick(low) ≤ tick < tick(high)
	for high-low > 1 {
		if middle := (low + high) / 2; c.tick(middle) <= tick {
			low = middle
		} else {
			high = middle
		}
	}
	c.cursor = low
	return low
}

// changes tells whether the track has more than one value.
func (c *curve) changes() bool {
	for k := c.first + 1; k <= c.last; k++ {
		if c.track.Interpolation == soa.Cubic || c.key(k) != c.key(c.first) {
			return true
		}
	}
	return false
}
