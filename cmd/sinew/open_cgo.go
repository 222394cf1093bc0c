//go:build cgo

package main

import (
	"context"
	"io"
	"io/fs"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/runtime/control/avatar"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// What the importer says, and how grave it is.
type importReport = report.Report

const (
	info   = report.Info
	repair = report.Repair
	loss   = report.Loss
)

func addIsolate(cmd *cobra.Command, isolate *bool) {
	cmd.Flags().BoolVar(isolate, "isolate", true, "import in a child process with limits")
}

// serveImport does its work and does not return where this process is the child
// of an import.
func serveImport() { importer.ServeIsolated() }

// nativeCommands need libraries in C: OpenGL.
func nativeCommands() []*cobra.Command {
	return []*cobra.Command{newRender(), newView(), newDemo()}
}

func (s *source) importModel(ctx context.Context, file string, r *importReport) (*soa.Model, error) {
	opts, err := s.options()
	if err != nil {
		return nil, err
	}
	m, err := importer.Load(ctx, file, append(opts, importer.WithReport(r))...)
	noteAvatar(r, m)
	return m, err
}

func (s *source) importStream(ctx context.Context, in io.Reader, name string, r *importReport) (*soa.Model, error) {
	opts, err := s.options()
	if err != nil {
		return nil, err
	}
	m, err := importer.LoadReader(ctx, in, name, append(opts, importer.WithReport(r))...)
	noteAvatar(r, m)
	return m, err
}

func (s *source) importClips(ctx context.Context, model *soa.Model, file string, r *importReport) error {
	opts, err := s.options()
	if err == nil {
		_, err = importer.AddClips(ctx, model, file, append(opts, importer.WithReport(r))...)
	}
	return err
}

func importModelFS(ctx context.Context, files fs.FS, name string, r *importReport, w fsWishes) (*soa.Model, error) {
	opts, err := w.options(r)
	if err != nil {
		return nil, err
	}
	m, err := importer.LoadFS(ctx, files, name, opts...)
	noteAvatar(r, m)
	return m, err
}

// noteAvatar adds to the report what the control of an avatar does not hold.
func noteAvatar(r *importReport, m *soa.Model) {
	if m == nil || r.Avatar == nil {
		return
	}
	_, notes := avatar.Control(r.Avatar, m.Skeleton)
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

func importClipsFS(ctx context.Context, model *soa.Model, files fs.FS, name string, r *importReport, w fsWishes) error {
	opts, err := w.options(r)
	if err == nil {
		_, err = importer.AddClipsFS(ctx, model, files, name, opts...)
	}
	return err
}

// options are the settings of an import from a file system.
func (w *fsWishes) options(r *importReport) ([]importer.Option, error) {
	opts, err := w.lengths.options()
	opts = append(opts, importer.WithReport(r))
	if w.isolate {
		opts = append(opts, importer.Isolated(importer.Limits{}))
	}
	return opts, err
}

// archiveReport says of an archive what an import says of a model file.
func archiveReport(file string, tool string, m *soa.Model, took time.Duration) importReport {
	return importReport{
		File: file, Format: "sinew archive", Importer: tool, Duration: took, MetersPer: 1, UpAxis: "Y",
		Joints: m.Skeleton.Len(), Clips: make([]report.Clip, len(m.Clips)),
	}
}
