//go:build !cgo

package models

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// ErrNoImporter is why a build without cgo refuses.
var ErrNoImporter = errors.New("this sinew was built without cgo and so without libassimp: it reads archives that \"sinew bake\" of a full build made")

// Report is what there is to say of an archive; the full build's is the
// importer's.
type Report struct {
	File, Format, Importer, UpAxis string
	Duration, Parse                time.Duration
	MetersPer                      float64
	SceneBytes, ModelBytes         int64
	Clips                          []clipReport
	Meshes                         []meshReport
	Findings                       []finding
	Avatar                         *soa.Avatar
}

type clipReport struct{ Name string }

type meshReport struct {
	Influences [9]int
	LostWeight float32
}

// finding is what an import would have noticed.
type finding struct {
	Severity       severity
	Kind           kind
	Where, Message string
	Size           struct {
		Value float64
		Unit  string
	}
}

// kind is the subject of a finding.
type kind string

func (kind) Looks() bool { return false }

type severity string

const (
	Info   severity = "info"
	Repair severity = "repair"
	Loss   severity = "loss"
)

func (s severity) String() string { return string(s) }

// AddIsolate leaves the flag out: nothing is imported.
func AddIsolate(*cobra.Command, *bool) {}

// Wishes is what a full build's command line asks of an import.
type Wishes struct{ Lengths }

func (*Wishes) addFlags(*cobra.Command) {}

func (*Wishes) only() []string { return nil }

func (s *Source) importModel(_ context.Context, file string, _ *Report) (*soa.Model, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", file, ErrNoImporter)
}

func (s *Source) importStream(_ context.Context, _ io.Reader, name string, _ *Report) (*soa.Model, error) {
	return nil, fmt.Errorf("%s: %w", name, ErrNoImporter)
}

func (s *Source) importClips(ctx context.Context, _ *soa.Model, file string, r *Report) error {
	_, err := s.importModel(ctx, file, r)
	return err
}

// archives lists those in a folder, or that match a pattern.
func archives(name string) ([]string, error) {
	pattern := name
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		pattern = filepath.Join(name, "*")
	}
	files, err := filepath.Glob(pattern)
	files = slices.DeleteFunc(files, func(file string) bool { return !strings.EqualFold(filepath.Ext(file), console.ArchiveExtension) })
	if err == nil && len(files) == 0 {
		err = ErrNoImporter
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return files, nil
}

// importAll reads, of several archives, the first with a skin or else the first,
// and the clips of the others.
func (o *Opened) importAll(ctx context.Context) error {
	name := o.File
	files, err := archives(name)
	if err != nil {
		return err
	}
	for _, file := range files {
		var r Report
		m, said, err := o.read(ctx, file, &r)
		if err != nil {
			return err
		}
		if o.Model == nil || len(m.Skins) > 0 {
			o.File, o.Model, o.Archive, o.Report = file, m, said, r
		}
		if len(m.Skins) > 0 {
			break
		}
	}
	o.note(o.File)
	return o.joinAll(ctx, name)
}

// joinAll adds the clips of all archives but the model's own.
func (o *Opened) joinAll(ctx context.Context, name string) error {
	files, err := archives(name)
	if err != nil {
		return err
	}
	for _, file := range files {
		if SameFile(file, o.File) {
			continue
		}
		have := len(o.Model.Clips)
		if err := o.join(ctx, file); err != nil {
			o.Added[len(o.Added)-1].Err = err
		}
		NameClips(o.Model.Clips, have, file)
	}
	return nil
}

func ImportModelFS(_ context.Context, files fs.FS, name string, _ *Report, _ FSWishes) (*soa.Model, error) {
	if _, err := fs.Stat(files, name); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", name, ErrNoImporter)
}

func ImportClipsFS(ctx context.Context, _ *soa.Model, files fs.FS, name string, r *Report, w FSWishes) error {
	_, err := ImportModelFS(ctx, files, name, r, w)
	return err
}

// archiveReport says of an archive what an import says of a model file.
func archiveReport(file string, tool string, m *soa.Model, took time.Duration) Report {
	return Report{
		File: file, Format: "sinew archive", Importer: tool, Duration: took, MetersPer: 1, UpAxis: "Y",
		Clips: make([]clipReport, len(m.Clips)),
	}
}
