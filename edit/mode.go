package edit

import (
	"context"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// curveBound is how far a track that is computed anew may be from what was computed, in metres,
// radians or the unit of a float: a hundredth of a millimetre at one metre.
const curveBound = 1e-5

// Cubic makes tracks, nil for all, cubic with the same curve: within a hundred-thousandth of a
// radian for rotations that were linear, which get keys to hold that, and exactly for others. The
// error wraps ErrTrack or that of the context.
func Cubic(ctx context.Context, c *Clip, of []ID) (*Clip, error) {
	return c.mapTracks(ctx, of, func(t Track) Track { return t.cubic() })
}

// cubic returns the track as a cubic one.
func (t *Track) cubic() Track {
	out := *t
	out.Mode = soa.Cubic
	switch {
	case t.Mode == soa.Cubic:
	case t.Mode == soa.Step:
		out.Keys = t.jumps()
	case t.Property == soa.Rotation && t.Changes():
		return t.follow(soa.Cubic, t.side, t.times(), curveBound)
	default:
		out.Keys = slices.Clone(t.Keys)
		for k := range out.Keys {
			out.Keys[k].In, _ = secant(t.Keys, k-1, 0)
			out.Keys[k].Out, _ = secant(t.Keys, k, 0)
		}
	}
	return out
}

// linear returns a step track as a linear one, and others as they are.
func (t *Track) linear() Track {
	out := *t
	if t.Mode == soa.Step {
		out.Mode, out.Keys = soa.Linear, t.jumps()
	}
	return out
}

// jumps returns the keys of a step track, and before each change one with the value before it.
func (t *Track) jumps() (keys []Key) {
	for k, key := range t.Keys {
		if k > 0 && t.Keys[k-1].Time < key.Time && t.Keys[k-1].Value != key.Value {
			keys = append(keys, Key{Time: key.Time, Value: t.Keys[k-1].Value})
		}
		keys = append(keys, Key{Time: key.Time, Value: key.Value})
	}
	return keys
}

// times returns the times of the keys, each once.
func (t *Track) times() []float64 {
	list := make([]float64, len(t.Keys))
	for k := range t.Keys {
		list[k] = t.Keys[k].Time
	}
	return slices.Compact(list)
}

// mostAdded is the largest number of keys that follow adds to a track.
const mostAdded = 1 << 18

// follow returns a track of a mode through a function, with keys at knots and as many between as
// the bound asks for. Knots ascend. A step track has the function's values at the knots.
func (t *Track) follow(mode soa.Interpolation, f fit.Func, knots []float64, bound float64) Track {
	out := Track{ID: t.ID, Mode: mode}
	if mode == soa.Step {
		for _, at := range knots {
			out.Keys = append(out.Keys, Key{Time: at, Value: f(at, fit.At)})
		}
		return out
	}
	span := 1e-5 // seconds
	track := fit.ApproximateAs(mode, f, knots, fit.Options{Rotation: t.Property == soa.Rotation, Error: bound, Span: span, Extra: mostAdded})
	for k := range track.Time {
		key := Key{Time: track.Time[k], Value: track.Value[k]}
		if mode == soa.Cubic {
			key.In, key.Out = track.In[k], track.Out[k]
		}
		if k+1 < len(track.Time) && k > 0 && track.Time[k-1] == key.Time && track.Time[k+1] == key.Time {
			continue // the value at a jump that has two other limits
		}
		out.Keys = append(out.Keys, key)
	}
	return out
}

// rewrite returns the track with the keys from one time to another replaced by such that follow a
// function, and the others as they are.
func (t *Track) rewrite(from, to float64, f fit.Func) Track {
	cut := *t
	cut = cut.cut(from)
	cut = cut.cut(to)
	first, end := cut.countBefore(from, false), cut.countBefore(to, true)
	knots := []float64{from}
	for _, k := range cut.Keys[first:end] {
		if k.Time > from && k.Time < to {
			knots = append(knots, k.Time)
		}
	}
	if to > from {
		knots = append(knots, to)
	}
	fresh := t.follow(t.Mode, f, slices.Compact(knots), curveBound)
	keys := fresh.Keys
	if t.Mode == soa.Cubic && len(keys) > 1 {
		// The slopes outside stay, and a jump at an end does.
		keys[0].In = cut.Keys[first].In
		keys[len(keys)-1].Out = cut.Keys[end-1].Out
	}
	out := *t
	out.Keys = slices.Concat(cut.Keys[:first], keys, cut.Keys[end:])
	return out
}

// turned returns the part w of a rotation: 0 is none, 1 all of it.
func turned(q exact.Quat, w float64) exact.Quat {
	return exact.Slerp(exact.IdentityQuat(), q, w)
}
