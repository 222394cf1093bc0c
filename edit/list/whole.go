package list

import (
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Trim keeps a part of a clip, see edit.Trim.
type Trim struct{ From, To float64 }

func (e *Trim) fields(o *object) {
	o.Type("trim", "Keeps the part from one time to another.")
	ordered(o, &e.From, &e.To)
}

func (e *Trim) apply(_ *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, err := edit.Trim(c, e.From, e.To)
	if err != nil {
		return nil, nil, err
	}
	return out, gone(c, out), nil
}

// gone lists the events that a clip lost.
func gone(was, is *edit.Clip) []string {
	left := make(map[string]int)
	for _, e := range is.Events {
		left[e.Name]++
	}
	var notes []string
	for _, e := range was.Events {
		if left[e.Name]--; left[e.Name] < 0 {
			notes = append(notes, fmt.Sprintf("event %q lies outside", e.Name))
		}
	}
	return abridge(notes)
}

// Join plays another clip after this one, see edit.Join.
type Join struct {
	Clip    string
	Seconds float64
}

func (e *Join) fields(o *object) {
	o.Type("join", "Plays another clip after this one, from where it ends.")
	o.At("clip", "The name of the other clip, as it is when this edit's turn comes.").Name(&e.Clip)
	o.At("seconds", "Over which the gap between their poses is spread.").Number(&e.Seconds, seconds)
}

func (e *Join) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	next, err := s.clip(e.Clip)
	if err != nil {
		return nil, nil, err
	}
	out, j, err := edit.Join(s.ctx, s.model, c, next, e.Seconds)
	if err != nil {
		return nil, nil, err
	}
	notes := []string{fmt.Sprintf("turned by %.1f° and moved by %.3f m, no gap", j.Yaw, j.Shift)}
	if j.Gap.Metres > 0 {
		notes[0] = fmt.Sprintf("turned by %.1f° and moved by %.3f m; a gap of %.1f mm at %q is spread over %v s", j.Yaw, j.Shift, 1000*j.Gap.Metres, j.Gap.Joint, e.Seconds)
	}
	if j.Off.Metres > 1e-5 {
		notes = append(notes, fmt.Sprintf("joint %q is %.3g mm from where it should be turned to, since what is above it scales unevenly", j.Off.Joint, 1000*j.Off.Metres))
	}
	return out, notes, nil
}

// Reverse plays the clip backwards, see edit.Reverse.
type Reverse struct{}

func (*Reverse) fields(o *object) { o.Type("reverse", "Plays the clip backwards.") }

func (*Reverse) apply(_ *session, c *edit.Clip) (*edit.Clip, []string, error) {
	return edit.Reverse(c), nil, nil
}

// Speed makes the clip faster, see edit.Speed.
type Speed struct{ Factor float64 }

func (e *Speed) fields(o *object) {
	o.Type("speed", "Makes the clip faster, or slower.")
	o.At("factor", "2 is twice as fast.").Number(&e.Factor, jsondoc.Range(1e-6, 1e6).Needed())
}

func (e *Speed) apply(_ *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, err := edit.Speed(c, e.Factor)
	return out, nil, err
}

// Retime bends the time line, see edit.Retime.
type Retime struct {
	Points []edit.TimePoint
	Smooth bool
}

func (e *Retime) fields(o *object) {
	o.Type("retime", "Bends the time line by a curve.")
	jsondoc.Objects(o.At("points", "Points of the curve, in ascending order of both times."), &e.Points, 2, maxPoints, func(o *object, p *edit.TimePoint) {
		o.Type("timePoint", "When in the new clip a moment of the old one is.")
		o.At("old", "After the old start.").Number(&p.Old, jsondoc.Any.WithUnit(jsondoc.Seconds))
		o.At("new", "After the new start.").Number(&p.New, jsondoc.Any.WithUnit(jsondoc.Seconds))
	})
	o.At("smooth", "A smooth curve in place of straight lines.").Flag(&e.Smooth)
}

func (e *Retime) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, err := edit.Retime(s.ctx, c, e.Points, e.Smooth)
	return out, nil, err
}

// Loop closes the gap between the last pose and the first, see edit.Loop.
type Loop struct{ Seconds float64 }

func (e *Loop) fields(o *object) {
	o.Type("loop", "Makes the last pose the first one, of a root that travels where it leads to.")
	o.At("seconds", "At the clip's end, over which the gap is spread.").Number(&e.Seconds, seconds.Needed())
}

