package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/passes"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// flattenFile opens the file, imports it and closes it.
func flattenFile(ctx context.Context, s *source.File, o settings) (*passes.Result, error) {
	begun := time.Now()
	r := o.report
	if r == nil {
		r = &report.Report{}
	}
	*r = report.Report{File: s.Name, Format: source.Extension(s.Base), Importer: readerOf(source.Extension(s.Base), o.Library)}
	defer func() { r.Duration = time.Since(begun) }()
	if err := checkFile(ctx, s); err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	if s.FS != nil {
		s.FS = source.WithContext(ctx, s.FS)
	} else {
		if err := s.ReadStream(ctx, source.MaxSize); err != nil {
			return nil, fmt.Errorf("import %s: %w", s.Name, err)
		}
	}
	in := &scene.Input{File: s, Settings: &o.Settings, Report: r, Ext: r.Format, Meter: meter.New(ctx, o.Bounds.Memory)}
	format, err := openFormat(ctx, in)
	if format != nil {
		defer format.Close()
	}
	if err != nil {
		var named *source.Named
		if errors.As(err, &named) {
			return nil, named.Err
		}
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	f, err := passes.Run(in, format)
	if err == nil && o.report != nil && !o.unread {
		err = addBends(r, f.Model, in.Meter)
	}
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	return f, nil
}

// failed starts the report of a file that could not be opened.
func (o *settings) failed(file string) {
	if o.report != nil {
		*o.report = report.Report{File: file, Format: source.Extension(file), Importer: readerOf(source.Extension(file), o.Library)}
	}
}

// checkFile detects errors for which libassimp has no clear message.
func checkFile(ctx context.Context, s *source.File) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.FS != nil {
		info, err := fs.Stat(source.WithContext(ctx, s.FS), path.Join(s.Folder, s.Base))
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fs.ErrNotExist):
			return fs.ErrNotExist
		case err == nil && info.IsDir():
			return errors.New("it is a folder, not a model file")
		case err == nil && !info.Mode().IsRegular():
			return errors.New("it is not a regular file") // a pipe could block
		case err == nil && info.Size() == 0:
			return fmt.Errorf("%w: it is empty", ErrEmpty)
		}
	}
	return supported(source.Extension(s.Base))
}

// addBends adds the bends between frames of a model's clips to the report.
func addBends(r *report.Report, m *soa.Model, work *meter.Meter) error {
	skeleton := exact.NewSkeleton(m, nil)
	for i, clip := range m.Clips {
		if exact.Frames(clip)*len(clip.Tracks) > report.MaxBendKeys {
			continue
		}
		b, err := skeleton.Bend(clip, exact.Distance, work)
		if err != nil {
			return err
		}
		if b.Joints > 0 {
			r.Clips[i].Bend = report.SubFrameBend{Metres: b.Max, Joint: m.Skeleton.Name[b.Joint], Joints: b.Joints}
		}
	}
	return nil
}
