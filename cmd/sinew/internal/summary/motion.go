package summary

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/soa"
)

// Event is an event of a clip, on the file's time line.
type Event struct {
	Name   string  `json:"name"`
	Time   float64 `json:"time"`
	Length float64 `json:"length"` // 0 for a moment
}

// Root is the displacement of the root in one loop of a clip.
type Root struct {
	Joint string  `json:"joint"`
	Taken bool    `json:"taken_out"` // extracted from the tracks
	Keys  int     `json:"keys,omitempty"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
	Z     float64 `json:"z"`
	Yaw   float64 `json:"yaw"` // degrees
}

func describeEvents(c *soa.Clip) []Event {
	events := make([]Event, len(c.Events))
	for i, e := range c.Events {
		events[i] = Event{e.Name, c.Start + float64(e.Time)/c.TicksPerSecond, float64(e.Length) / c.TicksPerSecond}
	}
	return events
}

// describeRoot returns the displacement of a clip, or nil if it has no root.
func describeRoot(ctx context.Context, m *soa.Model, c *soa.Clip) *Root {
	if c.Additive && c.Motion == nil {
		return nil
	}
	p, joint, err := edit.Displacement(ctx, m, c)
	if err != nil || joint == soa.None {
		return nil
	}
	in := &Root{Joint: m.Skeleton.Name[joint], Taken: c.Motion != nil, X: p.X, Y: p.Y, Z: p.Z, Yaw: performance.Yaw(p)}
	if in.Taken {
		in.Keys = len(c.Motion.Time)
		in.Yaw = float64(c.Motion.Yaw[in.Keys-1]) * 180 / math.Pi
	}
	return in
}

// note describes the root, if it moves or its motion was extracted.
func (r *Root) note(seconds float64) string {
	const least, leastTurn = 1e-3, 0.1 // metres, degrees
	if r == nil {
		return ""
	}
	way := math.Hypot(math.Hypot(r.X, r.Y), r.Z)
	if way < least && math.Abs(r.Yaw) < leastTurn && !r.Taken {
		return ""
	}
	s := fmt.Sprintf("root %s: %.3f m a loop (x %.3f, y %.3f, z %.3f)", console.Named(r.Joint), way, r.X, r.Y, r.Z)
	if math.Abs(r.Yaw) >= leastTurn {
		s += fmt.Sprintf(", turned by %.1f°", r.Yaw)
	}
	if seconds > 0 {
		s += fmt.Sprintf(", %.3f m/s", way/seconds)
	}
	if r.Taken {
		s += fmt.Sprintf(", taken out of the tracks in %s", console.Plural(r.Keys, "key"))
	}
	return s
}

// eventsNote lists events.
func eventsNote(events []Event) string {
	list := make([]string, len(events))
	for i, e := range events {
		list[i] = fmt.Sprintf("%s at %.3f s", console.Named(e.Name), e.Time)
		if e.Length > 0 {
			list[i] = fmt.Sprintf("%s from %.3f to %.3f s", console.Named(e.Name), e.Time, e.Time+e.Length)
		}
	}
	return strings.Join(list, ", ")
}
