package main

import (
	"errors"
	"io"
	"syscall"
)

// exitClosed is the exit code after the reader of the standard output has gone, as in sinew info FILE | head -1:
// that which shells state for a process that SIGPIPE ends.
const exitClosed = 128 + 13

// outlet is the standard output. It notes that its reader has gone, which commands may pass over.
type outlet struct {
	io.Writer
	closed bool
}

func (o *outlet) Write(b []byte) (int, error) {
	n, err := o.Writer.Write(b)
	o.closed = o.closed || errors.Is(err, syscall.EPIPE)
	return n, err
}
