//go:build cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/painting"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/soa"
)

// editsOf returns the file to which a model's edits are saved, or "" where there is none: of a model
// of a pipe, or by --no-edits without --edits.
func (opt *viewOptions) editsOf(file string) string {
	if opt.noEdits && (opt.edits == "" || file != opt.File) {
		return ""
	}
	return opt.companionFile(file, opt.edits, ".edits.json")
}

// strokesOf returns the file of a model's painted weights, or "".
func (opt *viewOptions) strokesOf(file string) string {
	return opt.companionFile(file, opt.strokes, ".weights.json")
}

// companionFile returns the file that was named for the first model, or one beside a model's file.
func (opt *viewOptions) companionFile(file, given, ending string) string {
	switch {
	case given != "" && file == opt.File:
		return given
	case file == "" || file == "-":
		return ""
	}
	return file + ending
}

// readIf reads a file, or nothing for "" and where there is none.
func readIf(file string) ([]byte, error) {
	if file == "" {
		return nil, nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// readEdits applies the edits of a model's file, if there is one.
func (opt *viewOptions) readEdits(o *models.Opened) error {
	var d *list.Document
	var data []byte
	var err error
	file := opt.editsOf(o.File)
	if !opt.noEdits {
		data, err = readIf(file)
	}
	if err == nil && data != nil {
		d, err = list.Parse(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if opt.session, err = curves.Open(o.Model, d); err != nil {
		return fmt.Errorf("%s, for %s: %w", file, o.File, err)
	}
	model := *o.Model
	if model.Clips, err = opt.session.Clips(); err != nil {
		return fmt.Errorf("%s, for %s: %w", file, o.File, err)
	}
	o.Model = &model
	if len(opt.RootMotion) > 0 { // what plays then is not what a list makes of the file
		opt.session = nil
	}
	return nil
}

// readStrokes paints the weights of a model by its file, if there is one.
func (opt *viewOptions) readStrokes(ctx context.Context, o *models.Opened) error {
	var d *paint.Document
	file := opt.strokesOf(o.File)
	data, err := readIf(file)
	if err == nil && data != nil {
		d, err = paint.Parse(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if d != nil {
		d.Models = paint.RelativeReader(file, func(file string) (*soa.Model, error) {
			src := models.Source{File: file, Isolate: opt.Isolate}
			of, err := src.Open(ctx)
			if err != nil {
				return nil, err
			}
			return of.Model, nil
		})
	}
	if opt.painted, err = painting.Open(o.Model, d); err == nil {
		o.Model, err = opt.painted.Painted()
	}
	if err != nil {
		return fmt.Errorf("%s, for %s: %w", file, o.File, err)
	}
	return nil
}
