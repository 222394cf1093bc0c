package edit

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/soa"
)

// Mirror returns the clip with left and right exchanged, as retarget.Mirror does, with times in
// float64: joints, weights, floats such as contacts, the names of events and root motion. The
// error wraps retarget.ErrAdditive, humanoid.ErrTable, soa.ErrOption, soa.ErrInvalid or that of the
// context.
func Mirror(ctx context.Context, m *soa.Model, c *Clip, o retarget.MirrorOptions) (*Clip, *retarget.MirrorReport, error) {
	fail := func(err error) (*Clip, *retarget.MirrorReport, error) { return nil, nil, fmt.Errorf("mirror: %w", err) }
	p, err := newPoser(context.Background(), m, c)
	if err != nil {
		return fail(err)
	}
	if c.Additive {
		return fail(fmt.Errorf("%w: %q; mirror what it was made of", retarget.ErrAdditive, c.Name))
	}
	r, err := retarget.NewReflection(ctx, m, o)
	if err != nil {
		return fail(err)
	}
	out := c.copied()
	for i := range c.Tracks {
		if err := ctx.Err(); err != nil {
			return fail(err)
		}
		t := &c.Tracks[i]
		value, slope := r.Maps(t.Property, t.Target)
		out.Tracks[i] = t.mapped(value, slope)
		out.Tracks[i].Target = r.Target(t.Property, t.Target)
	}
	for j := range m.Skeleton.Len() {
		if v, differs := r.Held(j); differs && c.Track(ID{soa.Rotation, j}) == nil {
			out.Tracks = append(out.Tracks, Track{ID: ID{soa.Rotation, r.Target(soa.Rotation, j)}, Mode: soa.Linear, Keys: []Key{{Value: v}}})
		}
	}
	slices.SortFunc(out.Tracks, func(a, b Track) int { return a.ID.Compare(b.ID) })
	out.Events = slices.Clone(c.Events)
	for i := range out.Events {
		out.Events[i].Name = r.Event(out.Events[i].Name)
	}
	if c.Motion != nil {
		out.Motion = &Motion{Joint: r.Target(soa.Translation, c.Motion.Joint)}
		for _, k := range c.Motion.Keys {
			v, yaw := r.Motion([3]float64{k.X, k.Y, k.Z}, k.Yaw)
			out.Motion.Keys = append(out.Motion.Keys, MotionKey{k.Time, v[0], v[1], v[2], yaw})
		}
	}
	report, err := r.Report(ctx, p.clip)
	if err != nil {
		return fail(err)
	}
	return out, report, nil
}
