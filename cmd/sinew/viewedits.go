//go:build cgo

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/curves"
	"github.com/sinew-anim/sinew/edit/list"
)

// editsOf returns the file of a model's edits, or "" where a model has none, such as one of a pipe.
func (opt *viewOptions) editsOf(file string) string {
	switch {
	case opt.edits != "" && file == opt.File:
		return opt.edits
	case file == "" || file == "-":
		return ""
	}
	return file + ".edits.json"
}

// readEdits applies the edits of a model's file, if there is one.
func (opt *viewOptions) readEdits(o *models.Opened) error {
	var d *list.Document
	file := opt.editsOf(o.File)
	data, err := []byte(nil), error(nil)
	if file != "" {
		data, err = os.ReadFile(file)
	}
	switch {
	case file == "" || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if d, err = list.Parse(data); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
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
