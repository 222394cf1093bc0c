package importer

import (
	"fmt"
	"math"
	"path"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Range names a part of a clip, in seconds on the clip's own time line.
type Range struct {
	Name       string
	Start, End float64
}

// Frames returns the range of a clip's frames first to last, counted from the
// time line's zero at a rate in frames per second.
func Frames(name string, first, last, rate float64) Range {
	return Range{name, first / rate, last / rate}
}

// Cut returns the part of a clip within a range. Keys inside it are unchanged; at
// its ends, where the clip has no key, a key on the curve is added. Step, linear
// and cubic tracks keep their exact motion. Of events that last, the part within the
// range stays; the clip's Motion starts anew. The error wraps ErrOption where the range is empty or outside the clip.
func Cut(c *soa.Clip, r Range) (*soa.Clip, error) {
	const slack = 1e-6 // seconds
	if !(r.End >= r.Start) || r.Start < c.Start-slack || r.End > c.End()+slack {
		return nil, fmt.Errorf("clip %q: %w: the range %q from %v to %v s is not within %v to %v s",
			c.Name, ErrOption, r.Name, r.Start, r.End, c.Start, c.End())
	}
	first := math.Max(0, (r.Start-c.Start)*c.TicksPerSecond)
	last := math.Min(c.Duration, (r.End-c.Start)*c.TicksPerSecond)
	out := &soa.Clip{Name: r.Name, TicksPerSecond: c.TicksPerSecond, Start: r.Start, Duration: last - first, Additive: c.Additive}
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

// SelectClips returns the clips whose names match an include pattern (every clip
// where there is none) and no exclude pattern. Patterns are those of path.Match;
// the error for a malformed one wraps ErrOption.
func SelectClips(clips []*soa.Clip, include, exclude []string) ([]*soa.Clip, error) {
	matches := func(patterns []string, name string) (bool, error) {
		for _, p := range patterns {
			ok, err := path.Match(p, name)
			if err != nil {
				return false, fmt.Errorf("clip pattern %q: %w: %w", p, ErrOption, err)
			}
			if ok {
				return true, nil
			}
		}
		return false, nil
	}
	var out []*soa.Clip
	for _, c := range clips {
		in, err := matches(include, c.Name)
		if err != nil {
			return nil, err
		}
		dropped, err := matches(exclude, c.Name)
		if err != nil {
			return nil, err
		}
		if (in || len(include) == 0) && !dropped {
			out = append(out, c)
		}
	}
	return out, nil
}
