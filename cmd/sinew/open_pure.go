//go:build !cgo

package main

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

// errNoImporter and errNoOpenGL are why a build without cgo refuses.
var (
	errNoImporter = errors.New("this sinew was built without cgo and so without libassimp: it reads archives that \"sinew bake\" of a full build made")
	errNoOpenGL   = errors.New("this sinew was built without cgo and so without OpenGL: it cannot draw")
)

// importReport is what there is to say of an archive; the full build's is the
// importer's.
type importReport struct {
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
	info   severity = "info"
	repair severity = "repair"
	loss   severity = "loss"
)

func (s severity) String() string { return string(s) }

// addIsolate leaves the flag out: nothing is imported.
func addIsolate(*cobra.Command, *bool) {}

func serveImport() {}

// nativeCommands are those of the full build, to say what is missing.
func nativeCommands() []*cobra.Command {
	var list []*cobra.Command
	for name, short := range map[string]string{
		"render": "Draw a picture, a contact sheet or an animation (not in this build)",
		"view":   "Open a window in which a model plays (not in this build)",
		"demo":   "Render the models that the command carries inside (not in this build)",
	} {
		list = append(list, &cobra.Command{
			Use: name, Short: short, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return fmt.Errorf("%s: %w", name, errNoOpenGL) },
		})
	}
	return list
}

// importWishes is what a full build's command line asks of an import.
type importWishes struct{ lengths }

func (*importWishes) addFlags(*cobra.Command) {}

func (*importWishes) only() []string { return nil }

func (s *source) importModel(_ context.Context, file string, _ *importReport) (*soa.Model, error) {
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", file, errNoImporter)
}

func (s *source) importStream(_ context.Context, _ io.Reader, name string, _ *importReport) (*soa.Model, error) {
	return nil, fmt.Errorf("%s: %w", name, errNoImporter)
}

func (s *source) importClips(ctx context.Context, _ *soa.Model, file string, r *importReport) error {
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
		err = errNoImporter
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return files, nil
}

// importAll reads, of several archives, the first with a skin or else the first,
// and the clips of the others.
func (o *opened) importAll(ctx context.Context) error {
	name := o.file
	files, err := archives(name)
	if err != nil {
		return err
	}
	for _, file := range files {
		var r importReport
		m, said, err := o.read(ctx, file, &r)
		if err != nil {
			return err
		}
		if o.model == nil || len(m.Skins) > 0 {
			o.file, o.model, o.archive, o.report = file, m, said, r
		}
		if len(m.Skins) > 0 {
			break
		}
	}
	o.note(o.file)
	return o.joinAll(ctx, name)
}

// joinAll adds the clips of all archives but the model's own.
func (o *opened) joinAll(ctx context.Context, name string) error {
	files, err := archives(name)
	if err != nil {
		return err
	}
	for _, file := range files {
		if sameFile(file, o.file) {
			continue
		}
		have := len(o.model.Clips)
		if err := o.join(ctx, file); err != nil {
			o.added[len(o.added)-1].Err = err
		}
		nameClips(o.model.Clips, have, file)
	}
	return nil
}

func importModelFS(_ context.Context, files fs.FS, name string, _ *importReport, _ fsWishes) (*soa.Model, error) {
	if _, err := fs.Stat(files, name); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", name, errNoImporter)
}

func importClipsFS(ctx context.Context, _ *soa.Model, files fs.FS, name string, r *importReport, w fsWishes) error {
	_, err := importModelFS(ctx, files, name, r, w)
	return err
}

// archiveReport says of an archive what an import says of a model file.
func archiveReport(file string, tool string, m *soa.Model, took time.Duration) importReport {
	return importReport{
		File: file, Format: "sinew archive", Importer: tool, Duration: took, MetersPer: 1, UpAxis: "Y",
		Clips: make([]clipReport, len(m.Clips)),
	}
}
