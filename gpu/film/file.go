package film

import (
	"bufio"

	"github.com/sinew-anim/sinew/internal/output"
)

// file is written aside, and gets its name when it is complete: see package output.
type file struct {
	*bufio.Writer
	path string // final
	temp string // where it is written
	out  *output.File
}

// create opens the temporary file.
func create(path string) (*file, error) {
	out, err := output.Create(path)
	if err != nil {
		return nil, err
	}
	return &file{Writer: bufio.NewWriterSize(out, 1<<16), path: path, temp: out.Name(), out: out}, nil
}

// commit gives the file its name, or removes it on failure.
func (f *file) commit() error {
	if err := f.Flush(); err != nil {
		f.out.Discard()
		return err
	}
	return f.out.Commit()
}

// discard removes the temporary file.
func (f *file) discard() { f.out.Discard() }
