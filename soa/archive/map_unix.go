//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package archive

import (
	"errors"
	"os"
	"syscall"

	"github.com/sinew-anim/sinew/internal/fault"
)

// openNonblock lets a pipe that took a file's place be opened without a writer.
const openNonblock = syscall.O_NONBLOCK

// mapFile maps a file, which the mapping closes in the end.
func mapFile(f *os.File, size int64) (*mapping, error) {
	if size < headerSize || int64(int(size)) != size {
		return nil, errNotMapped
	}
	settled, err := fault.Settle(f)
	if err != nil {
		return nil, errNotMapped
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, errNotMapped
	}
	return &mapping{b, fault.Map(b, settled)}, nil
}

func (m *mapping) close() error {
	b := m.memorySource
	m.memorySource = nil
	err := m.of.Close()
	return errors.Join(syscall.Munmap(b), err)
}
