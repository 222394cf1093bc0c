package edit

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// RecordedEvent is an event that has been passed since the pose before: a moment, or the begin or the
// end of an interval.
type RecordedEvent struct {
	Name string
	// Begin: an interval is entered. While it lasts, another begin has no effect.
	// End: it is left. The end of an interval that has not begun has no effect.
	Begin, End bool
	// Interval identifies an interval, such as by layer, clip and index: its end has that of its begin.
	Interval [3]int
	// Ago is the time since the event, in seconds before the pose.
	Ago float64
}

// checkEvents refuses events that begin and end, and those at no time.
func checkEvents(events []RecordedEvent) error {
	for i, e := range events {
		if e.Begin && e.End || e.Ago-e.Ago != 0 {
			return fmt.Errorf("%w: event %d %q, begin %v, end %v, %v s before the pose", soa.ErrOption, i, e.Name, e.Begin, e.End, e.Ago)
		}
	}
	return nil
}

// addEvents adds what was passed before a pose.
func (r *Recorder) addEvents(seconds float64, events []RecordedEvent) {
	for _, e := range events {
		at := min(max(seconds-e.Ago, 0), seconds)
		i, inside := r.open[e.Interval]
		switch {
		case !e.Begin && !e.End:
			r.events = append(r.events, Event{Time: at, Name: e.Name})
		case e.End && inside:
			r.events[i].Length = max(at-r.events[i].Time, 0)
			delete(r.open, e.Interval)
		case e.Begin && !inside:
			r.open[e.Interval] = len(r.events)
			r.events = append(r.events, Event{Time: at, Name: e.Name})
		}
	}
}

// allEvents returns the events in order of time; those that are open last until the end.
func (r *Recorder) allEvents() []Event {
	list := slices.Clone(r.events)
	for _, i := range r.open {
		list[i].Length = cmp.Or(r.o.Seconds, r.last) - list[i].Time
	}
	slices.SortStableFunc(list, func(a, b Event) int { return cmp.Compare(a.Time, b.Time) })
	return list
}
