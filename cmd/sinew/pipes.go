package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// exitClosed is the exit code after the reader of the standard output has gone, as in sinew info FILE | head -1:
// the code that shells report for a process that SIGPIPE ends.
const exitClosed = 128 + 13

// outlet is the standard output. It notes the first error, which commands, as those of help, may pass over.
type outlet struct {
	io.Writer
	err error
}

func (o *outlet) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	if err != nil {
		var of *fs.PathError
		if errors.As(err, &of) {
			err = of.Err // its path is of this system
		}
		err = fmt.Errorf("standard output: %w", err)
		o.err = cmp.Or(o.err, err)
	}
	return n, err
}

// closedOutput is a standard output that was closed before the process began.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) { return 0, fs.ErrClosed }
