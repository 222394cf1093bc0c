package main

import (
	"context"
	"fmt"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// source says which files make up a model: one with the character, others with
// clips that join it.
type source struct {
	file    string
	with    []string
	isolate bool
}

func (s *source) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.with, "with", nil, "another `file` whose clips join by joint name; may be repeated")
	cmd.Flags().BoolVar(&s.isolate, "isolate", true, "import in a process of its own, with limits")
}

// opened is a model and what its import said.
type opened struct {
	source
	model  *soa.Model
	report importer.Report
	added  []importer.Report // one for each file of with

	clipFile []string // per clip of the model, the file that it came in
}

// reports lists what the imports said, the file's own first.
func (o *opened) reports() []importer.Report {
	return append([]importer.Report{o.report}, o.added...)
}

// open imports the files. The reports are filled as far as the import came.
func (s *source) open(ctx context.Context) (*opened, error) {
	o := &opened{source: *s}
	var err error
	if o.model, err = importer.Load(ctx, s.file, s.options(&o.report)...); err != nil {
		return nil, err
	}
	o.note(s.file)
	o.added = make([]importer.Report, len(s.with))
	for i, file := range s.with {
		if _, err := importer.AddClips(ctx, o.model, file, s.options(&o.added[i])...); err != nil {
			return nil, fmt.Errorf("add clips to %s: %w", s.file, err)
		}
		o.note(file)
	}
	return o, nil
}

func (s *source) options(r *importer.Report) []importer.Option {
	opts := []importer.Option{importer.WithReport(r)}
	if s.isolate {
		opts = append(opts, importer.Isolated(importer.Limits{}))
	}
	return opts
}

// note says that the clips that are new in the model are those of a file.
func (o *opened) note(file string) {
	for len(o.clipFile) < len(o.model.Clips) {
		o.clipFile = append(o.clipFile, file)
	}
}
