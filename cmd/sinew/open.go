package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/spf13/cobra"
)

// source says which files make up a model: one with the character, others with
// clips that join it. Each may be a model file or an archive.
type source struct {
	file    string
	with    []string
	isolate bool
}

func (s *source) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.with, "with", nil, "another `file` whose clips join by joint name; may be repeated")
	addIsolate(cmd, &s.isolate)
}

// opened is a model and what its import said.
type opened struct {
	source
	model  *soa.Model
	report importReport
	added  []importReport // one for each file of with

	archive *archiveInfo // where the file is one

	clipFile []string // per clip of the model, the file that it came in
}

// reports lists what the imports said, the file's own first.
func (o *opened) reports() []importReport {
	return append([]importReport{o.report}, o.added...)
}

// open reads the files. The reports are filled as far as the reading came.
func (s *source) open(ctx context.Context) (*opened, error) {
	o := &opened{source: *s}
	var err error
	if o.model, o.archive, err = s.read(ctx, s.file, &o.report); err != nil {
		return nil, err
	}
	o.note(s.file)
	o.added = make([]importReport, len(s.with))
	for i, file := range s.with {
		if err := s.addClips(ctx, o.model, file, &o.added[i]); err != nil {
			return nil, fmt.Errorf("add clips to %s: %w", s.file, err)
		}
		o.note(file)
	}
	return o, nil
}

// read reads one file: what begins as an archive is one, whatever its name.
func (s *source) read(ctx context.Context, file string, r *importReport) (*soa.Model, *archiveInfo, error) {
	if isArchive(file) {
		return readArchive(file, r)
	}
	m, err := importModel(ctx, file, r, s.isolate)
	return m, nil, err
}

// addClips adds the clips of another file to a model.
func (s *source) addClips(ctx context.Context, model *soa.Model, file string, r *importReport) error {
	if !isArchive(file) {
		return importClips(ctx, model, file, r, s.isolate)
	}
	from, _, err := readArchive(file, r)
	if err != nil {
		return err
	}
	if len(from.Clips) == 0 {
		return fmt.Errorf("%s: the archive has no clips", file)
	}
	if _, err := model.AddClips(from); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// isArchive looks at how a file begins. That it cannot be read is for whoever
// opens it next to tell.
func isArchive(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	begin := make([]byte, len(archive.Magic))
	_, err = io.ReadFull(f, begin)
	return err == nil && archive.Sniff(begin)
}

// readArchive maps an archive for as long as the process lives: the model
// points into it.
func readArchive(file string, r *importReport) (*soa.Model, *archiveInfo, error) {
	begun := time.Now()
	a, err := archive.Open(file)
	if err != nil {
		return nil, nil, err
	}
	m, err := bake.Model(a)
	var said *archiveInfo
	if err == nil {
		said, err = describeArchive(a)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", file, err), a.Close())
	}
	*r = archiveReport(file, said.Tool, m, time.Since(begun))
	return m, said, nil
}

// note says that the clips that are new in the model are those of a file.
func (o *opened) note(file string) {
	for len(o.clipFile) < len(o.model.Clips) {
		o.clipFile = append(o.clipFile, file)
	}
}
