package exporter

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/soa"
)

// withKeys returns the model with the keys that the options ask for.
func withKeys(ctx context.Context, m *soa.Model, o *Options, list *finding.List) (*soa.Model, error) {
	if o.Rate == 0 && o.Reduce == 0 {
		return m, nil
	}
	out := *m
	out.Clips = make([]*soa.Clip, len(m.Clips))
	for i, c := range m.Clips {
		var err error
		if out.Clips[i], err = keysOf(ctx, m, c, o, list); err != nil {
			return nil, fmt.Errorf("clip %q: %w", c.Name, err)
		}
	}
	return &out, nil
}

// keysOf resamples and reduces a clip.
func keysOf(ctx context.Context, m *soa.Model, c *soa.Clip, o *Options, list *finding.List) (*soa.Clip, error) {
	with := edit.From(c)
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
