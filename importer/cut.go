package importer

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// cutClip returns the part of a clip from a start to an end in seconds.
func cutClip(c *soa.Clip, name string, start, end float64) (*soa.Clip, error) {
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
		if tr.constant() && tr.mode != soa.Cubic {
			tr.keys = tr.keys[:1]
		}
		next := c.Tracks[t]
		next.First, next.FirstTangent = uint32(len(out.Time)), 0
		if next.Interpolation == soa.Cubic {
			next.FirstTangent = uint32(len(out.In))
			out.In, out.Out = appendTangents(out.In, tr.in), appendTangents(out.Out, tr.out)
		}
		out.Tracks = append(out.Tracks, next)
		appendKeys(out, tr.keys, first)
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

// trackOf widens track t of a clip to float64.
func trackOf(c *soa.Clip, t int) *track {
	a, b := c.Keys(t)
	tr := &track{mode: c.Tracks[t].Interpolation}
	for k := a; k < b; k++ {
		tr.keys = append(tr.keys, key{float64(c.Time[k]), exact.Key(c, k)})
		if tr.mode == soa.Cubic {
			i := int(c.Tracks[t].FirstTangent) + k - a
			tr.in, tr.out = append(tr.in, exact.Widen(c.In[i])), append(tr.out, exact.Widen(c.Out[i]))
		}
	}
	return tr
}

// cut returns the part of a track between two ticks, with a key at each end.
func (t *track) cut(first, last float64, rotation bool) *track {
	out := &track{mode: t.mode}
	add := func(k key, in, out2 [4]float64) {
		out.keys = append(out.keys, k)
		if t.mode == soa.Cubic {
			out.in, out.out = append(out.in, in), append(out.out, out2)
		}
	}
	value, slope := t.sample(first, rotation)
	add(key{first, value}, slope, slope)
	for i, k := range t.keys {
		switch {
		case k.time < first || k.time > last:
		case k.time == first:
			out.keys[0].value = k.value
			if t.mode == soa.Cubic {
				out.in[0], out.out[0] = t.in[i], t.out[i]
			}
		case t.mode == soa.Cubic:
			add(k, t.in[i], t.out[i])
		default:
			add(k, [4]float64{}, [4]float64{})
		}
	}
	if end := out.keys[len(out.keys)-1].time; end < last {
		value, slope = t.sample(last, rotation)
		add(key{last, value}, slope, slope)
	}
	return out
}

// sample returns the value of a track at a tick and, for a cubic track, its
// slope: a part of a Hermite spline is the Hermite spline through the values and
// slopes at its ends.
func (t *track) sample(tick float64, rotation bool) (value, slope [4]float64) {
	n := len(t.keys)
	i := 0
	for i < n-1 && t.keys[i+1].time <= tick {
		i++
	}
	a := t.keys[i]
	if tick <= a.time || i == n-1 || t.mode == soa.Step {
		return a.value, slope
	}
	b := t.keys[i+1]
	span := b.time - a.time
	u := (tick - a.time) / span
	switch {
	case t.mode == soa.Cubic:
		out, in := t.out[i], t.in[i+1]
		return exact.Hermite(a.value, b.value, out, in, u, span), exact.HermiteSlope(a.value, b.value, out, in, u, span)
	case rotation:
		return exact.Slerp(a.value, b.value, u), slope
	}
	return exact.Quat(a.value).Lerp(b.value, u), slope
}
