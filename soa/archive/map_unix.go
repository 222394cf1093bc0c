//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package archive

import (
	"os"
	"syscall"

	"github.com/sinew-anim/sinew/internal/fault"
)

// openNonblock lets a pipe that took a file's place be opened without a writer.
const openNonblock = syscall.O_NONBLOCK

func mapFile(f *os.File, size int64) (source, error) {
	if size < headerSize || int64(int(size)) != size {
		return nil, errNotMapped
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return nil, errNotMapped
	}
	return &mapping{b, fault.Map(b)}, nil
}

func (m *mapping) close() error {
	b := m.memorySource
	m.memorySource = nil
	m.of.Close()
	return syscall.Munmap(b)
}
