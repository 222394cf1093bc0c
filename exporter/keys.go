package exporter

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/soa"
)

// withKeys returns the model with the keys that the options ask for, none of them outside its clip:
// files have no other length than that of their keys.
func withKeys(ctx context.Context, m *soa.Model, o *Options, list *finding.List) (*soa.Model, error) {
	out := *m
	out.Clips = slices.Clone(m.Clips)
	for i, c := range m.Clips {
		err := ctx.Err()
		switch {
		case o.Rate != 0 || o.Reduce != 0:
			out.Clips[i], err = keysOf(ctx, m, c, o, list)
		case overhangs(c):
			out.Clips[i], err = trimmed(edit.ClipOf(c)).Build()
		}
		if err != nil {
			return nil, fmt.Errorf("clip %q: %w", c.Name, err)
		}
	}
	return &out, nil
}

// overhangs reports whether a track that moves has keys before the start of the clip or after its end.
func overhangs(c *soa.Clip) bool {
	for t := range c.Tracks {
		first, end := c.Keys(t)
		if end-first > 1 && (c.Time[first] < 0 || float64(c.Time[end-1]) > c.Duration+float64(1e-6*c.Duration)) {
			return true
		}
	}
	return false
}

// trimmed returns the clip without what its tracks do before its start and after its end, or the clip
// if its length is wrong, which building it reports.
func trimmed(c *edit.Clip) *edit.Clip {
	if out, err := edit.Trim(c, 0, c.Seconds); err == nil {
		return out
	}
	return c
}

// keysOf resamples and reduces a clip.
func keysOf(ctx context.Context, m *soa.Model, c *soa.Clip, o *Options, list *finding.List) (*soa.Clip, error) {
	with := edit.ClipOf(c)
	if overhangs(c) {
		with = trimmed(with)
	}
	var err error
	if o.Rate != 0 {
		if with, err = edit.Resample(ctx, with, nil, o.Rate); err != nil {
			return nil, err
		}
	}
	if o.Reduce != 0 {
		var did edit.Reduced
		if with, did, err = edit.Reduce(ctx, m, with, o.Reduce); err != nil {
			return nil, err
		}
		list.Note("clip "+c.Name, "%d of %d keys, up to %.3g mm off", did.After, did.Before, 1000*did.Error.Metres)
	}
	return with.Build()
}
