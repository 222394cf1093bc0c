package track

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Cut returns the part of a clip between two times in seconds.
func Cut(c *soa.Clip, name string, start, end float64) (*soa.Clip, error) {
	const slack = 1e-6 // seconds
	if !(end >= start) || start < c.Start-slack || end > c.End()+slack {
		return nil, fmt.Errorf("clip %q: %w: the range %q from %v to %v s is not within %v to %v s",
			c.Name, soa.ErrOption, name, start, end, c.Start, c.End())
	}
	first := math.Max(0, (start-c.Start)*c.TicksPerSecond)
	last := math.Min(c.Duration, (end-c.Start)*c.TicksPerSecond)
	out := &soa.Clip{Name: name, TicksPerSecond: c.TicksPerSecond, Start: start, Duration: last - first, Additive: c.Additive}
	for t := range c.Tracks {
		tr := trackOf(c, t).cut(first, last, c.Tracks[t].Property == soa.Rotation)
		if tr.Constant() && tr.Mode != soa.Cubic {
			tr.Keys = tr.Keys[:1]
		}
		next := c.Tracks[t]
		next.First, next.FirstTangent = uint32(len(out.Time)), 0
		if next.Interpolation == soa.Cubic {
			next.FirstTangent = uint32(len(out.In))
			out.In, out.Out = appendTangents(out.In, tr.In), appendTangents(out.Out, tr.Out)
		}
		out.Tracks = append(out.Tracks, next)
		appendKeys(out, tr.Keys, first)
	}
	for _, e := range c.Events {
		if from, to := float64(e.Time), float64(e.End()); from <= last && (from >= first || to > first) {
			from, to = max(from, first), min(to, last)
			out.Events = append(out.Events, soa.NewEvent(e.Name, float32(from-first), float32(to-first)))
		}
	}
	if c.Motion != nil {
		out.Motion = cutMotion(c.Motion, first, last)
	}
	out.Loop = loops(out)
	return out, nil
}

// trackOf converts track t of a clip to float64.
func trackOf(c *soa.Clip, t int) *Track {
	a, b := c.Keys(t)
	tr := &Track{Mode: c.Tracks[t].Interpolation}
	for k := a; k < b; k++ {
		tr.Keys = append(tr.Keys, Key{float64(c.Time[k]), exact.Key(c, k)})
		if tr.Mode == soa.Cubic {
			i := int(c.Tracks[t].FirstTangent) + k - a
			tr.In, tr.Out = append(tr.In, exact.Widen(c.In[i])), append(tr.Out, exact.Widen(c.Out[i]))
		}
	}
	return tr
}

// cut returns the part of a track between two ticks, with a key at each end.
func (t *Track) cut(first, last float64, rotation bool) *Track {
	out := &Track{Mode: t.Mode}
	add := func(k Key, in, out2 [4]float64) {
		out.Keys = append(out.Keys, k)
		if t.Mode == soa.Cubic {
			out.In, out.Out = append(out.In, in), append(out.Out, out2)
		}
	}
	value, slope := t.sample(first, rotation)
	add(Key{first, value}, slope, slope)
	for i, k := range t.Keys {
		switch {
		case k.Time < first || k.Time > last:
		case k.Time == first:
			out.Keys[0].Value = k.Value
			if t.Mode == soa.Cubic {
				out.In[0], out.Out[0] = t.In[i], t.Out[i]
			}
		case t.Mode == soa.Cubic:
			add(k, t.In[i], t.Out[i])
		default:
			add(k, [4]float64{}, [4]float64{})
		}
	}
	if end := out.Keys[len(out.Keys)-1].Time; end < last {
		value, slope = t.sample(last, rotation)
		add(Key{last, value}, slope, slope)
	}
	return out
}

// sample returns a track's value at a tick and, for a cubic track, its slope: part of a Hermite
// spline is the Hermite spline through the values and slopes at its ends.
func (t *Track) sample(tick float64, rotation bool) (value, slope [4]float64) {
	n := len(t.Keys)
	i := 0
	for i < n-1 && t.Keys[i+1].Time <= tick {
		i++
	}
	a := t.Keys[i]
	if tick <= a.Time || i == n-1 || t.Mode == soa.Step {
		return a.Value, slope
	}
	b := t.Keys[i+1]
	span := b.Time - a.Time
	u := (tick - a.Time) / span
	switch {
	case t.Mode == soa.Cubic:
		out, in := t.Out[i], t.In[i+1]
		return exact.Hermite(a.Value, b.Value, out, in, u, span), exact.HermiteSlope(a.Value, b.Value, out, in, u, span)
	case rotation:
		return exact.Slerp(a.Value, b.Value, u), slope
	}
	return exact.Quat(a.Value).Lerp(b.Value, u), slope
}
