//go:build cgo

package main

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/carriers"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/timing"
	"github.com/sinew-anim/sinew/soa"
)

// carriers measures how palettes reach the shaders, for one count after the other.
func (opt *benchOptions) carriers(ctx context.Context, plan *timing.Plan, o *models.Opened,
	clips []*soa.Clip) (*timing.Carriers, error) {
	playing := *o.Model
	playing.Clips = clips
	b := timing.NewCarriers(opt.File)
	bar := console.NewProgress(opt.progress, len(plan.Counts), "measuring")
	defer bar.End()
	for _, n := range plan.Counts {
		c, err := carriers.Compare(ctx, &playing, n, opt.time)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.File, err)
		}
		b.Add(c)
		bar.Step()
	}
	return b, nil
}
