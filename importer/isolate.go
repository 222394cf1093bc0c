package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/passes"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// loadIsolated runs loadFile in a child process.
func loadIsolated(ctx context.Context, s *source.File, o settings) (*soa.Model, error) {
	a, err := ask(ctx, s, o, nil)
	if err != nil {
		return nil, err
	}
	if a.Model == nil {
		return nil, fmt.Errorf("import %s: %w: it answered without a model", s.Name, ErrCrashed)
	}
	if err := errors.Join(a.Model.Validate(), passes.CheckBounds(&o.Bounds, a.Model)); err != nil {
		return nil, fmt.Errorf("import %s: %w: %w", s.Name, ErrCrashed, err)
	}
	return a.Model, nil
}

// clipsIsolated runs clipsOf in a child process.
func clipsIsolated(ctx context.Context, s *source.File, model *soa.Model, o settings) ([]*soa.Clip, []soa.NamedFloat, error) {
	onto := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: model.Floats, Avatar: model.Avatar, Expressions: model.Expressions}
	a, err := ask(ctx, s, o, onto)
	if err != nil {
		return nil, nil, err
	}
	if n := len(model.Floats); len(a.Floats) < n || !slices.Equal(a.Floats[:n], model.Floats) {
		return nil, nil, fmt.Errorf("import %s: %w: it answered with custom properties of another model", s.Name, ErrCrashed)
	}
	with := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: a.Floats, Clips: a.Clips}
	if err := errors.Join(with.Validate(), passes.CheckBounds(&o.Bounds, &soa.Model{Floats: a.Floats[len(model.Floats):], Clips: a.Clips})); err != nil {
		return nil, nil, fmt.Errorf("import %s: %w: %w", s.Name, ErrCrashed, err)
	}
	return a.Clips, a.Floats, nil
}

// ask starts a child, serves its file requests and returns its reply.
func ask(ctx context.Context, s *source.File, o settings, onto *soa.Model) (*reply, error) {
	limits := o.isolate.withDefaults().forChild()
	begun := time.Now()
	clock := child.StartClock(ctx, &limits)
	defer clock.Stop()
	if o.report != nil {
		*o.report = report.Report{File: s.Name, Format: source.Extension(s.Base), Importer: readerOf(source.Extension(s.Base), o.Library)}
		defer func() { o.report.Duration = time.Since(begun) }()
	}
	if err := checkFile(clock.Ctx, s); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, clock.Expired(err))
	}
	files, err := servedFiles(s, clock)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, clock.Expired(err))
	}
	var a reply
	err = child.Run(clock, &child.Task{
		Limits: limits, Admission: o.admission, Pool: o.pool, FS: files, Held: int64(len(s.Data)), Answer: &a,
		Request: request{File: s.Name, Base: s.Base, Folder: s.Folder, Settings: o.Settings, Unread: o.report == nil, Stream: s.FS == nil, Onto: onto},
	})
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	if o.report != nil {
		*o.report = a.Report
	}
	if a.Error != nil {
		return nil, a.Error.error()
	}
	return &a, nil
}

// servedFiles returns the files that the child may read: the model's folder, or the stream
// alone.
func servedFiles(s *source.File, clock *child.Clock) (fs.FS, error) {
	if s.FS != nil {
		return clock.Timed(s.FS), nil
	}
	s.Stream = clock.TimedReader(s.Stream)
	if err := s.ReadStream(clock.Ctx, clock.Limits.FileSize); err != nil {
		return nil, err
	}
	return source.OneFile{Name: s.Base, Data: s.Data}, nil
}
