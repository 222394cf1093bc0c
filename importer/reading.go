package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/transfer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// model reads a file, as Load does.
func (r Reader) model(ctx context.Context, file string, o *settings) (*soa.Model, error) {
	from, err := r.read(ctx, file, o, o.report)
	if err != nil {
		return nil, err
	}
	m := *from
	if m.Clips, err = o.rules.apply(&m, copied(m.Clips), source.Stem(file), o.report); err != nil {
		return nil, fmt.Errorf("import %s: %w", file, err)
	}
	return &m, nil
}

// clips reads a file and adds its clips to a model, as AddClips does.
func (r Reader) clips(ctx context.Context, model *soa.Model, file string, o *settings) ([]*soa.Clip, error) {
	to := o.report
	if to == nil {
		to = new(report.Report)
	}
	from, err := r.read(ctx, file, o, to)
	if err != nil {
		return nil, err
	}
	if len(from.Clips) == 0 {
		return nil, fmt.Errorf("%s: %w", file, ErrNoClip)
	}
	grown := *model
	added, err := grown.AddClips(from)
	if err != nil {
		return nil, fmt.Errorf("%s: %w%s", file, err, transfer.Remedy(from.Skeleton, model.Skeleton))
	}
	if o.Rotations {
		transfer.Rotations(to, model, from.Skeleton, restIn(from.Skeleton, model.Skeleton), added)
	} else {
		to.CompareLengths(model, added)
	}
	added = copied(added)
	o.rules.rename(added, source.Stem(file))
	grown.Clips = append(model.Clips, added...)
	*model = grown
	return added, nil
}

// restIn returns a function that finds where a joint rests in a skeleton that has it under its name.
func restIn(from, to *soa.Skeleton) func(joint int) exact.Vec {
	return func(joint int) exact.Vec {
		j := from.Joint(to.Name[joint])
		if j < 0 {
			return exact.Vec{}
		}
		return exact.Vec{float64(from.Rest.TX[j]), float64(from.Rest.TY[j]), float64(from.Rest.TZ[j])}
	}
}

// read reads a file and writes the report.
func (r Reader) read(ctx context.Context, file string, o *settings, to *report.Report) (*soa.Model, error) {
	if to == nil {
		to = new(report.Report)
	}
	*to = report.Report{File: file, Format: source.Extension(file), MetresPerUnit: 1, UpAxis: "Y"}
	if o.invalid != nil {
		return nil, fmt.Errorf("import %s: %w", file, o.invalid)
	}
	begun := time.Now()
	m, err := r(ctx, file)
	to.Duration = time.Since(begun)
	if err != nil {
		return nil, err
	}
	to.Joints = m.Skeleton.Len()
	for _, c := range m.Clips {
		to.Clips = append(to.Clips, report.Clip{
			Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, End: c.End(), Tracks: len(c.Tracks), Keys: len(c.Time),
		})
	}
	return m, nil
}

// copied returns shallow copies of clips, for renaming.
func copied(clips []*soa.Clip) []*soa.Clip {
	list := make([]*soa.Clip, len(clips))
	for i, c := range clips {
		own := *c
		list[i] = &own
	}
	return list
}
