package edit

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// Joined describes the seam of Join.
type Joined struct {
	Yaw   float64 // degrees by which the second clip was turned about the Y axis
	Shift float64 // metres by which it was then moved over the ground
	Off   Gap     // error of the alignment: joints below others that scale unevenly
	Gap   Gap     // that the blend closes, after that
}

// Join returns a clip that plays one clip and then another. The root of the second is turned about the Y axis and moved
// over the ground to where the first one ends; the remaining gap between their poses is spread over the first seconds
// of the second clip by a smoothstep. Targets that only one of them drives are at rest in the other. Root motion
// continues from the first one's end; events follow each other. Step tracks are not blended. The name, start and rate
// are the first clip's. A rotation that is blended takes about a millisecond. The error wraps ErrJoin, soa.ErrOption,
// soa.ErrInvalid or that of the context.
func Join(ctx context.Context, m *soa.Model, a, b *Clip, seconds float64) (*Clip, Joined, error) {
	out, j, err := join(ctx, m, a, b, seconds)
	if err != nil {
		return nil, Joined{}, fmt.Errorf("join: %w", err)
	}
	return out, j, nil
}

func join(ctx context.Context, m *soa.Model, a, b *Clip, seconds float64) (out *Clip, j Joined, err error) {
	switch {
	case !(seconds >= 0 && seconds <= b.Seconds):
		return nil, j, fmt.Errorf("%w: %v s of blending, clip %q lasts %v s", soa.ErrOption, seconds, b.Name, b.Seconds)
	case a.Additive != b.Additive:
		return nil, j, fmt.Errorf("%w: of %q and %q one is additive", ErrJoin, a.Name, b.Name)
	case (a.Motion == nil) != (b.Motion == nil):
		return nil, j, fmt.Errorf("%w: of %q and %q only one has its root motion taken out", ErrJoin, a.Name, b.Name)
	case a.Motion != nil && a.Motion.Joint != b.Motion.Joint:
		return nil, j, fmt.Errorf("%w: %q and %q have the root motion of different joints", ErrJoin, a.Name, b.Name)
	}
	next := b
	if a.Motion == nil && !a.Additive {
		var p placing
		if next, p, err = aligned(ctx, m, a, b); err != nil {
			return nil, j, err
		}
		j.Yaw, j.Shift, j.Off = p.degrees(), p.by.Length(), p.off
	}
	if j.Gap, err = seam(ctx, m, a, next); err != nil {
		return nil, j, err
	}
	out = a.copied()
	out.Seconds, out.Loop, out.Tracks = a.Seconds+b.Seconds, false, nil
	for _, id := range targets(a, next) {
		if err := ctx.Err(); err != nil {
			return nil, j, err
		}
		s, t := driven(m, a, next, id)
		out.Tracks = append(out.Tracks, joinTracks(s, t, a.Seconds, b.Seconds, seconds))
	}
	out.Events = slices.Clone(a.Events)
	for _, e := range b.Events {
		e.Time += a.Seconds
		out.Events = append(out.Events, e)
	}
	if a.Motion != nil {
		out.Motion = a.Motion.followed(a.Seconds, b.Motion)
	}
	return out, j, nil
}

// seam measures the gap between the end of one clip and the start of another.
func seam(ctx context.Context, m *soa.Model, a, b *Clip) (Gap, error) {
	first, err := newPoser(ctx, m, a)
	if err != nil {
		return Gap{}, err
	}
	second, err := newPoser(ctx, m, b)
	if err != nil {
		return Gap{}, err
	}
	return gap(m, first.end(), second.at(0)), nil
}

// targets lists what clips drive, in order.
func targets(clips ...*Clip) (list []ID) {
	for _, c := range clips {
		for i := range c.Tracks {
			list = append(list, c.Tracks[i].ID)
		}
	}
	slices.SortFunc(list, ID.Compare)
	return slices.Compact(list)
}

// driven returns the tracks of two clips that drive a target, of one interpolation: where a clip
// has none, it is at rest.
func driven(m *soa.Model, a, b *Clip, id ID) (s, t Track) {
	switch x, y := a.Track(id), b.Track(id); {
	case x == nil:
		s, t = restTrack(m, id, y.Mode), *y
	case y == nil:
		s, t = *x, restTrack(m, id, x.Mode)
	default:
		s, t = *x, *y
	}
	switch {
	case s.Mode == t.Mode:
	case s.Mode == soa.Cubic || t.Mode == soa.Cubic:
		s, t = s.cubic(), t.cubic()
	default:
		s, t = s.linear(), t.linear()
	}
	return s, t
}

// joinTracks puts a track after another of the same interpolation, which lasts some seconds. The
// gap between them is spread over the first seconds of the second.
func joinTracks(s, t Track, first, second, blend float64) Track {
	end, start := s.At(first), t.At(0)
	if s.Mode != soa.Step && blend > 0 && end != start {
		t = t.closing(end, 0, blend, false)
	}
	s, t = s.part(0, first), t.part(0, second)
	if !s.Changes() && !t.Changes() && s.Keys[0].Value == t.Keys[0].Value {
		s.Keys = s.Keys[:1]
		return s
	}
	keys := slices.Clone(t.Keys)
	for k := range keys {
		keys[k].Time += first
	}
	if s.Keys[len(s.Keys)-1].Time < first && s.Mode != soa.Step { // a constant one
		s.Keys = append(slices.Clip(s.Keys), Key{Time: first, Value: s.Keys[len(s.Keys)-1].Value})
	}
	last := len(s.Keys) - 1
	same := exact.Quat(s.Keys[last].Value).Distance(keys[0].Value) < 1e-9
	if last > 0 && s.Keys[last].Time == keys[0].Time && (s.Mode == soa.Step || same) {
		keys[0].In = s.Keys[last].In
		s.Keys = s.Keys[:last]
	}
	s.Keys = slices.Concat(s.Keys, keys)
	return s
}

// closing returns the track with its distance from a value, that it has at one of two times, spread
// between them by a smoothstep: rising to all of it at the second time, or falling from the first.
func (t *Track) closing(value Value, from, to float64, rising bool) Track {
	at := from
	if rising {
		at = to
	}
	w := func(seconds float64) float64 {
		w := smoothstep((seconds - from) / (to - from))
		if !rising {
			w = 1 - w
		}
		return w
	}
	was := exact.Quat(t.At(at))
	if t.Property == soa.Rotation {
		turn := exact.Quat(value).Unit().Mul(was.Conjugate())
		return t.rewrite(from, to, func(seconds float64, side fit.Side) exact.Quat {
			return turned(turn, w(seconds)).Mul(t.side(seconds, side))
		})
	}
	off := exact.Quat(value)
	for k := range off {
		off[k] -= was[k]
	}
	return t.rewrite(from, to, func(seconds float64, side fit.Side) exact.Quat {
		v := t.side(seconds, side)
		for k, f := 0, w(seconds); k < len(v); k++ {
			v[k] += float64(off[k] * f)
		}
		return v
	})
}

// smoothstep is 3x² − 2x³ on [0, 1].
func smoothstep(x float64) float64 {
	x = min(max(x, 0), 1)
	return float64(float64(x*x) * (3 - float64(2*x)))
}
