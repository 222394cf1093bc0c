package models

import (
	"context"
	"io"
	"io/fs"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// AddIsolate adds the flag of imports in a child process.
func AddIsolate(cmd *cobra.Command, isolate *bool) {
	cmd.Flags().BoolVar(isolate, "isolate", true, "import in a child process with limits")
}

func (s *Source) importModel(ctx context.Context, file string, r *Report) (*soa.Model, error) {
	opts, err := s.options(r)
	if err != nil {
		return nil, err
	}
	opts.Origin = s.Origin
	m, err := importer.Load(ctx, file, opts)
	noteAvatar(r, m)
	return m, err
}

func (s *Source) importStream(ctx context.Context, in io.Reader, name string, r *Report) (*soa.Model, error) {
	opts, err := s.options(r)
	if err != nil {
		return nil, err
	}
	opts.Origin = s.Origin
	m, err := importer.LoadReader(ctx, in, name, opts)
	noteAvatar(r, m)
	return m, err
}

func (s *Source) importClipsFS(ctx context.Context, model *soa.Model, files fs.FS, name string, r *Report) error {
	opts, err := s.options(r)
	if err == nil {
		_, err = importer.AddClipsFS(ctx, model, files, name, opts)
	}
	return err
}

func (s *Source) importClips(ctx context.Context, model *soa.Model, file string, r *Report) error {
	opts, err := s.options(r)
	if err == nil {
		_, err = importer.AddClips(ctx, model, file, opts)
	}
	return err
}

// ImportModelFS imports a model of a file system.
func ImportModelFS(ctx context.Context, files fs.FS, name string, r *Report, w FSWishes) (*soa.Model, error) {
	opts, err := w.options(r)
	if err != nil {
		return nil, err
	}
	m, err := importer.LoadFS(ctx, files, name, opts)
	noteAvatar(r, m)
	return m, err
}

// noteAvatar adds to the report what the control of an avatar leaves out.
func noteAvatar(r *Report, m *soa.Model) {
	if m == nil || m.Avatar == nil {
		return
	}
	_, notes := control.AvatarDocument(m)
	for _, n := range notes {
		severity, kind := report.Info, report.LostControl
		if n.Lost {
			severity = report.Loss
		}
		if n.Gaze {
			kind = report.LostGaze
		}
		r.Add(severity, kind, n.Where, "%s", n.Message)
	}
}

// ImportClipsFS adds the clips of a file of a file system to a model. They keep the names that they
// have in the file.
func ImportClipsFS(ctx context.Context, model *soa.Model, files fs.FS, name string, r *Report, w FSWishes) error {
	opts, err := w.options(r)
	if err != nil {
		return err
	}
	clipless := *model
	clipless.Clips = nil
	added, err := importer.AddClipsFS(ctx, &clipless, files, name, opts)
	if err == nil {
		model.Clips, model.Floats = append(model.Clips, added...), clipless.Floats
	}
	return err
}

// options converts them to options of an import.
func (w *FSWishes) options(r *Report) (importer.Options, error) {
	metres, err := w.Metres()
	return importer.Options{Report: r, Unit: metres, Scale: w.Scale, RotationsOnly: w.Turns, Isolation: isolation(w.Isolate)}, err
}

// isolation returns the limits of an import in a child process, or nil.
func isolation(isolate bool) *importer.Limits {
	if !isolate {
		return nil
	}
	return &importer.Limits{}
}
