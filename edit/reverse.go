package edit

import (
	"cmp"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Reverse returns the clip backwards: tracks, events and root motion, which leads from the end
// back to the start. Reversing it twice gives the same clip.
func Reverse(c *Clip) *Clip {
	out := c.copied()
	for i := range out.Tracks {
		out.Tracks[i] = out.Tracks[i].reversed(c.Seconds)
	}
	out.Events = nil
	for _, e := range c.Events {
		out.Events = append(out.Events, Event{c.Seconds - e.Time - e.Length, e.Length, e.Name})
	}
	slices.Reverse(out.Events) // moments at one time stay in order backwards
	slices.SortStableFunc(out.Events, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
	out.Motion = c.Motion.reversed(c.Seconds)
	return out
}

func (t *Track) reversed(seconds float64) Track {
	out := *t
	out.Keys = slices.Clone(t.Keys)
	if n := len(t.Keys); t.Mode == soa.Step && n > 0 {
		// What holds from a key to the next holds from the next one's mirror on: values shift by
		// one key, and the last one holds from the start.
		for k := 1; k < n; k++ {
			out.Keys[k] = Key{Time: seconds - t.Keys[n-k].Time, Value: t.Keys[n-k-1].Value}
		}
		out.Keys[0] = Key{Time: min(0, seconds-t.Keys[n-1].Time), Value: t.Keys[n-1].Value}
		return out
	}
	slices.Reverse(out.Keys)
	for k := range out.Keys {
		key := &out.Keys[k]
		key.Time, key.In, key.Out = seconds-key.Time, exact.Quat(key.Out).Negate(), exact.Quat(key.In).Negate()
	}
	return out
}
