package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// controlFile is a control that an archive is to have.
type controlFile struct {
	file    string
	source  archive.Source
	control *control.Document
}

func readControlFile(file string) (*controlFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := control.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &controlFile{file, archive.Source{File: "control: " + filepath.Base(file), Bytes: uint64(len(data)), SHA256: sha256.Sum256(data)}, c}, nil
}

// storedControl returns the control that a model's archive has, in JSON: the one of the
// flag, or that which the model came with, or nil. It fits the model.
func (b *baker) storedControl(j bakeJob, model *soa.Model, own []byte, sources []archive.Source) ([]byte, []archive.Source, error) {
	from := b.control
	switch {
	case from != nil:
		sources = append(sources, from.source)
	case own == nil:
		return nil, sources, nil
	default:
		c, err := control.Parse(own)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: its control: %w", j.inputs[0], err)
		}
		from = &controlFile{file: j.inputs[0], control: c}
	}
	if err := from.control.Check(model.Skeleton); err != nil {
		return nil, nil, fmt.Errorf("%s, for %s: %w", from.file, j.inputs[0], err)
	}
	data, err := from.control.JSON()
	return data, sources, err
}
