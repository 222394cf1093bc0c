//go:build unix

package output

import (
	"errors"
	"os"
	"syscall"
)

// openStream opens a device or a pipe for writing, without waiting for a reader.
func openStream(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	if errors.Is(err, syscall.ENXIO) {
		return nil, &os.PathError{Op: "write", Path: path, Err: ErrUnread}
	}
	return f, err
}
