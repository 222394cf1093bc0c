package bake

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Event is a named moment, or with a Length an interval, of all clips of a name, in seconds on the
// file's time line, as Clip.Start.
type Event struct {
	Clip   string  `json:"clip" toml:"clip"`
	Time   float64 `json:"time" toml:"time"`
	Length float64 `json:"length,omitempty" toml:"length,omitempty"`
	Name   string  `json:"name" toml:"name"`
}

// ErrEvent reports an event that names no clip of the model, or a time outside it.
var ErrEvent = errors.New("the event cannot be placed")

// AddEvents replaces the events of every clip of the named ones. It copies these clips, since
// others may play them. The error wraps ErrEvent.
func AddEvents(model *soa.Model, events []Event) error {
	fresh := make(map[int][]soa.Event)
	for _, e := range events {
		found := false
		for i, c := range model.Clips {
			if c.Name != e.Clip {
				continue
			}
			found = true
			event, err := e.place(c)
			if err != nil {
				return err
			}
			fresh[i] = append(fresh[i], event)
		}
		if !found {
			return fmt.Errorf("%w: %q is for clip %q, which the model does not have", ErrEvent, e.Name, e.Clip)
		}
	}
	for i, list := range fresh {
		c := *model.Clips[i]
		slices.SortStableFunc(list, func(a, b soa.Event) int { return cmp.Compare(a.Time, b.Time) })
		c.Events = list
		model.Clips[i] = &c
	}
	return nil
}

// place puts the event in a clip.
func (e *Event) place(c *soa.Clip) (soa.Event, error) {
	// A decimal time may miss the end by rounding.
	const slack = 1e-6
	from, to := (e.Time-c.Start)*c.TicksPerSecond, (e.Time+e.Length-c.Start)*c.TicksPerSecond
	if room := float64(slack * c.TicksPerSecond); !(from >= -room) || !(to <= c.Duration+room) || !(e.Length >= 0) {
		return soa.Event{}, fmt.Errorf("%w: %q at %v s for %v s is outside clip %q, from %v s to %v s", ErrEvent, e.Name, e.Time, e.Length, c.Name, c.Start, c.End())
	}
	inside := func(tick float64) float32 { return float32(math.Min(math.Max(tick, 0), c.Duration)) }
	if e.Length == 0 {
		to = from
	}
	return soa.NewEvent(e.Name, inside(from), inside(to)), nil
}
