package soa

import (
	"fmt"
	"math"
)

// Event is a named moment of a clip, or with a Length a named interval: a foot is
// down, a hit counts. Events are in ascending order of Time, and lie between 0 and
// the clip's Duration with all of their Length.
//
//	0 ────┬──────────┬─────────────────┬──── Duration
//	    "step"     "hit window" ───────┘
//	    Time         Time          Time + Length
type Event struct {
	Time   float32 // ticks after the clip's Start
	Length float32 // ticks; 0 for a moment
	Name   string
}

// NewEvent returns the event between two ticks, or at one. Its End in float32 is not
// after the second one.
func NewEvent(name string, from, to float32) Event {
	e := Event{Time: from, Length: to - from, Name: name}
	for e.Length > 0 && e.End() > to {
		e.Length = math.Nextafter32(e.Length, 0)
	}
	return e
}

// End returns the tick at which the event ends, which for a moment is its Time.
func (e *Event) End() float32 { return e.Time + e.Length }

// validateEvents checks the events of a clip that lasts some ticks.
func validateEvents(clip string, events []Event, duration float64) error {
	// The end in float32, which may be a rounding beyond the duration.
	end, last := float32(duration), float32(0)
	for i := range events {
		e := &events[i]
		if err := checkName("an event", e.Name); err != nil {
			return err
		}
		if !(e.Time >= last) || !(e.Length >= 0) || !bounded(e.Length) || !bounded(e.Time) || e.End() > end {
			return fmt.Errorf("%w: clip %q has event %d %q from tick %v for %v of %v, or out of order", ErrInvalid, clip, i, e.Name, e.Time, e.Length, duration)
		}
		last = e.Time
	}
	return nil
}
