package edit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// Looped is the distance between a clip's last pose and its first one, before and after Loop.
type Looped struct{ Before, After Gap }

// mostTravel is the distance in metres, and mostYaw the angle in radians, by which the root of a
// clip may be away from its start for Loop to take it for a gap.
const mostTravel, mostYaw = 0.1, 0.2

// Loop returns a clip whose last pose is its first one: the gap is spread over its last seconds by
// a smoothstep. Step tracks and custom properties stay. Of a clip whose root travels the movement
// has to be taken out first, see RootMotion: ErrTravel. The error may also wrap soa.ErrOption or
// soa.ErrInvalid.
func Loop(ctx context.Context, m *soa.Model, c *Clip, seconds float64) (*Clip, Looped, error) {
	fail := func(err error) (*Clip, Looped, error) { return nil, Looped{}, fmt.Errorf("loop: %w", err) }
	if !(seconds > 0 && seconds <= c.Seconds) {
		return fail(fmt.Errorf("%w: over %v s, clip %q lasts %v s", soa.ErrOption, seconds, c.Name, c.Seconds))
	}
	var l Looped
	var err error
	if l.Before, err = seam(m, c, c); err != nil {
		return fail(err)
	}
	if c.Motion == nil && !c.Additive {
		built, err := c.Build()
		if err != nil {
			return fail(err)
		}
		d, joint, err := motion.Displacement(m, built)
		if err != nil {
			return fail(err)
		}
		if away := math.Hypot(d.X, d.Z); joint != soa.None && (away > mostTravel || math.Abs(exact.Atan2(d.S, d.C)) > mostYaw) {
			return fail(fmt.Errorf("%w: joint %q of clip %q ends %.2f m from its start, turned by %.0f°", ErrTravel,
				m.Skeleton.Name[joint], c.Name, away, exact.Atan2(d.S, d.C)*(180/math.Pi)))
		}
	}
	out := c.copied()
	out.Loop = true
	for i := range out.Tracks {
		if err := ctx.Err(); err != nil {
			return fail(err)
		}
		t := &out.Tracks[i]
		if t.Mode == soa.Step || t.Property == soa.Float || len(t.Keys) < 2 {
			continue
		}
		start := t.At(0)
		if t.At(c.Seconds) == start {
			continue
		}
		*t = t.closing(start, c.Seconds-seconds, c.Seconds, true)
		t.Keys = slices.Clone(t.Keys)
		for k := t.after(c.Seconds, false); k < len(t.Keys); k++ { // what follows is not seen
			end := exact.Quat(start)
			if t.Property == soa.Rotation {
				end = end.Toward(t.Keys[k].Value)
			}
			t.Keys[k].Value = end
		}
	}
	if l.After, err = seam(m, out, out); err != nil {
		return fail(err)
	}
	return out, l, nil
}

// RootMotion returns the clip with the movement of its root taken out of the tracks, as
// motion.Extract does: of a joint, or with soa.None of the one that motion.Root finds. Times of keys are rounded to ticks. The error is that of motion.Extract.
func RootMotion(m *soa.Model, c *Clip, joint int, o motion.Options) (*Clip, error) {
	p, err := newPoser(m, c)
	if err != nil {
		return nil, fmt.Errorf("root motion: %w", err)
	}
	out, err := motion.Extract(m, p.clip, joint, o)
	if err != nil {
		return nil, err
	}
	return From(out), nil
}
