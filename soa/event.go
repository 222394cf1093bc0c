package soa

import (
	"fmt"
	"math"
)

// Event is a named moment of a clip, or with a Length a named interval, such as a foot on the
// ground or the window of a hit. Events are in ascending order of Time, and lie with all of their
// Length between 0 and the clip's Duration.
//
//	0 ────┬──────────┬─────────────────┬──── Duration
//	    "step"     "hit window" ───────┘
//	    Time         Time          Time + Length
type Event struct {
	Time   float32 // ticks after the clip's Start
	Length float32 // ticks; 0 for a moment
	Name   string
}

// NewEvent returns the event from one tick to another, or at one. Its End, rounded to float32, is
// not after the second tick.
func NewEvent(name string, from, to float32) Event {
	e := Event{Time: from, Length: to - from, Name: name}
	for e.Length > 0 && e.End() > to {
		e.Length = math.Nextafter32(e.Length, 0)
	}
	return e
}

// End returns the tick at which the event ends: for a moment its Time.
func (e *Event) End() float32 { return e.Time + e.Length }

// validateEvents checks the events of a clip of a duration in ticks.
func validateEvents(clip string, events []Event, duration float64) error {
	// The end in float32, which may be a rounding beyond the duration.
	end, last := float32(duration), float32(0)
	for i := range events {
		e := &events[i]
		if err := checkNames("an event", e.Name); err != nil {
			return err
		}
		if !(e.Time >= last) || !(e.Length >= 0) || !bounded(e.Length) || !bounded(e.Time) || e.End() > end {
			return fmt.Errorf("%w: clip %q has event %d %q from tick %v for %v of %v, or out of order",
				ErrInvalid, clip, i, e.Name, e.Time, e.Length, duration)
		}
		last = e.Time
	}
	return nil
}
