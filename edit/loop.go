package edit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Looped describes what Loop did.
type Looped struct {
	// Before and After are the distance between the clip's last pose and its first one. If the root
	// travels, the first pose is moved along.
	Before, After Gap
	Travel        float64 // metres over the ground by which the root goes on in each round
	Yaw           float64 // degrees by which it turns about the Y axis
}

// mostTravel is the distance in metres, and mostYaw the angle in radians, by which the root of a
// clip may be away from its start for Loop to take it for a gap.
const mostTravel, mostYaw = 0.1, 0.2

// Loop returns a clip whose last pose is its first one: the gap is spread over its last seconds by a smoothstep. Step
// tracks and custom properties stay. A root that ends more than 10 cm over the ground from its start, or turned by more
// than 0.2 radians, travels: it still ends there, and the pose around it is closed, in the frame that moves with it.
// RootMotion can then take out a movement that leads from each round into the next. A rotation that is blended takes
// about a millisecond. The error wraps ErrTravel, soa.ErrOption, soa.ErrInvalid or that of the context.
func Loop(ctx context.Context, m *soa.Model, c *Clip, seconds float64) (*Clip, Looped, error) {
	fail := func(err error) (*Clip, Looped, error) { return nil, Looped{}, fmt.Errorf("loop: %w", err) }
	if !(seconds > 0 && seconds <= c.Seconds) {
		return fail(fmt.Errorf("%w: over %v s, clip %q lasts %v s", soa.ErrOption, seconds, c.Name, c.Seconds))
	}
	t, err := travelOf(ctx, m, c)
	if err != nil {
		return fail(err)
	}
	l := Looped{Before: t.gap(m), Travel: t.by.Length(), Yaw: t.degrees()}
	out := c.copied()
	out.Loop = true
	var still []Track // what is at rest goes along
	for j, along := range t.tops {
		for _, id := range [...]ID{{soa.Translation, j}, {soa.Rotation, j}} {
			if along && out.Track(id) == nil {
				still = append(still, restTrack(m, id, soa.Linear))
			}
		}
	}
	out = out.withAll(still)
	for i := range out.Tracks {
		if err := ctx.Err(); err != nil {
			return fail(err)
		}
		track := &out.Tracks[i]
		if track.Mode == soa.Step || track.Property == soa.Float {
			continue
		}
		target, err := t.target(m, track)
		if err != nil {
			return fail(err)
		}
		*track = track.closed(target, seconds, c.Seconds)
	}
	after, err := travelOf(ctx, m, out)
	if err != nil {
		return fail(err)
	}
	after.placing, after.tops = t.placing, t.tops
	l.After = after.gap(m)
	return out, l, nil
}

// closed returns a track of a clip of some seconds with a value at its end, approached over the last
// seconds.
func (t *Track) closed(target Value, over, seconds float64) Track {
	if t.At(seconds) == target {
		return *t
	}
	if len(t.Keys) < 2 {
		v := t.At(0)
		t = &Track{ID: t.ID, Mode: t.Mode, Keys: []Key{{Value: v}, {Time: seconds, Value: v}}}
	}
	out := t.closing(target, seconds-over, seconds, true)
	out.Keys = slices.Clone(out.Keys)
	for k := out.countBefore(seconds, false); k < len(out.Keys); k++ { // what follows is not seen
		end := exact.Quat(target)
		if t.Property == soa.Rotation {
			end = end.NearestSign(out.Keys[k].Value)
		}
		out.Keys[k].Value = end
	}
	return out
}

// travel is where the root of a clip leads to.
type travel struct {
	placing
	start, end exact.Pose
	tops       map[int]bool // joints below none that moves: they go along with the root, or not
}

// travelOf finds it. A root that stays near its start has none, nor has a clip whose root motion was
// taken out.
func travelOf(ctx context.Context, m *soa.Model, c *Clip) (*travel, error) {
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return nil, err
	}
	t := &travel{placing: placing{yaw: exact.IdentityQuat()}, start: p.fresh(0), end: p.fresh(p.clip.Duration)}
	if c.Motion != nil || c.Additive {
		return t, nil
	}
	d, root, err := Displacement(ctx, m, p.clip)
	if errors.Is(err, ErrExtract) {
		return nil, fmt.Errorf("%w: %w", ErrTravel, err)
	}
	if err != nil || root == soa.None {
		return t, err
	}
	goes, turns := math.Hypot(d.X, d.Z) > mostTravel, math.Abs(exact.Atan2(d.S, d.C)) > mostYaw
	if !goes && !turns {
		return t, nil
	}
	t.placing = placingOf(root, &t.start, &t.end)
	from, to := t.start.Global[root].Translation(), t.end.Global[root].Translation()
	if !turns {
		t.yaw = exact.IdentityQuat()
	}
	if !goes {
		to = from
	}
	t.by = to.Sub(t.yaw.Rotate(from))
	t.by[1], t.tops = 0, make(map[int]bool)
	for _, j := range topJoints(m, c, c) {
		there := t.matrix().Mul(t.start.Global[j])
		t.tops[j] = j == root || there.Distance(&t.end.Global[j], exact.Distance) < t.start.Global[j].Distance(&t.end.Global[j], exact.Distance)
	}
	return t, nil
}

// target returns the value that a track has to end with.
func (t *travel) target(m *soa.Model, of *Track) (Value, error) {
	v := of.At(0)
	if of.Property > soa.Rotation || !t.tops[of.Target] {
		return v, nil
	}
	move, turn, err := t.inParentFrame(m, of.Target, &t.start)
	if err != nil {
		return v, fmt.Errorf("%w: %w", ErrTravel, err)
	}
	if of.Property == soa.Rotation {
		return turn.Mul(v), nil
	}
	return fromVec(move.Point(exact.Vec(v[:3]))), nil
}

// gap measures the distance between the last pose and the first one where the root leads to.
func (t *travel) gap(m *soa.Model) Gap {
	want := exact.Pose{Global: slices.Clone(t.start.Global)}
	move, along := t.matrix(), make([]bool, len(want.Global))
	for j, up := range m.Skeleton.Parent {
		if along[j] = t.tops[j] || up >= 0 && along[up]; along[j] {
			want.Global[j] = move.Mul(want.Global[j])
		}
	}
	return gap(m, &t.end, &want)
}

// RootMotion returns the clip with the movement of its root taken out of the tracks, as
// edit.ExtractMotion does: of a joint, or with soa.None of the one that edit.RootJoint finds. The zero Options
// are those of edit.Forward. Times of keys are rounded to ticks. The error is that of edit.ExtractMotion.
func RootMotion(ctx context.Context, m *soa.Model, c *Clip, joint int, o MotionOptions) (*Clip, error) {
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return nil, fmt.Errorf("root motion: %w", err)
	}
	out, err := ExtractMotion(ctx, m, p.clip, joint, o)
	if err != nil {
		return nil, err
	}
	return ClipOf(out), nil
}
