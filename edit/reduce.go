package edit

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Reduced describes what Reduce did.
type Reduced struct {
	Before, After int // keys
	Error         Gap // the largest distance that was measured
}

// numberBound is how far Reduce may move weights and floats, relative to the range of a track.
const numberBound = 1e-3

// Reduce leaves out keys, as many as it can while no joint, and no point 3 cm around one, is
// farther than a distance in metres from its place, at any time: it is measured at the keys of
// both clips and at seven moments between, and the tracks of joints above one that is too far get
// keys back. Vertices farther from their joint may be off by more, in proportion. Weights and floats keep within a thousandth of their range. The error wraps
// soa.ErrOption, soa.ErrInvalid or that of the context.
func Reduce(ctx context.Context, m *soa.Model, c *Clip, metres float64) (*Clip, Reduced, error) {
	fail := func(err error) (*Clip, Reduced, error) { return nil, Reduced{}, fmt.Errorf("reduce: %w", err) }
	if !(metres > 0 && metres <= 1e3) {
		return fail(fmt.Errorf("%w: a bound of %v m", soa.ErrOption, metres))
	}
	p, err := newPoser(ctx, m, c)
	if err != nil {
		return fail(err)
	}
	r := &reducer{m: m, c: c, was: p, bound: metres, share: make([]float64, m.Skeleton.Len())}
	if err := r.levers(ctx); err != nil {
		return fail(err)
	}
	for j := range r.share {
		r.share[j] = firstShare
	}
	out := c
	for try := 0; ; try++ {
		if try == mostTries {
			clear(r.share) // of rounding to float32 there is more than the bound
		}
		if out, err = r.thin(ctx, out, try == 0); err != nil {
			return fail(err)
		}
		worst, far, err := r.measure(ctx, out)
		if err != nil {
			return fail(err)
		}
		if worst.Metres <= metres*nearBound || try >= mostTries {
			return out, Reduced{Before: c.Keys(), After: out.Keys(), Error: worst}, nil
		}
		r.tighten(far)
	}
}

// firstShare is the part of the bound that a joint may first take, and nearBound the part of it
// that a measured error may: between moments it may be a little larger.
const (
	firstShare = 0.6
	nearBound  = 0.97
	mostTries  = 24
)

type reducer struct {
	m     *soa.Model
	c     *Clip
	was   *poser
	bound float64
	lever []float64 // per joint: the distance of the farthest point that it turns
	scale []float64 // per joint: how much larger its parent makes its translation
	share []float64 // per joint: the part of the bound for its tracks; 0: they stay
	stale []bool    // per joint: its share has changed
}

// levers measures joints at some moments of the clip. The error is the context's.
func (r *reducer) levers(ctx context.Context) error {
	n := r.m.Skeleton.Len()
	r.lever, r.scale, r.stale = make([]float64, n), make([]float64, n), make([]bool, n)
	const moments = 16
	below := newReaches(r.m.Skeleton.Parent)
	for i := range moments + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		g := r.was.at(float64(r.c.Seconds * (float64(i) / moments))).Global
		for j, up := range r.m.Skeleton.Parent {
			size := 1.
			if up >= 0 {
				size = max(g[up].Column(0).Length(), g[up].Column(1).Length(), g[up].Column(2).Length())
			}
			r.scale[j] = max(r.scale[j], size)
		}
		if err := below.widen(ctx, r.lever, g, exact.Distance); err != nil {
			return err
		}
	}
	return nil
}

// thin reduces the tracks of joints whose share has changed.
func (r *reducer) thin(ctx context.Context, out *Clip, all bool) (*Clip, error) {
	next := out.copied()
	for i := range r.c.Tracks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := &r.c.Tracks[i]
		switch {
		case t.Property >= soa.Weight && all:
			next.Tracks[i] = t.thinned(ctx, numberBound*t.extent())
		case t.Property >= soa.Weight || !all && !r.stale[t.Target] && r.share[t.Target] > 0:
		case r.share[t.Target] == 0:
			next.Tracks[i] = *t
		default:
			next.Tracks[i] = t.thinned(ctx, r.tolerance(t))
		}
	}
	clear(r.stale)
	return next, ctx.Err()
}

// tolerance is how far a track may be off, in its own unit.
func (r *reducer) tolerance(t *Track) float64 {
	most := float64(r.share[t.Target] * r.bound)
	switch {
	case t.Property == soa.Translation && r.scale[t.Target] > 0:
		return most / r.scale[t.Target]
	case t.Property == soa.Translation:
		return most
	}
	return most / r.lever[t.Target]
}

// extent is the range of a track's first component.
func (t *Track) extent() float64 {
	low, high := t.Keys[0].Value[0], t.Keys[0].Value[0]
	for _, k := range t.Keys {
		low, high = min(low, k.Value[0]), max(high, k.Value[0])
	}
	return high - low
}

// measure returns the largest error of a clip and, per joint, how far beyond the bound it is.
func (r *reducer) measure(ctx context.Context, out *Clip) (worst Gap, far []float64, err error) {
	got, err := newPoser(ctx, r.m, out)
	if err != nil {
		return worst, nil, err
	}
	far = make([]float64, len(r.share))
	ticks := r.was.tracks.Ticks()
	if out.Keys() != r.c.Keys() {
		ticks = append(ticks, got.tracks.Ticks()...)
		slices.Sort(ticks)
		ticks = slices.Compact(ticks)
	}
	at := func(tick float64) {
		got.tracks.At(tick, false, &got.pose)
		r.was.tracks.At(tick, false, &r.was.pose)
		for j := range far {
			off := r.was.pose.Global[j].Distance(&got.pose.Global[j], exact.Distance)
			if far[j] = max(far[j], off/r.bound); off > worst.Metres {
				worst = Gap{off, r.m.Skeleton.Name[j]}
			}
		}
	}
	for i, tick := range ticks {
		if err := ctx.Err(); err != nil {
			return worst, nil, err
		}
		at(tick)
		for part := 1.; part < 8 && i+1 < len(ticks); part++ {
			at(tick + float64((ticks[i+1]-tick)*(part/8)))
		}
	}
	return worst, far, nil
}

// tighten lowers the shares of joints that are too far from their places, and of those above.
func (r *reducer) tighten(far []float64) {
	need := make([]float64, len(far))
	for j := len(far) - 1; j >= 0; j-- {
		if far[j] > nearBound {
			need[j] = max(need[j], far[j])
		}
		if up := r.m.Skeleton.Parent[j]; up >= 0 {
			need[up] = max(need[up], need[j])
		}
	}
	for j, by := range need {
		if by > 0 {
			r.share[j] *= max(0.1, min(0.8, 0.9/by))
			r.stale[j] = true
		}
	}
}
