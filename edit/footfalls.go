package edit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// FootfallOptions are the settings of Footfalls. The zero value is a good choice.
type FootfallOptions struct {
	Contact retarget.ContactOptions // when a foot stands
	// Left and Right are the names of the events; "" means "left foot" and "right foot".
	Left, Right string
	// Stances makes events intervals, from the landing of a foot to its lift-off; otherwise they are
	// moments, the landings.
	Stances bool
}

// atStart is the time in seconds before which a contact is one of the clip's start: the speed of a
// foot is known only between places.
const atStart = 2.5 / retarget.ContactRate

// Footfalls returns the clip with an event at each landing of a foot, and the new events, in ascending
// order of Time. Old events of these names are replaced. A foot that stands at the clip's start lands
// there only in a loop, and if it did not stand at the end. The legs are those that retarget.Legs
// finds; in a clip that walks on the spot the ground moves back, see retarget.Stride. The error wraps
// retarget.ErrLegs, retarget.ErrAdditive, soa.ErrOption, soa.ErrInvalid or that of the context.
func Footfalls(ctx context.Context, m *soa.Model, c *Clip, o FootfallOptions) (*Clip, []Event, error) {
	fail := func(err error) (*Clip, []Event, error) { return nil, nil, fmt.Errorf("footfalls: %w", err) }
	if err := cmp.Or(o.Contact.Fill(), ctx.Err()); err != nil {
		return fail(err)
	}
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return fail(err)
	}
	legs := retarget.Legs(m.Skeleton)
	switch {
	case c.Additive:
		return fail(fmt.Errorf("%w: clip %q", retarget.ErrAdditive, c.Name))
	case len(legs) == 0:
		return fail(fmt.Errorf("%w in skeleton of %d joints", retarget.ErrLegs, m.Skeleton.Len()))
	}
	paths, err := retarget.FootPaths(ctx, m, p.clip, legs)
	if err != nil {
		return fail(err)
	}
	names := [...]string{cmp.Or(o.Left, "left foot"), cmp.Or(o.Right, "right foot")}
	body, _ := humanoid.Find(m.Skeleton)
	left := body.First(humanoid.Left.Role("Foot"))
	var events []Event
	for l, leg := range legs {
		if err := ctx.Err(); err != nil {
			return fail(err)
		}
		name := names[1]
		if leg.Ankle == left {
			name = names[0]
		}
		for _, i := range retarget.FindContacts(paths[l], p.clip, o.Contact) {
			e := Event{Time: max(i.From-c.Start, 0), Name: name}
			if e.Time < atStart && !c.Loop || e.Time == 0 && (i.Joined || i.To-c.Start >= c.Seconds) {
				continue
			}
			if o.Stances {
				e.Length = min(i.To-c.Start, c.Seconds) - e.Time
			}
			events = append(events, e)
		}
	}
	byTime := func(a, b Event) int { return cmp.Compare(a.Time, b.Time) }
	slices.SortStableFunc(events, byTime)
	out := c.copied()
	out.Events = slices.DeleteFunc(slices.Clone(c.Events), func(e Event) bool { return slices.Contains(names[:], e.Name) })
	out.Events = append(out.Events, events...)
	slices.SortStableFunc(out.Events, byTime)
	return out, events, nil
}
