package edit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// AddEvent returns the clip with one more event. An event outside the clip is ErrTime, one
// without a name soa.ErrOption.
func AddEvent(c *Clip, e Event) (*Clip, error) {
	if e.Name == "" || !(e.Length >= 0) {
		return nil, fmt.Errorf("add an event: %w: an event %q of %v s", soa.ErrOption, e.Name, e.Length)
	}
	if err := cmp.Or(c.place(e.Time), c.place(e.Time+e.Length)); err != nil {
		return nil, fmt.Errorf("add event %q: %w", e.Name, err)
	}
	out := c.copied()
	out.Events = append(slices.Clip(c.Events), e)
	slices.SortStableFunc(out.Events, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
	return out, nil
}

// DeleteEvents returns the clip without the events of a name, and their number.
func DeleteEvents(c *Clip, name string) (*Clip, int) {
	out := c.copied()
	out.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e Event) bool { return e.Name == name })
	return out, len(c.Events) - len(out.Events)
}
