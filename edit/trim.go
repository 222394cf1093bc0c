package edit

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Trim returns the part of a clip from one time to another, in seconds after its start. Keys are
// inserted at both, see Insert; root motion begins anew there, intervals of events are cut, and
// events outside are dropped. The error wraps ErrTime.
func Trim(c *Clip, from, to float64) (*Clip, error) {
	if !(from >= 0 && from <= to && to <= c.Seconds+sameTime) {
		return nil, fmt.Errorf("trim: %w: clip %q lasts %v s, which %v s to %v s is no part of", ErrTime, c.Name, c.Seconds, from, to)
	}
	to = min(to, c.Seconds)
	out := c.copied()
	out.Start, out.Seconds = c.Start+from, to-from
	out.Loop = c.Loop && out.Seconds == c.Seconds
	for i := range out.Tracks {
		out.Tracks[i] = out.Tracks[i].part(from, to)
	}
	out.Events = nil
	for _, e := range c.Events {
		start, end := max(e.Time, from), min(e.Time+e.Length, to)
		if start < end || start == end && (e.Length == 0 || from == to) {
			out.Events = append(out.Events, Event{start - from, end - start, e.Name})
		}
	}
	out.Motion = c.Motion.part(from, to)
	return out, nil
}

// part returns a track from one time to another, as times after the first.
func (t *Track) part(from, to float64) Track {
	out := *t
	if len(t.Keys) < 2 {
		out.Keys = slices.Clone(t.Keys)
		for k := range out.Keys {
			out.Keys[k].Time = 0
		}
		return out
	}
	if t.Mode == soa.Step && from == to {
		out.Keys = []Key{{Value: t.raw(from, false)}}
		return out
	}
	out = out.cut(from)
	out = out.cut(to)
	// Of a jump at an end only the side within counts.
	first, end := out.countBefore(from, true)-1, out.countBefore(to, false)+1
	if from == to {
		end = first + 1
	}
	if t.Mode == soa.Step { // the value at the end holds from there on
		end = out.countBefore(to, true)
	}
	out.Keys = slices.Clone(out.Keys[first:end])
	for k := range out.Keys {
		out.Keys[k].Time -= from
	}
	return out
}

// Split returns the parts of a clip before and after a time. The error wraps ErrTime.
func Split(c *Clip, seconds float64) (before, after *Clip, err error) {
	if err = c.place(seconds); err == nil {
		if before, err = Trim(c, 0, seconds); err == nil {
			after, err = Trim(c, seconds, c.Seconds)
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("split: %w", err)
	}
	// A moment at the seam belongs to what follows.
	before.Events = slices.DeleteFunc(slices.Clone(before.Events), func(e Event) bool { return e.Length == 0 && e.Time == before.Seconds && seconds < c.Seconds })
	return before, after, nil
}
