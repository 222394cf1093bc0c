package importer

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

type reader func(ctx context.Context, file string) (*soa.Model, error)

// model reads a file, as Load does.
func (r reader) model(ctx context.Context, file string, to *report.Report, rules *ClipRules) (*soa.Model, error) {
	from, err := r.read(ctx, file, to)
	if err != nil {
		return nil, err
	}
	m := *from
	if m.Clips, err = rules.apply(copied(m.Clips), source.Stem(file)); err != nil {
		return nil, fmt.Errorf("import %s: %w", file, err)
	}
	return &m, nil
}

// clips reads a file and adds its clips to a model, as AddClips does.
func (r reader) clips(ctx context.Context, model *soa.Model, file string, to *report.Report, rules *ClipRules) ([]*soa.Clip, error) {
	from, err := r.read(ctx, file, to)
	if err != nil {
		return nil, err
	}
	if len(from.Clips) == 0 {
		return nil, fmt.Errorf("%s: %w", file, ErrNoClip)
	}
	grown := *model
	added, err := grown.AddClips(from)
	if err == nil {
		added, err = rules.apply(copied(added), source.Stem(file))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	grown.Clips = append(model.Clips, added...)
	*model = grown
	return added, nil
}

// read reads a file and writes the report.
func (r reader) read(ctx context.Context, file string, to *report.Report) (*soa.Model, error) {
	begun := time.Now()
	m, err := r(ctx, file)
	if to == nil {
		return m, err
	}
	*to = report.Report{File: file, Format: source.Extension(file), Duration: time.Since(begun), MetresPerUnit: 1, UpAxis: "Y"}
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