func (e *Loop) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, l, err := edit.Loop(s.ctx, s.model, c, e.Seconds)
	if err != nil {
		return nil, nil, err
	}
	notes := []string{fmt.Sprintf("a gap of %.3f mm at %q before, %.3f mm after", 1000*l.Before.Metres, l.Before.Joint, 1000*l.After.Metres)}
	if l.Travel > 0 || l.Yaw != 0 {
		notes = append(notes, fmt.Sprintf("the root goes on by %.3f m and turns by %.1f° in each round", l.Travel, l.Yaw))
	}
	return out, notes, nil
}

// RootMotion takes the movement of the root out of the tracks, see edit.RootMotion.
type RootMotion struct {
	Joint  string // "": the joint whose movement carries the clip
	Height bool   // the height is taken out too
	NoYaw  bool   // the direction stays

	Follow           bool    // by the rule edit.Follow, not edit.Forward
	MinTurn, MaxSway float64 // of edit.Forward, in radians and metres; 0: its defaults
	RemoveTravel     bool    // the motion lacks what the end differs from the start
}

func (e *RootMotion) fields(o *object) {
	o.Type("rootMotion", "Takes the movement over the ground out of the tracks, for the player to move the character.")
	joint := o.At("joint", "The joint that travels; without it the one that carries the clip.")
	if joint.Text(&e.Joint, false); joint.Checks() && e.Joint != "" && modelOf(joint) != nil {
		if _, problem := suggest.Joint(modelOf(joint).Skeleton, e.Joint); problem != "" {
			joint.Wrong("%s", problem)
		}
	}
	o.At("height", "The height is taken out too.").Flag(&e.Height)
	o.At("noYaw", "The direction that it faces stays in the tracks.").Flag(&e.NoYaw)
	o.At("follow", "The motion goes with the joint at every moment. Otherwise it goes ahead without sway, and turns evenly.").Flag(&e.Follow)
	o.At("minTurn", "The smallest net turn that is taken out, unless it follows; 0 means 5.").Number(&e.MinTurn, jsondoc.Range(0, 1e6).WithUnit(jsondoc.Degrees))
	o.At("maxSway", "How far the joint may be beside its way before it is followed; 0 means 0.25.").Number(&e.MaxSway, jsondoc.Range(0, 1e6).WithUnit(jsondoc.Metres))
	o.At("removeTravel", "What the end differs from the start is left out, so that a loop leads nowhere.").Flag(&e.RemoveTravel)
}

func (e *RootMotion) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	joint := soa.None
	if e.Joint != "" {
		j, problem := suggest.Joint(s.model.Skeleton, e.Joint)
		if problem != "" {
			return nil, nil, fmt.Errorf("%w: %s", ErrDocument, problem)
		}
		joint = j
	}
	o := edit.MotionOptions{Take: edit.X | edit.Z | edit.Yaw, Reference: edit.Start}
	if e.Height {
		o.Take |= edit.Y
	}
	if e.NoYaw {
		o.Take &^= edit.Yaw
	}
	if e.Follow {
		o.Rule = edit.Follow
	}
	o.MinTurn, o.MaxSway, o.RemoveTravel = e.MinTurn, e.MaxSway, e.RemoveTravel
	out, err := edit.RootMotion(s.ctx, s.model, c, joint, o)
	return out, nil, err
}

// AddEvent adds a moment or an interval.
type AddEvent struct {
	Name         string
	Time, Length float64
}

func (e *AddEvent) fields(o *object) {
	o.Type("addEvent", "Adds an event: a moment or, with a length, an interval.")
	o.At("name", "Its name.").Name(&e.Name)
	o.At("time", "After the clip's start.").Number(&e.Time, seconds)
	o.At("length", "Of an interval.").Number(&e.Length, seconds)
}

func (e *AddEvent) apply(_ *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, err := edit.AddEvent(c, edit.Event{Time: e.Time, Length: e.Length, Name: e.Name})
	return out, nil, err
}

// DeleteEvents deletes the events of a name.
type DeleteEvents struct{ Name string }

func (e *DeleteEvents) fields(o *object) {
	o.Type("deleteEvents", "Deletes the events of a name.")
	o.At("name", "Their name.").Name(&e.Name)
}

func (e *DeleteEvents) apply(_ *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, n := edit.DeleteEvents(c, e.Name)
	if n == 0 {
		return nil, nil, fmt.Errorf("%w: clip %q has no event %q", ErrDocument, c.Name, e.Name)
	}
	return out, []string{fmt.Sprintf("%d events", n)}, nil
}
